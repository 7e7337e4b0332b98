import { MongoNetworkError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { isDatabaseUnavailable } from './errors.ts';

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
