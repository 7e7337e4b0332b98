import { readFileSync } from 'node:fs';
import path from 'node:path';

/** `traces.test.ts` writes it. */
export const TRACES_FILE = path.join(import.meta.dirname, 'traces.json');

/**
 * A value of a command. A text that begins with `@` stands for a value of the run: `@user` for an id or a text, `@now+60000` for the time of the process
 * plus so many milliseconds.
 */
export type Template = null | boolean | number | string | readonly Template[] | TemplateObject;
export interface TemplateObject {
  readonly [key: string]: Template;
}

/** A read or a write of documents of one collection. */
export type Operation =
  | {
      readonly kind: 'find';
      readonly collection: string;
      readonly filter: TemplateObject;
      readonly sort?: TemplateObject;
      readonly limit?: number;
      /** Only what a majority has. */
      readonly readConcern?: 'majority';
    }
  | { readonly kind: 'insert'; readonly collection: string; readonly document: TemplateObject }
  | {
      readonly kind: 'update';
      readonly collection: string;
      readonly filter: TemplateObject;
      readonly update: Template;
      readonly arrayFilters?: readonly TemplateObject[];
      readonly sort?: TemplateObject;
      readonly upsert?: true;
      /** What the answer has: the document, or only how many there were. */
      readonly answers: 'before' | 'after' | 'count';
    }
  | {
      readonly kind: 'delete';
      readonly collection: string;
      readonly filter: TemplateObject;
      /** Of all that match. The driver does not repeat such a command by itself. */
      readonly many?: true;
      readonly answers: 'before' | 'count';
    };

/** One command of the driver. Its operations run in this order. */
export interface Command {
  /** The command and its collections, such as `findAndModify users`. The second of one name ends with ` 2`. */
  readonly name: string;
  readonly operations: readonly Operation[];
  /** After an operation that fails, the server goes on with the next one. */
  readonly unordered?: true;
}

/** What one call of a domain function sent. */
export type Trace = readonly Command[];

export const FLOWS = [
  'first sign-in',
  'first sign-in again',
  'link use',
  'sign-in',
  'session check',
  'sign-out',
  'sign-out with a client',
  'end all sessions',
  'unlink',
  'refresh',
  'refresh again',
  'repair',
  'numbering',
  'numbering after a kill',
  'event list',
  'delivery',
  'failed delivery',
  'job run',
] as const;
export type FlowName = (typeof FLOWS)[number];
export type Traces = Readonly<Record<FlowName, Trace>>;

export function readTraces(): Traces {
  return JSON.parse(readFileSync(TRACES_FILE, 'utf8')) as Traces;
}
