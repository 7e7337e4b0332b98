import { expect, test } from 'vitest';
import { aChallenge } from '../testing/sign-in/challenges.ts';
import { createTrpcClient } from './trpc.ts';

const PROOF = { 'x-proof': 'solved' };

test('only the call of a batch that was refused is repeated with the proof', async () => {
  const sent: [string, Headers][] = [];
  const refusal = {
    error: {
      message: 'refused',
      code: -32_603,
      data: { appCode: 'PROOF_OF_WORK_REQUIRED', challenge: aChallenge() },
    },
  };
  const client = createTrpcClient({
    fetch: async (url, { headers }) => {
      sent.push([new URL(url, location.origin).pathname, new Headers(headers)]);
      const done = { result: { data: null } };
      return Response.json(sent.length === 1 ? [done, refusal] : [done]);
    },
    report: () => {},
    checkBrowser: () => Promise.resolve(PROOF),
  });
  await Promise.all([client.password.remove.mutate(), client.phone.remove.mutate()]);
  expect(sent.map(([path]) => path)).toEqual(['/trpc/password.remove,phone.remove', '/trpc/phone.remove']);
  expect(sent.map(([, headers]) => headers.get('x-proof'))).toEqual([null, 'solved']);
});
