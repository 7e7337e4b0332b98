import { expect, test } from 'vitest';
import { z } from 'zod';
import type { FieldOptions } from '../../../shared/configuration-types.ts';
import { EMPTY_CONFIGURATION } from '../../configuration/configuration.ts';
import { describeConfiguration } from './declared-configuration.ts';

const OPTIONS: FieldOptions = { read: ['administrator'], write: ['administrator'], label: { en: 'Label' } };
const describeSchema = (schema: z.ZodType, options: Partial<FieldOptions> = {}) =>
  describeConfiguration({
    ...EMPTY_CONFIGURATION,
    ownFields: [{ name: 'each', schema, options: { ...OPTIONS, ...options } }],
  }).fields[0];

test.for([
  ['a text', z.string().max(80), 'text'],
  ['an optional text', z.string().optional(), 'text'],
  ['a number', z.number(), 'number'],
  ['an integer or null', z.int().nullable(), 'number'],
  ['a boolean', z.boolean(), 'boolean'],
  ['a list', z.array(z.string()), 'json'],
  ['one of two types', z.union([z.string(), z.number()]), 'json'],
] as const)('%s has its input', ([, schema, input]) => {
  expect(describeSchema(schema)).toMatchObject({ input, choices: [] });
});

test('a choice has its values', () => {
  expect(describeSchema(z.enum(['free', 'gold']).optional())).toMatchObject({
    input: 'choice',
    choices: ['free', 'gold'],
  });
});

test('who reads and writes a field is that of administrators', () => {
  expect(
    describeSchema(z.string(), { read: ['person'], write: ['application'], indexed: true }),
  ).toMatchObject({ isReadable: false, isWritable: false, isIndexed: true });
});

test('the role of administrators is there without a declaration, and keeps its declared permissions', () => {
  expect(describeConfiguration(EMPTY_CONFIGURATION).roles).toEqual([
    { name: 'administrator', permissions: [], isGrave: true },
  ]);
  const roles = new Map([
    ['bookkeeper', ['invoice:read']],
    ['administrator', ['invoice:write']],
    ['treasurer', []],
  ]);
  const graveRoles = new Set(['treasurer']);
  expect(describeConfiguration({ ...EMPTY_CONFIGURATION, roles, graveRoles }).roles).toEqual([
    { name: 'administrator', permissions: ['invoice:write'], isGrave: true },
    { name: 'bookkeeper', permissions: ['invoice:read'], isGrave: false },
    { name: 'treasurer', permissions: [], isGrave: true },
  ]);
});
