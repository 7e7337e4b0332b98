import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { makeIssue } from '../shared/issues.ts';
import { errorOfCode, failureOf, toActionError, toPageError } from './errors.ts';
import { errorWords } from './language/error-words.ts';
import { ERROR_TEXTS, loadTexts } from './language/texts.ts';

document.documentElement.lang = 'de';
await loadTexts(ERROR_TEXTS);
const { texts: de } = await loadTexts();
document.documentElement.lang = 'en';
const { texts: en } = await loadTexts();

function failed(data: unknown): TRPCClientError<never> {
  return TRPCClientError.from({ error: { message: 'internal words', code: -32_603, data } } as never);
}

test('takes code, issues, wait and request from the answer', () => {
  const error = toPageError(
    failed({
      appCode: 'RATE_LIMITED',
      retryAfter: 12,
      requestId: 'r1',
      issues: [makeIssue('email', 'address-invalid'), { path: ['email'], message: 'No key.' }, 'rubbish'],
    }),
  );
  expect(error).toEqual({
    code: 'RATE_LIMITED',
    retryAfter: 12,
    requestId: 'r1',
    issues: [makeIssue('email', 'address-invalid')],
  });
});

test.each([
  ['no network', TRPCClientError.from(new TypeError('Failed to fetch'))],
  ['a proxy’s page', TRPCClientError.from(new SyntaxError('Unexpected token <'))],
  ['an answer without our code', failed({ code: 'UNAUTHORIZED', httpStatus: 401 })],
])('%s is "cannot answer", never "signed out"', (_name, error) => {
  expect(toPageError(error).code).toBe('UNAVAILABLE');
});

test('a code that this page does not know is "cannot answer", without the promise of a retry', () => {
  const words = { ...en.firstErrors.UNAVAILABLE, hint: 'Try again in a moment.' };
  for (const appCode of ['constructor', 'OF_A_NEWER_SERVER'])
    expect(errorWords(en, toPageError(failed({ appCode })))).toEqual(words);
});

test('a failure whose words could not be loaded is "cannot answer", without the promise of a retry', () => {
  const { firstErrors, failures } = en;
  expect(errorWords({ firstErrors, failures }, errorOfCode('CODE_INVALID'))).toEqual({
    ...firstErrors.UNAVAILABLE,
    hint: 'Try again in a moment.',
  });
});

test.each(['constructor', 'NOTHING', '', undefined])('the code %j of an address is not shown', (error) => {
  expect(failureOf({ error, requestId: 'r1' }, en.errors)).toEqual({ code: 'Callback', requestId: 'r1' });
});

test('a fault of our own pages is INTERNAL', () => {
  expect(toPageError(new RangeError('oops')).code).toBe('INTERNAL');
});

test('only what is repeated by itself says so', () => {
  const away = TRPCClientError.from(new TypeError('Failed to fetch'));
  expect(errorWords(en, toPageError(away)).hint).toBe(
    'You are not signed out. The page tries again automatically.',
  );
  expect(errorWords(en, toActionError(away)).hint).toBe('Try again in a moment.');
  expect(errorWords(de, toActionError(away)).hint).toBe('Versuchen Sie es gleich noch einmal.');
});
