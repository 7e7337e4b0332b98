import {
  accountsOf,
  momentOf,
  objectOf,
  objectsOf,
  requiredText,
  subjectsOf,
  textOf,
  type Convert,
} from '../person.ts';

/** Auth.js with MongoDB: a user with `accounts`, in Extended JSON. Many applications add `password`. */
export const fromAuthJs: Convert = (record, options) => {
  const externalId = requiredText(objectOf(record['_id']), '$oid');
  const subjects = subjectsOf(objectsOf(record['accounts']), 'provider', 'providerAccountId');
  return {
    person: {
      externalId,
      email: textOf(record['email']),
      emailVerified: dateOf(record['emailVerified']) !== undefined,
      name: textOf(record['name']),
      passwordHash: textOf(record['password']) ?? textOf(record['passwordHash']),
      accounts: accountsOf(subjects, options),
      // The first four bytes of an ObjectId are its creation time.
      createdAt: momentOf(Number.parseInt(externalId.slice(0, 8), 16) * 1000),
    },
  };
};

/** `{"$date":"2020-…"}`, or with milliseconds in `$numberLong`. */
function dateOf(value: unknown): string | undefined {
  const date = objectOf(value)['$date'];
  return momentOf(textOf(date) ?? objectOf(date)['$numberLong'] ?? value);
}
