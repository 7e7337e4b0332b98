import type { Collections } from '../collections.ts';

/**
 * Lines of JSON with one key each: the header (`foyer-dump`), documents (the name of their collection), the
 * end (`end`). Documents are canonical Extended JSON, which keeps all types.
 */
export const DUMP_FORMAT = 1;
export const HEADER_KEY = 'foyer-dump';
export const END_KEY = 'end';

export interface DumpHeader {
  readonly format: number;
  /** The last migration of the data. */
  readonly migration: number;
  readonly createdAt: string;
  /** All documents are of one moment. */
  readonly isSnapshot: boolean;
  /** A known text, encrypted with the `AUTH_SECRET` of the dump. */
  readonly secret: string;
}

export interface DumpEnd {
  readonly counts: Readonly<Record<string, number>>;
  /** SHA-256 of all bytes before the line of the end, hex. */
  readonly sha256: string;
}

export class DumpError extends Error {
  override readonly name = 'DumpError';
}

/**
 * Other processes write during a dump. Users come last, because they decide what other rows are worth.
 * Partitions come after events, so that no event has a position above its partition's last.
 */
export function inDumpOrder(collections: Collections): (keyof Collections)[] {
  const last: readonly (keyof Collections)[] = ['eventPartitions', 'users'];
  const names = Object.keys(collections) as (keyof Collections)[];
  return [...names.filter((name) => !last.includes(name)), ...last];
}
