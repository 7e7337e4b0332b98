import type { Page } from '@playwright/test';
import type { ObjectId } from 'mongodb';
import type { Collections } from '../../src/server/database/collections.ts';
import { arriveSignedIn } from './flows.ts';
import { userOfAccount } from './policy-flows.ts';

/** Signs a user in and gives them the role, as the server's command does. */
export async function signInAsAdministrator(
  page: Page,
  collections: Collections,
  login: string,
): Promise<ObjectId> {
  await arriveSignedIn(page, 'Demo One', login);
  const id = await userOfAccount(collections, 'demo-one', login);
  if (!id) throw new Error(`${login} has no account.`);
  await collections.users.updateOne({ _id: id }, { $set: { roles: ['administrator'] } });
  await collections.administrators.updateOne(
    { _id: 'administrators' },
    { $addToSet: { members: id } },
    { upsert: true },
  );
  return id;
}
