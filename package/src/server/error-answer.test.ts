import { expect, it } from 'vitest';
import { FoyerError, readFailure } from '../foyer-error.ts';
import { toErrorResponse } from './error-answer.ts';

const ISSUE = { path: ['email'], key: 'other', message: 'This is not an address.' } as const;
const CHALLENGE = { parameters: { nonce: 'a' }, signature: 'b' } as never;

it.each<[FoyerError, number]>([
  [new FoyerError('RATE_LIMITED', { retryAfter: 60, requestId: 'request-1' }), 429],
  [new FoyerError('SCOPE_MISSING', { scope: 'orders:write' }), 403],
  [new FoyerError('INVALID_INPUT', { issues: [ISSUE] }), 400],
  [new FoyerError('PROOF_OF_WORK_REQUIRED', { challenge: CHALLENGE }), 428],
  [new FoyerError('UNAVAILABLE', { retryAfter: 5 }), 503],
])('a client reads the same error from the answer: %o', async (error, status) => {
  const response = toErrorResponse(error);
  expect(response.status).toBe(status);
  const read = readFailure(await response.json());
  expect({ ...read, message: read?.message }).toEqual({ ...error, message: error.message });
});

it('answers a fault of Foyer as UNAVAILABLE, with the id to quote', async () => {
  const response = toErrorResponse(new FoyerError('INTERNAL', { requestId: 'request-1' }));
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    error: { data: { appCode: 'UNAVAILABLE', requestId: 'request-1' } },
  });
});
