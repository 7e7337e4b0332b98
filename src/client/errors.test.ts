import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { issueOf, toActionError, toClientError } from './errors.ts';

function failed(data: unknown): TRPCClientError<never> {
  return TRPCClientError.from({ error: { message: 'internal words', code: -32_603, data } } as never);
}

test('takes code, issues, wait and request from the answer, and the words from the catalogue', () => {
  const error = toClientError(
    failed({
      appCode: 'RATE_LIMITED',
      retryAfter: 12,
      requestId: 'r1',
      issues: [{ path: ['email'], message: 'No.' }, 'rubbish'],
    }),
  );
  expect(error).toEqual({
    code: 'RATE_LIMITED',
    title: 'Error',
    message: 'That was tried too often.',
    hint: 'Wait a moment, then try again.',
    next: 'wait',
    retryAfter: 12,
    requestId: 'r1',
    issues: [{ path: ['email'], message: 'No.' }],
  });
  expect(issueOf(error, 'email')).toBe('No.');
  expect(issueOf(error, 'name')).toBeUndefined();
});

test.each([
  ['no network', TRPCClientError.from(new TypeError('Failed to fetch'))],
  ['a proxy’s page', TRPCClientError.from(new SyntaxError('Unexpected token <'))],
  ['an answer without our code', failed({ code: 'UNAUTHORIZED', httpStatus: 401 })],
  ['a code that the catalogue does not know', failed({ appCode: 'constructor' })],
])('%s is "cannot answer", never "signed out"', (_name, error) => {
  expect(toClientError(error).code).toBe('UNAVAILABLE');
});

test('a fault of our own pages is INTERNAL', () => {
  expect(toClientError(new RangeError('oops')).code).toBe('INTERNAL');
});

test('only what is repeated by itself says so', () => {
  const away = TRPCClientError.from(new TypeError('Failed to fetch'));
  expect(toClientError(away).hint).toBe('It is tried again by itself.');
  expect(toActionError(away).hint).toBe('Try again in a moment.');
});
