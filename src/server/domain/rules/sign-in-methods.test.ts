import { ObjectId } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/database/database.ts';
import { aUserDocument } from '../../../testing/users/users.ts';
import { seededRandom, TEST_SEED, type Random } from '../../../testing/run/random.ts';
import { collectionsOf } from '../../database/collections.ts';
import type { StoredPasskey } from '../../database/second-factor-documents.ts';
import type { LinkedAccount, UserDocument } from '../../database/user-documents.ts';
import { hasOtherMethod, otherMethodFilter, passkeyMethod, sameMethods } from './sign-in-methods.ts';

const PROVIDERS = ['one', 'two', 'gone'] as const;
const HOST = 'accounts.example.test';
const OFFERED = { providers: ['one', 'two'], phone: false, rpId: HOST };
const WITH_PHONE = { ...OFFERED, phone: true };
const NOW = new Date('2026-11-20T09:00:00.000Z');

const database = await createTestDatabase();
const { users } = collectionsOf(database.db);
afterAll(() => database.drop());

function anAccount(provider: string, id: string): LinkedAccount {
  const key = `${provider}:${id}`;
  return {
    key,
    provider,
    providerAccountId: id,
    type: 'oidc',
    issuer: null,
    linkedAt: NOW,
    lastUsedAt: null,
  };
}

function aPasskey(id: string, rpId: string = HOST): StoredPasskey {
  return {
    id,
    publicKey: 'a key',
    counter: 0,
    transports: [],
    aaguid: '00000000-0000-0000-0000-000000000000',
    synced: true,
    rpId,
    name: 'a passkey',
    createdAt: NOW,
    lastUsedAt: null,
  };
}

const { email: _email, ...withoutAddress } = aUserDocument({ emailVerified: null });
const aUserWithoutMethods = (changes: Partial<UserDocument>): UserDocument => ({
  ...withoutAddress,
  _id: new ObjectId(),
  ...changes,
});

function anyUser(random: Random): UserDocument {
  const id = new ObjectId();
  const accounts = PROVIDERS.flatMap((provider) =>
    Array.from({ length: random.below(3) }, (_, i) => anAccount(provider, `${id.toHexString()}-${i}`)),
  );
  const passkeys = [HOST, HOST, 'former.example.test'].map((host, i) =>
    aPasskey(`${id.toHexString()}-${i}`, host),
  );
  return aUserWithoutMethods({
    _id: id,
    passkeys: passkeys.filter(() => random.chance(0.2)),
    accounts: accounts.filter(() => random.chance(0.5)),
    emailVerified: random.chance(0.4) ? NOW : null,
    ...(random.chance(0.5) ? { email: `${id.toHexString()}@example.test` } : {}),
    ...(random.chance(0.5) ? { password: { hash: 'a hash', changedAt: NOW } } : {}),
    ...(random.chance(0.3) ? { phone: { e164: `+49${random.below(1e9)}`, verifiedAt: NOW } } : {}),
  });
}

