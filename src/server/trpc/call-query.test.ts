import { expect, test } from 'vitest';
import { callProcedure, hasMiddlewares } from './call-query.ts';
import { FAST_QUERIES } from './fast-queries.ts';
import { appRouter } from './router.ts';

const procedures = appRouter._def.procedures as unknown as Record<string, () => Promise<unknown>>;
const CALL = {
  ctx: {},
  type: 'query',
  path: 'session.get',
  input: undefined,
  getRawInput: () => Promise.resolve(undefined),
  signal: undefined,
  batchIndex: 0,
  isOnFastPath: true,
} as const;

test.each(FAST_QUERIES)('%s has the middlewares that the fast path calls', (path) => {
  expect(hasMiddlewares(procedures[path] ?? {})).toBe(true);
});

test.each([
  ['no description', {}],
  ['no middlewares', { _def: { meta: {} } }],
  ['other middlewares', { _def: { meta: {}, middlewares: [{ handler: () => 'wrong' }] } }],
])('a procedure with %s is called by tRPC', async (_name, form) => {
  const procedure = Object.assign(
    (call: { readonly path: string }) => Promise.resolve(`answer to ${call.path}`),
    form,
  );
  expect(await callProcedure(procedure, CALL)).toBe('answer to session.get');
});
