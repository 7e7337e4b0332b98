import { readFileSync } from 'node:fs';
import path from 'node:path';

export const TRACES_FILE = path.join(import.meta.dirname, 'traces.json');

/** A value. A text with `@` stands for one of the run: `@user` for an id, `@now+60000` for ms after now. */
export type Template = null | boolean | number | string | readonly Template[] | TemplateObject;
export interface TemplateObject {
  readonly [key: string]: Template;
}

export type Operation =
  | {
      readonly kind: 'find';
      readonly collection: string;
      readonly filter: TemplateObject;
      readonly sort?: TemplateObject;
      readonly limit?: number;
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
      /** The document before or after, or only the number of documents. */
      readonly answers: 'before' | 'after' | 'count';
    }
  | {
      readonly kind: 'delete';
      readonly collection: string;
      readonly filter: TemplateObject;
      /** Of all matching documents. The driver does not repeat such a command. */
      readonly many?: true;
      readonly answers: 'before' | 'count';
    };

/** One command of the driver. Its operations run in order. */
export interface Command {
  /** The command and its collections, such as `findAndModify users`. A second one ends with ` 2`. */
  readonly name: string;
  readonly operations: readonly Operation[];
  /** When an operation fails, the server continues with the next one. */
  readonly unordered?: true;
}

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