describe('the last-method rule (security.md R1)', () => {
  it('has the same result as a filter and as a predicate, for 150 users and every removed method', async () => {
    const random = seededRandom(TEST_SEED);
    const outcomes: boolean[] = [];
    for (const user of Array.from({ length: 150 }, () => anyUser(random))) {
      await users.insertOne(user);
      const offered = random.chance(0.5) ? OFFERED : WITH_PHONE;
      const leavings = [
        'password',
        'phone',
        ...user.accounts.map(({ key }) => key),
        ...(user.passkeys ?? []).map(({ id }) => passkeyMethod(id)),
      ];
      for (const leaving of leavings) {
        const matches = await users.countDocuments({ _id: user._id, ...otherMethodFilter(leaving, offered) });
        const predicted = hasOtherMethod(user, leaving, offered);
        expect([matches === 1, leaving, user]).toEqual([predicted, leaving, user]);
        outcomes.push(predicted);
      }
    }
    expect(outcomes.filter(Boolean).length).toBeGreaterThan(50);
    expect(outcomes.filter((other) => !other).length).toBeGreaterThan(50);
  });

  it('counts a phone only when it can sign in and is not the removed method', () => {
    const user = aUserWithoutMethods({
      phone: { e164: '+4915112345678', verifiedAt: NOW },
      accounts: [anAccount('one', 'a')],
    });
    expect(hasOtherMethod(user, 'one:a', OFFERED)).toBe(false);
    expect(hasOtherMethod(user, 'one:a', WITH_PHONE)).toBe(true);
    expect(hasOtherMethod({ ...user, accounts: [] }, 'phone', WITH_PHONE)).toBe(false);
  });

  const email = 'a@example.test';
  const password = { hash: 'a hash', changedAt: NOW };
  const accounts = [anAccount('one', 'a')];
  const formerKey = aPasskey('l', 'former.example.test');

  it.each<[string, Partial<UserDocument>, string, boolean]>([
    ['a verified address is a sign-in method', { email, emailVerified: NOW }, 'password', true],
    ['an address that nobody proved is none', { email }, 'password', false],
    ['a password without a verified address is none', { password, accounts }, 'one:a', false],
    ['a connection is one', { accounts }, 'password', true],
    ['not the one that goes', { accounts }, 'one:a', false],
    ['a passkey of this host is one', { passkeys: [aPasskey('k')], accounts }, 'one:a', true],
    ['not the passkey that goes', { passkeys: [aPasskey('k')] }, 'passkey:k', false],
    ['another passkey is one', { passkeys: [aPasskey('k'), aPasskey('l')] }, 'passkey:k', true],
    ['not a passkey of a former host', { passkeys: [aPasskey('k'), formerKey] }, 'passkey:k', false],
    [
      'not one whose provider is no longer offered',
      { accounts: [...accounts, anAccount('gone', 'a')] },
      'one:a',
      false,
    ],
  ])('%s', (_what, changes, leaving, expected) => {
    expect(hasOtherMethod(aUserWithoutMethods(changes), leaving, OFFERED)).toBe(expected);
  });
});

describe('the same sign-in methods', () => {
  const rest = { name: 'Phone', secret: 'sealed', createdAt: NOW, lastUsedAt: null, drift: 0, lastStep: 0 };
  const totp = [{ id: new ObjectId(), ...rest }];
  const read: Partial<UserDocument> = {
    accounts: [anAccount('one', 'a'), anAccount('two', 'b')],
    passkeys: [aPasskey('first')],
    totp,
    password: { hash: 'a hash', changedAt: NOW },
    phone: { e164: '+4915112345678', verifiedAt: NOW },
  };
  const { password: _password, phone: _phone, ...without } = read;

  it.each<[string, Partial<UserDocument>, boolean]>([
    ['nothing has changed', read, true],
    [
      'a connection has another place in the list',
      { ...read, accounts: [anAccount('two', 'b'), anAccount('one', 'a')] },
      true,
    ],
    [
      'a connection is there in place of another',
      { ...read, accounts: [anAccount('one', 'a'), anAccount('two', 'c')] },
      false,
    ],
    ['a connection is new', { ...read, accounts: [...(read.accounts ?? []), anAccount('one', 'c')] }, false],
    ['no connection is left', { ...read, accounts: [] }, false],
    ['a passkey is there in place of another', { ...read, passkeys: [aPasskey('second')] }, false],
    ['an authenticator app is new', { ...read, totp: [...totp, { id: new ObjectId(), ...rest }] }, false],
    ['the password is gone', { ...without, phone: read.phone ?? { e164: '', verifiedAt: NOW } }, false],
    [
      'the phone number is another one',
      { ...read, phone: { e164: '+4915112345679', verifiedAt: NOW } },
      false,
    ],
  ])('%s', async (_what, now, isSame) => {
    const user = aUserWithoutMethods(read);
    await users.deleteMany({});
    await users.insertOne(aUserWithoutMethods({ ...now, _id: user._id }));
    expect((await users.countDocuments(sameMethods(user))) === 1).toBe(isSame);
  });
});
