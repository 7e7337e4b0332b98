import { REQUIRED_INDEXES } from '../src/server/database/required-indexes.ts';
import { eachOf, matches, textOf, valuesAt, type Doc } from './documents.ts';

export interface UniqueIndex {
  readonly name: string;
  readonly paths: readonly string[];
  readonly partial: Doc | null;
}

/** The product's unique indexes by stored collection name. `_id` is always unique. */
export const UNIQUE_INDEXES: ReadonlyMap<string, readonly UniqueIndex[]> = new Map(
  Object.entries(REQUIRED_INDEXES).map(([collection, indexes]) => [
    storedName(collection),
    indexes
      .filter(({ options }) => options.unique === true)
      .map(({ name, key, options }) => ({
        name,
        paths: Object.keys(key),
        partial: options.partialFilterExpression ?? null,
      })),
  ]),
);

function storedName(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function collide(index: UniqueIndex, one: Doc, other: Doc): boolean {
  const keys = keysOf(index, one);
  return keys.length > 0 && keysOf(index, other).some((key) => keys.includes(key));
}

function keysOf({ paths, partial }: UniqueIndex, doc: Doc): string[] {
  if (partial && !matches(doc, partial)) return [];
  let keys = [''];
  for (const path of paths) {
    const values = eachOf(valuesAt(doc, path));
    keys = keys.flatMap((key) => values.map((value) => `${key}|${textOf(value ?? null)}`));
  }
  return keys;
}
