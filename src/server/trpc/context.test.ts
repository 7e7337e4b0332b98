import type { IncomingMessage, ServerResponse } from 'node:http';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { contextOf } from './context.ts';

const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ??
  Number.NaN;

// V8 collects young objects often and cheaply. What survives that waits for a full collection, until memory has grown by about 150 MB.
test('a context is collected with its request, while both are young', () => {
  const deps = {
    cookies: { read: () => ({}) },
    settings: { trustedOrigins: [] },
  } as unknown as AuthDependencies;
  const res = {} as ServerResponse;
  const client = { ip: null, userAgent: null, locale: 'en', proofOfWork: null } as const;
  const before = oldBytes();
  for (let request = 0; request < 6000; request++) {
    const req = { headers: {}, body: Array.from({ length: 2000 }, () => request) };
    contextOf(deps, req as unknown as IncomingMessage, res, () => client);
  }
  // They have 96 MB together.
  expect((oldBytes() - before) / 1e6).toBeLessThan(10);
});
