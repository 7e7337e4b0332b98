import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { dataExport } from '../../../shared/schemas/data.ts';
import { createTestDatabase } from '../../../testing/app/database.ts';
import { collectionsOf } from '../../database/collections.ts';

const DOC = new URL('../../../../docs/data-export.md', import.meta.url);

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

/** The names of all fields, at every depth. */
function fieldsOf(shape: Shape): string[] {
  return [
    ...Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]),
    ...(shape.items ? fieldsOf(shape.items) : []),
    ...(shape.anyOf ?? []).flatMap(fieldsOf),
  ];
}

it('documents every field of the export and every collection', async () => {
  const doc = await readFile(DOC, 'utf8');
  // `email.former[]` documents `former` and `email`.
  const told = new Set(doc.match(/`[^`\n]+`/g)?.flatMap((code) => code.match(/[\w-]+/g) ?? []));
  const fields = new Set(fieldsOf(z.toJSONSchema(dataExport) as Shape));
  expect(fields.size).toBeGreaterThan(50);
  expect([...fields].filter((field) => !told.has(field))).toEqual([]);

  const database = await createTestDatabase();
  const names = Object.values(collectionsOf(database.db)).map(({ collectionName }) => collectionName);
  await database.drop();
  expect(names.filter((name) => !told.has(name))).toEqual([]);
});
