import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { QueryShape } from './query-shape.ts';

/** The committed shapes of all queries, by the names of their call sites. `npm run queries:record` writes them. */
export const RECORD_FILE = path.join(import.meta.dirname, 'query-shapes.json');

export type RecordedShapes = Readonly<Record<string, readonly QueryShape[]>>;

export function readRecordedShapes(): RecordedShapes {
  return JSON.parse(readFileSync(RECORD_FILE, 'utf8')) as RecordedShapes;
}

/** A text that is the same for shapes that differ in their limit only, which a caller often chooses. */
export function keyOfShape({ limit, ...shape }: QueryShape): string {
  return JSON.stringify({ ...shape, isLimited: limit !== undefined }, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value) ? sorted(value) : value,
  );
}

/** The order of fields matters only in a sort. */
function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
