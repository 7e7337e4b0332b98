import { array, assert, asyncProperty, constantFrom, option, record } from 'fast-check';
import { ObjectId, type Document, type Filter } from 'mongodb';
import { expect } from 'vitest';
import { it } from '../../../testing/app/fixture.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { needsSecondFactor, withoutSecondFactor } from './second-factor-policy.ts';

/** What the rule reads of a user. A field may be missing. */
const factors = record(
  {
    totp: option(array(record({ name: constantFrom('Phone', 'Tablet') }), { maxLength: 2 }), {
      nil: undefined,
    }),
    passkeys: option(
      array(record({ rpId: constantFrom('id.example.test', 'old.example.test') }), { maxLength: 3 }),
      {
        nil: undefined,
      },
    ),
  },
  { requiredKeys: [] },
);

const settings = record({
  secondFactor: constantFrom('off', 'optional', 'administrators', 'everyone'),
  origin: constantFrom('https://id.example.test', 'https://old.example.test', 'https://new.example.test'),
});

it('the filter of the deciding write finds those of whom the function says that they need no second factor', async ({
  app,
}) => {
  const people = app.db.collection<Document>('people_of_the_policy');
  await assert(
    asyncProperty(settings, array(factors, { minLength: 1, maxLength: 12 }), async (policy, users) => {
      await people.deleteMany({});
      const rows = users.map(({ totp, passkeys }) => ({
        _id: new ObjectId(),
        ...(totp ? { totp } : {}),
        ...(passkeys ? { passkeys } : {}),
      }));
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
