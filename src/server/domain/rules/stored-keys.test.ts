import { ObjectId, type Filter } from 'mongodb';
import { describe, expect } from 'vitest';
import { it } from '../../../testing/app/fixture.ts';
import type { RateLimitDocument } from '../../database/service-documents.ts';
import {
  browserKey,
  counterKey,
  countersOf,
  PAUSE_ROUNDS,
  RATE_LIMITS,
  refusingWindows,
  sendingCountersOf,
  type RateLimitRule,
} from './counters.ts';
import {
  identifierOf,
  identifiersOfAddress,
  identifiersOfNumber,
  identifiersOfUser,
  kindOf,
  type VERIFICATION_KINDS,
} from './verification-identifiers.ts';

const EMAIL = 'ada@example.test';
const E164 = '+14155550123';
const USER_ID = new ObjectId('507f1f77bcf86cd799439011');
const SESSION_ID = new ObjectId('507f1f77bcf86cd799439012');
const ID = USER_ID.toHexString();

describe('verification identifiers', () => {
  const stored = {
    'sign-in': [identifierOf('sign-in', EMAIL), EMAIL],
    'reset-password': [identifierOf('reset-password', EMAIL), `reset-password:${EMAIL}`],
    'phone-sign-in': [identifierOf('phone-sign-in', E164), `phone-sign-in:${E164}`],
    phone: [identifierOf('phone', USER_ID), `phone:${ID}`],
    reauthenticate: [
      identifierOf('reauthenticate', USER_ID, SESSION_ID),
      `reauthenticate:${ID}:507f1f77bcf86cd799439012`,
    ],
  } as const satisfies Record<keyof typeof VERIFICATION_KINDS, unknown>;

  it.each(Object.entries(stored))('of kind %s are stored as before', (kind, [identifier, text]) => {
    expect(identifier).toBe(text);
    expect(kindOf(identifier)).toBe(kind);
  });

  it('are found by their address, number or user', () => {
    expect(identifiersOfAddress(EMAIL)).toEqual([stored['sign-in'][1], stored['reset-password'][1]]);
    expect(identifiersOfNumber(E164)).toEqual([stored['phone-sign-in'][1]]);
    expect(identifiersOfUser(USER_ID)).toEqual({
      $or: [{ identifier: { $in: [stored.phone[1]] } }, { identifier: { $regex: `^reauthenticate:${ID}:` } }],
    });
  });
});

describe('the counters of rate limits', () => {
  const RULES = Object.keys(RATE_LIMITS) as RateLimitRule[];
  type CountedBy = Parameters<typeof refusingWindows>[1];
  const keysOf = (by: CountedBy, key: string) =>
    RULES.flatMap((rule) => refusingWindows(rule, by)).map((window) => counterKey(window, key));
  const pausesOf = (by: 'account' | 'browser', key: string) => {
    const paused = counterKey({ name: `password-${by}-quarter` }, key);
    return [paused, counterKey(PAUSE_ROUNDS, paused)];
  };
  /** What a user does and what is guessed at their password; apart from it, what is sent to them. */
  const written = (id: string, email: string, e164: string) => ({
    ofPerson: [
      ...keysOf('user', id),
      ...['a session', 'a device'].flatMap((each) => [
        ...keysOf('browser', browserKey(id, each)),
        ...pausesOf('browser', browserKey(id, each)),
      ]),
      ...keysOf('account', email),
      ...pausesOf('account', email),
    ],
    sent: [...keysOf('recipient', email), ...keysOf('recipient', e164)],
  });

  it('are found by the person whom they count, and no others', async ({ app }) => {
    const { rateLimits } = app.deps.collections;
    const own = written(ID, EMAIL, E164);
    const another = written(SESSION_ID.toHexString(), `x${EMAIL}`, '+14155550124');
    const keys = [own, another].flatMap(({ ofPerson, sent }) => [...ofPerson, ...sent]);
    await rateLimits.insertMany(keys.map((key) => ({ _id: new ObjectId(), key, points: 1, expire: null })));
    const found = async (filter: Filter<RateLimitDocument>) =>
      (await rateLimits.find(filter).toArray()).map(({ key }) => key).toSorted();
    expect(own.ofPerson.length).toBeGreaterThan(25);
    expect(await found(countersOf({ userId: USER_ID, email: EMAIL }))).toEqual(own.ofPerson.toSorted());
    expect(own.sent.length).toBeGreaterThan(20);
    expect(await found(sendingCountersOf({ email: EMAIL, e164: E164 }))).toEqual(own.sent.toSorted());
  });
});
