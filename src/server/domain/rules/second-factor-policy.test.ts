import { array, assert, asyncProperty, constantFrom, record } from 'fast-check';
import { ObjectId, type Document, type Filter } from 'mongodb';
import { describe, expect } from 'vitest';
import { it } from '../../../testing/app/fixture.ts';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { mustEnrol, needsSecondFactor, withoutSecondFactor } from './second-factor-policy.ts';

const POLICIES = ['off', 'optional', 'administrators', 'everyone'] as const;
const HERE = 'id.example.test';

describe('who needs a second factor', () => {
  const totp = [{ name: 'Phone' }];
  const passkeysOf = (...hosts: string[]) => hosts.map((rpId) => ({ rpId }));
  const PEOPLE: readonly [string, object, hasApp: boolean, hasPasskey: boolean][] = [
    ['nothing', {}, false, false],
    ['empty lists', { totp: [], passkeys: [] }, false, false],
    ['an authenticator app', { totp }, true, false],
    ['a passkey of this host', { passkeys: passkeysOf(HERE) }, false, true],
    ['a passkey of a former host', { passkeys: passkeysOf('former.example') }, false, false],
    ['passkeys of both hosts', { passkeys: passkeysOf('former.example', HERE) }, false, true],
    ['an app and a passkey', { totp, passkeys: passkeysOf(HERE) }, true, true],
    ['recovery codes alone', { recoveryCodes: { hashes: ['a hash'] } }, false, false],
  ];

  it.for(PEOPLE)('is decided for a person with %s', ([_what, factors, hasApp, hasPasskey]) => {
    for (const secondFactor of POLICIES)
      for (const roles of [[], [ADMINISTRATOR]]) {
        const policy = { secondFactor, origin: `https://${HERE}` };
        const user = { ...factors, roles } as unknown as UserDocument;
        const isDemanded =
          secondFactor === 'everyone' || (secondFactor === 'administrators' && roles.length > 0);
        expect(needsSecondFactor(policy, user)).toBe(hasApp || (isDemanded && hasPasskey));
        expect(mustEnrol(policy, user)).toBe(isDemanded && !hasApp && !hasPasskey);
      }
  });
});

/** A field may be missing. */
const factors = record(
  {
    totp: array(record({ name: constantFrom('Phone', 'Tablet') }), { maxLength: 2 }),
    passkeys: array(record({ rpId: constantFrom(HERE, 'old.example.test') }), { maxLength: 3 }),
    roles: array(constantFrom(ADMINISTRATOR, 'editor'), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

const settings = record({
  secondFactor: constantFrom(...POLICIES),
  origin: constantFrom(`https://${HERE}`, 'https://old.example.test', 'https://new.example.test'),
});

it('the filter of the deciding write finds those of whom the function says that they need no second factor', async ({
  app,
}) => {
  const people = app.db.collection<Document>('people_of_the_policy');
  await assert(
    asyncProperty(settings, array(factors, { minLength: 1, maxLength: 12 }), async (policy, users) => {
      await people.deleteMany({});
      const rows = users.map((user) => ({ _id: new ObjectId(), ...user }));
      await people.insertMany(rows);
      const found = await people.find(withoutSecondFactor(policy) as Filter<Document>).toArray();
      const expected = rows.filter((row) => !needsSecondFactor(policy, row as unknown as UserDocument));
      expect(found.map(({ _id }) => String(_id)).toSorted()).toEqual(
        expected.map(({ _id }) => String(_id)).toSorted(),
      );
    }),
    { numRuns: 60 },
  );
});
