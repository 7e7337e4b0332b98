import { expect, it } from 'vitest';
import { z } from 'zod';
import { plainFields, type Shape } from './plain-fields.ts';

function fieldLines(schema: z.ZodType): string[] {
  return plainFields(z.toJSONSchema(schema) as Shape).map(({ path, type, isOptional, when }) =>
    [path, isOptional ? '?' : '', ': ', type, when === null ? '' : ` when ${when}`].join(''),
  );
}

it.each<[string, z.ZodType, string[]]>([
  ['text', z.string(), [': string']],
  ['nothing in it', z.strictObject({}), []],
  [
    'an object',
    z.strictObject({ id: z.string(), at: z.iso.datetime().optional(), kind: z.enum(['a', 'b']) }),
    ['id: string', 'at?: string (date-time)', 'kind: "a" | "b"'],
  ],
  [
    'objects in objects that may be missing',
    z.strictObject({ user: z.strictObject({ name: z.string().nullable() }) }).nullable(),
    [': object | null', 'user: object', 'user.name: string | null'],
  ],
  [
    'a list',
    z.array(z.strictObject({ tags: z.array(z.string()), parts: z.array(z.strictObject({ n: z.int() })) })),
    [': object[]', '[].tags: string[]', '[].parts: object[]', '[].parts[].n: integer'],
  ],
  [
    'one of several forms',
    z.discriminatedUnion('method', [
      z.strictObject({ method: z.literal('code'), code: z.string() }),
      z.strictObject({ method: z.literal('email') }),
    ]),
    [
      'method: "code" when method: "code"',
      'code: string when method: "code"',
      'method: "email" when method: "email"',
    ],
  ],
  [
    'forms that their fields alone tell apart, with a field of all',
    z.union([
      z.strictObject({ code: z.string(), trust: z.boolean().optional() }),
      z.strictObject({ passkey: z.strictObject({ id: z.string() }), trust: z.boolean().optional() }),
    ]),
    [
      'code: string when code: …',
      'trust?: boolean',
      'passkey: object when passkey: …',
      'passkey.id: string when passkey: …',
    ],
  ],
])('%s', (_what, schema, fields) => {
  expect(fieldLines(schema)).toEqual(fields);
});
