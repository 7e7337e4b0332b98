import { ObjectId } from 'mongodb';
import { DAY_MS } from '../../shared/limits.ts';
import { emailFields, nameFields } from '../../server/database/search-key.ts';
import type { UserDocument } from '../../server/database/user-documents.ts';
import type { TestApp } from '../app/test-app.ts';
import { uniqueEmail } from '../run/unique-name.ts';

/** A person as a sign-up by mail stores them, with these changes. */
export function aUserDocument(changes: Partial<UserDocument> = {}): UserDocument {
  const { name = 'Ada', email = uniqueEmail(), createdAt = new Date() } = changes;
  return {
    _id: new ObjectId(),
    ...nameFields(name),
    ...emailFields(email),
    emailVerified: createdAt,
    locale: 'en',
    accounts: [],
    createdAt,
    updatedAt: createdAt,
    ...changes,
  };
}

/** Stores people and answers them in this order. */
export async function storeUsers(
  app: TestApp,
  people: readonly Partial<UserDocument>[],
): Promise<UserDocument[]> {
  const stored = people.map((changes) => aUserDocument(changes));
  await app.deps.collections.users.insertMany(stored);
  return stored;
}

let years = 0;
/** A year of its own for the people of a test, so that the people of other tests are not in its list. */
export function ownYear() {
  const start = Date.UTC(1970 + years++);
  return {
    at: (day: number) => new Date(start + day * DAY_MS),
    window: {
      createdAfter: new Date(start).toISOString(),
      createdBefore: new Date(start + 360 * DAY_MS).toISOString(),
    },
  };
}
