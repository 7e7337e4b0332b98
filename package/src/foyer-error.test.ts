import { describe, expect, it } from 'vitest';
import { FoyerError, isFoyerError, readFailure } from './foyer-error.ts';

const answerOf = (data: object, message = 'The server says this.') => ({
  error: { message, data: { requestId: 'r', ...data } },
});

describe('a failure that Foyer answered', () => {
  // `server/error-answer.test.ts` has the details that the codes promise.
  it('becomes an error without details of another type', () => {
    const error = readFailure(answerOf({ appCode: 'NOT_FOUND', issues: null, scope: 3 }));
    expect(error).toBeInstanceOf(FoyerError);
    expect(error).toMatchObject({ name: 'FoyerError', code: 'NOT_FOUND', requestId: 'r' });
    const { scope, issues } = error ?? {};
    expect([scope, issues]).toEqual([undefined, undefined]);
  });

  it.each(['SCOPE_MISSING', 'RATE_LIMITED', 'PROOF_OF_WORK_REQUIRED', 'CODE_OF_A_NEWER_FOYER', 'toString'])(
    '%s without what the code promises becomes INTERNAL with the message of the answer',
    (appCode) => {
      expect(readFailure(answerOf({ appCode }))).toMatchObject({
        code: 'INTERNAL',
        message: 'The server says this.',
        requestId: 'r',
      });
    },
  );

  it('INVALID_INPUT names in its message what is wrong, with the place', () => {
    const issues = [
      { path: ['people', 0, 'email'], key: 'address-invalid', message: 'Enter an email address.' },
      { path: [], key: 'other', message: 'Unrecognized key: "nam". The keys are name, data' },
    ];
    const { message, hint } = readFailure(answerOf({ appCode: 'INVALID_INPUT', issues })) ?? {};
    expect([message, hint]).toEqual([
      'Something in the input is invalid. people.0.email: Enter an email address. Unrecognized key: "nam". The keys are name, data.',
      'Correct the input and try again.',
    ]);
  });

  it('INVALID_INPUT without issues has none', () => {
    expect(readFailure(answerOf({ appCode: 'INVALID_INPUT' }))).toMatchObject({
      issues: [],
      message: 'Something in the input is invalid.',
    });
  });
});

it('an error of another copy of the package is a FoyerError, and no other error is', () => {
  const other = Object.assign(new Error('x'), { name: 'FoyerError', code: 'NOT_FOUND' });
  expect(
    [other, new Error('x'), { name: 'FoyerError', code: 'NOT_FOUND' }].map((each) => isFoyerError(each)),
  ).toEqual([true, false, false]);
  const error = new FoyerError('NOT_FOUND', { cause: other });
  expect([error.constructor.name, error.cause, error.status]).toEqual(['FoyerError', other, 404]);
  expect(Object.keys(new FoyerError('NOT_FOUND'))).not.toContain('cause');
});

it('a FoyerError tells Next its code, without a property that logs repeat', () => {
  const error = new FoyerError('UNAVAILABLE');
  expect(Reflect.get(error, 'digest')).toBe('UNAVAILABLE');
  expect(Object.keys(error)).not.toContain('digest');
});
