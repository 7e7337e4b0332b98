import { MongoBulkWriteError, MongoNetworkError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { isDatabaseUnavailable, isRepetition } from './errors.ts';

const withCode = (code: string) => Object.assign(new Error('This socket has been ended'), { code });

describe('an error of the database', () => {
  it.each(['EPIPE', 'ECONNRESET'])(
    'of a socket that has just ended (%s) is a database that is away',
    (code) => {
      expect(isDatabaseUnavailable(withCode(code))).toBe(true);
    },
  );

  it('as the cause of another error is a database that is away, but not the ended socket of a provider', () => {
    expect(isDatabaseUnavailable(new Error('', { cause: new MongoNetworkError('closed') }))).toBe(true);
    expect(isDatabaseUnavailable(new Error('', { cause: withCode('ECONNRESET') }))).toBe(false);
  });

  it('of another kind is none', () => {
    expect(isDatabaseUnavailable(withCode('ENOENT'))).toBe(false);
  });
});

describe('a bulk of inserts that failed', () => {
  const failedWith = (codes: readonly number[], isUncertain = false) =>
    Object.assign(Object.create(MongoBulkWriteError.prototype) as MongoBulkWriteError, {
      writeErrors: codes.map((code) => ({ code })),
      result: { getWriteConcernError: () => (isUncertain ? {} : undefined) },
    });

  it('is a repetition when all its faults are duplicates', () => {
    expect(isRepetition(failedWith([11_000, 11_000]))).toBe(true);
  });

  it('is none with another fault, without a fault, or when the rest is not stored safely', () => {
    expect(isRepetition(failedWith([11_000, 121]))).toBe(false);
    expect(isRepetition(failedWith([]))).toBe(false);
    expect(isRepetition(failedWith([11_000], true))).toBe(false);
  });
});
