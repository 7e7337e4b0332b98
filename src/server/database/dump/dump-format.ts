import type { Collections } from '../collections.ts';

/**
 * A dump is text, one JSON object with one key on each line: the header (`foyer-dump`), the documents (the name of their collection), and the end
 * (`end`). Documents are canonical Extended JSON, which keeps all types.
 */
export const DUMP_FORMAT = 1;
export const HEADER_KEY = 'foyer-dump';
export const END_KEY = 'end';

export interface DumpHeader {
  readonly format: number;
  /** The number of the last migration that the data had. */
  readonly migration: number;
  readonly createdAt: string;
  /** Whether all documents are of one moment. */
  readonly isSnapshot: boolean;
  /** A known text, encrypted with the `AUTH_SECRET` of the dump. */
  readonly secret: string;
}

export interface DumpEnd {
  /** The number of documents, by the name of the collection. */
  readonly counts: Readonly<Record<string, number>>;
  /** SHA-256 of all bytes before the line of the end, hex. */
  readonly sha256: string;
}

/** A dump cannot be made or restored. The message says why. */
export class DumpError extends Error {
  override readonly name = 'DumpError';
}

/**
 * The collections in the order in which a dump reads them. Without a snapshot, other processes write meanwhile. A user decides what their other rows are worth, so
 * the users come last: then a session that ended meanwhile has no entry in its user. The partitions come after the events, so that no event has a position
 * above the last one of its partition.
 */
export function inDumpOrder(collections: Collections): (keyof Collections)[] {
  const last: readonly (keyof Collections)[] = ['eventPartitions', 'users'];
  const names = Object.keys(collections) as (keyof Collections)[];
  return [...names.filter((name) => !last.includes(name)), ...last];
}
