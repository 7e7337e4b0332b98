import { describe, expect, it } from 'vitest';
import { FoyerError } from '../foyer-error.ts';
import { healingPause } from './healing.ts';

const UNAVAILABLE = new FoyerError('UNAVAILABLE');
/** A query that failed at the end of a second, where the pause is the longest. */
function makeQuery(error: Error | null = UNAVAILABLE) {
  const state = { status: 'error' as 'error' | 'success', error, errorUpdateCount: 1, errorUpdatedAt: 1999 };
  return { state };
}

describe('the pause before a failed query is sent again', () => {
  it('doubles with each failure up to a minute', () => {
    const query = makeQuery();
    const pauses = [1, 2, 3, 4, 5, 6, 7, 200].map((count) => {
      query.state.errorUpdateCount = count;
      return Math.ceil(Number(healingPause(query)) / 1000);
    });
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('is the same however often it is asked for, and half of it comes from the time of the failure', () => {
    const query = makeQuery();
    expect(healingPause(query)).toBe(healingPause(query));
    query.state.errorUpdatedAt = 1000;
    expect(healingPause(query)).toBe(1000);
    query.state.errorUpdatedAt = 1500;
    expect(healingPause(query)).toBe(1500);
  });

  it('begins again after an answer', () => {
    const query = makeQuery();
    query.state.errorUpdateCount = 5;
    Object.assign(query.state, { status: 'success', error: null });
    expect(healingPause(query)).toBe(false);
    Object.assign(query.state, {
      status: 'error',
      error: UNAVAILABLE,
      errorUpdateCount: 6,
      errorUpdatedAt: 1000,
    });
    expect(healingPause(query)).toBe(1000);
  });

  it('is at least as long as Foyer asks for', () => {
    expect(healingPause(makeQuery(new FoyerError('RATE_LIMITED', { retryAfter: 90 })))).toBe(90_000);
  });

  it.each([
    new FoyerError('ACCESS_TOKEN_INVALID'),
    new FoyerError('FOREIGN_ORIGIN'),
    new Error('a fault of the app'),
  ])('does not exist after %s, which would come again', (error) =>
    expect(healingPause(makeQuery(error))).toBe(false),
  );
});
