import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { it } from '../../../testing/app/fixture.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import type { StoredPasskey, StoredTotp } from '../../database/second-factor-documents.ts';
import { mustEnrol, needsSecondFactor, withoutSecondFactor } from './second-factor-policy.ts';

const at = new Date();
const authenticatorApp: StoredTotp = {
  id: new ObjectId(),
  name: 'Phone',
  secret: 'sealed',
  lastStep: 1,
  drift: 0,
  createdAt: at,
  lastUsedAt: null,
};
const passkeyOf = (rpId: string): StoredPasskey => ({
  id: `key of ${rpId} ${new ObjectId().toHexString()}`,
  publicKey: '',
  counter: 0,
  transports: [],
  aaguid: '',
  synced: false,
  rpId,
  name: 'Key',
  createdAt: at,
  lastUsedAt: null,
});

const PEOPLE = [
  { what: 'nothing', set: {} },
  { what: 'empty lists', set: { totp: [], passkeys: [] } },
  { what: 'an authenticator app', set: { totp: [authenticatorApp] } },
  { what: 'a passkey of this host', set: { passkeys: [passkeyOf('localhost')] } },
  { what: 'a passkey of a former host', set: { passkeys: [passkeyOf('former.example')] } },
  {
    what: 'passkeys of both hosts',
    set: { passkeys: [passkeyOf('former.example'), passkeyOf('localhost')] },
  },
  { what: 'an app and a passkey', set: { totp: [authenticatorApp], passkeys: [passkeyOf('localhost')] } },
  { what: 'recovery codes alone', set: { recoveryCodes: { hashes: ['a hash'], createdAt: at } } },
];

describe.each(['off', 'optional', 'administrators', 'everyone'] as const)(
  'with SECOND_FACTOR=%s',
  (secondFactor) => {
    it.for(PEOPLE)(
      'the filter of the deciding write says the same of $what as the function',
      async ({ set }, { app }) => {
        const { settings, collections } = app.deps;
        const email = uniqueEmail();
        await app.signInByMail(email);
        // The id of a passkey is unique among users.
        await collections.users.updateMany({}, { $unset: { passkeys: '' } });
        await collections.users.updateOne({ email }, { $set: set });
        const user = await collections.users.findOne({ email });
        if (!user) throw new Error('the user is gone');
        const policy = { ...settings, secondFactor };
        const free = await collections.users.findOne({ $and: [{ email }, withoutSecondFactor(policy)] });
        expect(free === null).toBe(needsSecondFactor(policy, user));
        // An authenticator app always asks; a passkey only where everybody needs a second factor.
        const hasPasskey = 'passkeys' in set && set.passkeys.some(({ rpId }) => rpId === 'localhost');
        const hasApp = 'totp' in set && set.totp.length > 0;
        expect(needsSecondFactor(policy, user)).toBe(hasApp || (secondFactor === 'everyone' && hasPasskey));
        expect(mustEnrol(policy, user)).toBe(secondFactor === 'everyone' && !hasApp && !hasPasskey);
      },
    );
  },
);
