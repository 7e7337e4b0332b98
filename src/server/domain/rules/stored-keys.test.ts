import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import {
  browserKey,
  countersOf,
  numberKey,
  roundsKey,
  sendingCountersOf,
  unknownCallerSumKey,
  usedProofKey,
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

describe('counter keys', () => {
  it('are stored as before', () => {
    expect(browserKey(ID, 'device')).toBe(`${ID}.device`);
    expect(numberKey('unknown', E164)).toBe(`unknown:${E164}`);
    expect(roundsKey('guess-known', 'key')).toBe('guess-known:key');
    expect(unknownCallerSumKey('mail', 7, 3)).toBe('unknown-callers:mail:7:3');
    expect(usedProofKey('signature')).toBe('proof-of-work:signature');
  });

  it('name every counter of a person', () => {
    expect(countersOf({ userId: USER_ID, email: EMAIL })).toEqual({
      $or: [
        {
          key: {
            $in: [
              `mail-for-user-day:${ID}`,
              `email-change-for-user:${ID}`,
              `sms-for-user:${ID}`,
              `wrong-second-factor-of-user:${ID}`,
              `ceremony-of-user:${ID}`,
              `picture-of-user:${ID}`,
              `profile-of-user:${ID}`,
              `access-tokens-for-user:${ID}`,
              `device-code-of-user:${ID}`,
              `grant-check-for-user:${ID}`,
              `export-for-user:${ID}`,
              `guess-user:${ID}`,
              `guess-rounds:guess-user:${ID}`,
              `guess-account:${EMAIL}`,
              `guess-rounds:guess-account:${EMAIL}`,
              `guess-account-day:${EMAIL}`,
              `guess-rounds:guess-account-day:${EMAIL}`,
            ],
          },
        },
        { key: { $regex: `^mail-for-browser:${ID}\\.` } },
        { key: { $regex: `^mail-for-browser-day:${ID}\\.` } },
        { key: { $regex: `^sms-for-browser:${ID}\\.` } },
        { key: { $regex: `^sms-for-browser-day:${ID}\\.` } },
        { key: { $regex: `^authorization-codes-of-session:${ID}\\.` } },
        { key: { $regex: `^wrong-second-factor-of-browser:${ID}\\.` } },
        { key: { $regex: `^ceremony-of-browser:${ID}\\.` } },
        { key: { $regex: `^device-code-of-session:${ID}\\.` } },
        { key: { $regex: `^guess-known:${ID}\\.` } },
        { key: { $regex: `^guess-rounds:guess-known:${ID}\\.` } },
      ],
    });
  });

  it('name every counter of messages to an address and a number', () => {
    expect(sendingCountersOf({ email: EMAIL, e164: E164 })).toEqual({
      key: {
        $in: [
          `mail-to-address:${EMAIL}`,
          `mail-to-address-day:${EMAIL}`,
          `mail-to-wanted-address:${EMAIL}`,
          `mail-to-wanted-address-day:${EMAIL}`,
          `wrong-code-of-subject:${EMAIL}`,
          `sms-to-own-number:${E164}`,
          `sms-to-own-number-day:${E164}`,
          `wrong-code-of-subject:${E164}`,
          `sms-to-number:unknown:${E164}`,
          `sms-to-number-day:unknown:${E164}`,
          `sms-to-number:session:${E164}`,
          `sms-to-number-day:session:${E164}`,
        ],
      },
    });
  });
});
