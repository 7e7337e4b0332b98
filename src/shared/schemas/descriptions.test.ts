import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { plainFields } from '../plain-fields.ts';

const FILES = readdirSync(import.meta.dirname).filter((name) => !name.includes('.test.'));

function undescribed(name: string, schema: z.ZodType): string[] {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return plainFields(shape as Parameters<typeof plainFields>[0])
    .filter(({ path, doc }) => path !== '' && doc === '')
    .map(({ path }) => `${name}: ${path}`);
}

it.each(FILES)('every field of a schema in %s has a description', async (file) => {
  const exported = (await import(`./${file}`)) as Readonly<Record<string, unknown>>;
  const schemas = Object.entries(exported).flatMap(([name, value]) =>
    value instanceof z.ZodType ? [[name, value] as const] : [],
  );
  expect(schemas.length).toBeGreaterThan(0);
  expect(schemas.flatMap(([name, schema]) => undescribed(name, schema))).toEqual([]);
});

it('finds a field without a description, in lists and in parts', () => {
  const part = z.strictObject({ said: z.string().describe('Said.'), unsaid: z.string() });
  expect(undescribed('list', z.array(part).nullable())).toEqual(['list: [].unsaid']);
  expect(undescribed('whole', z.strictObject({ part }))).toEqual(['whole: part', 'whole: part.unsaid']);
});
