import { ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { browserKey, countersOf, sendingCountersOf, unknownCallerSumKey, usedProofKey } from './counters.ts';
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
    expect(unknownCallerSumKey('mail', 7, 3)).toBe('unknown-callers:mail:7:3');
    expect(usedProofKey('signature')).toBe('proof-of-work:signature');
  });

  it('name every counter of a person', () => {
    expect(countersOf({ userId: USER_ID, email: EMAIL })).toEqual({
      $or: [
        {
          key: {
            $in: [
              `password-user-quarter:${ID}`,
              `second-factor-user-day:${ID}`,
              `user-code-user-quarter:${ID}`,
              `mail-user-day:${ID}`,
              `mail-to-new-address-user-day:${ID}`,
              `text-user-quarter:${ID}`,
              `passkey-challenge-user-quarter:${ID}`,
              `authorization-user-hour:${ID}`,
              `profile-user-quarter:${ID}`,
              `picture-user-hour:${ID}`,
              `data-export-user-hour:${ID}`,
              `provider-call-user-quarter:${ID}`,
              `password-account-day:${EMAIL}`,
              `password-account-quarter:${EMAIL}`,
              `pause-rounds:password-account-quarter:${EMAIL}`,
            ],
          },
        },
        { key: { $regex: `^password-browser-quarter:${ID}\\.` } },
        { key: { $regex: `^pause-rounds:password-browser-quarter:${ID}\\.` } },
        { key: { $regex: `^second-factor-browser-day:${ID}\\.` } },
        { key: { $regex: `^user-code-browser-quarter:${ID}\\.` } },
        { key: { $regex: `^mail-browser-quarter:${ID}\\.` } },
        { key: { $regex: `^mail-browser-day:${ID}\\.` } },
        { key: { $regex: `^text-browser-quarter:${ID}\\.` } },
        { key: { $regex: `^text-browser-day:${ID}\\.` } },
        { key: { $regex: `^passkey-challenge-browser-quarter:${ID}\\.` } },
        { key: { $regex: `^authorization-browser-quarter:${ID}\\.` } },
      ],
    });
  });

  it('name every counter of messages to an address and a number', () => {
    expect(sendingCountersOf({ email: EMAIL, e164: E164 })).toEqual({
      key: {
        $in: [
          `code-recipient-day:${EMAIL}`,
          `mail-recipient-quarter:${EMAIL}`,
          `mail-recipient-day:${EMAIL}`,
          `mail-to-new-address-recipient-quarter:${EMAIL}`,
          `mail-to-new-address-recipient-day:${EMAIL}`,
          `text-recipient-quarter:${EMAIL}`,
          `text-recipient-day:${EMAIL}`,
          `text-to-new-number-recipient-quarter:${EMAIL}`,
          `text-to-new-number-recipient-day:${EMAIL}`,
          `text-to-own-number-recipient-quarter:${EMAIL}`,
          `text-to-own-number-recipient-day:${EMAIL}`,
          `code-recipient-day:${E164}`,
          `mail-recipient-quarter:${E164}`,
          `mail-recipient-day:${E164}`,
          `mail-to-new-address-recipient-quarter:${E164}`,
          `mail-to-new-address-recipient-day:${E164}`,
          `text-recipient-quarter:${E164}`,
          `text-recipient-day:${E164}`,
          `text-to-new-number-recipient-quarter:${E164}`,
          `text-to-new-number-recipient-day:${E164}`,
          `text-to-own-number-recipient-quarter:${E164}`,
          `text-to-own-number-recipient-day:${E164}`,
        ],
      },
    });
  });
});
