import { describe, expect, it } from 'vitest';
import { authJsToken, betterAuthToken, makeUsers, visitorsOf } from './users.ts';

const now = new Date('2026-11-20T12:00:00Z');
const seeded = makeUsers(100_000, now);

describe('the people in the database', () => {
  it('visit with sessions from the whole collection, each once', () => {
    for (const count of [10, 1000, 100_000, 1_000_000]) {
      const visitors = visitorsOf(count, { most: 10_000 });
      expect(visitors).toHaveLength(Math.min(count, 10_000));
      expect(new Set(visitors).size).toBe(visitors.length);
      expect(Math.max(...visitors)).toBeLessThan(count);
      expect(Math.max(...visitors)).toBeGreaterThan(count * 0.89);
    }
    const [some, others] = [visitorsOf(1000, { most: 10 }), visitorsOf(1000, { from: 10 })];
    expect(new Set([...some, ...others]).size).toBe(1000);
  });

  it('have tokens in the format of each peer', () => {
    const session = seeded.session(41);
    expect(session.token).toMatch(/^[\w-]{43}$/);
    expect(authJsToken(session)).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
    expect(betterAuthToken(session)).toMatch(/^[0-9a-z]{32}$/);
    expect(seeded.session(42).token).not.toBe(session.token);
  });

  it('have two sessions each from the last day, and one in a hundred writes lastSeenAt', () => {
    const [first, second, third] = [0, 1, 2].map((number) => seeded.session(number));
    expect(first?.user).toEqual(second?.user);
    expect(third?.user.email).not.toBe(second?.user.email);
    for (const number of [0, 7, 99_999]) {
      const { createdAt, lastSeenAt } = seeded.session(number);
      expect(lastSeenAt > now).toBe(number % 100 !== 0);
      expect(now.getTime() - createdAt.getTime()).toBeLessThan(24 * 60 * 60_000);
    }
  });
});
