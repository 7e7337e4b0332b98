import { expect, type Page } from '@playwright/test';
import type { ObjectId } from 'mongodb';
import type { Collections } from '../../src/server/database/collections.ts';
import { SESSION_FRESH_MS } from '../../src/shared/limits.ts';
import { signInByCode } from './access-token.ts';
import { expectSignedIn, identify, type DemoProvider } from './flows.ts';

/** Signs in at the provider, from the sign-in page to the policy's page. */
export async function arriveWith(
  page: Page,
  provider: DemoProvider,
  login: string,
  email: string,
): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: `Continue with ${provider}` }).click();
  await identify(page, login, email);
  // Without its script, the next page's buttons do something else.
  await page.waitForLoadState('networkidle');
}

/** Signs in by mail without pages, and opens the account: for tests of later pages. */
export async function arriveSignedInByMail(page: Page, email: string): Promise<void> {
  await signInByCode(page.request, email);
  await page.goto('/account');
  await expectSignedIn(page);
}

export async function ownerOf(collections: Collections, email: string): Promise<ObjectId> {
  const owner = await collections.users.findOne({ email, emailVerified: { $ne: null } });
  if (!owner) throw new Error(`Nobody has verified ${email}.`);
  return owner._id;
}

export async function userOfAccount(
  collections: Collections,
  provider: string,
  login: string,
): Promise<ObjectId | null> {
  const user = await collections.users.findOne({
    accounts: { $elemMatch: { provider, providerAccountId: login } },
  });
  return user?._id ?? null;
}

/** Makes the sessions of this address's owner stale. */
export async function ageSessions(collections: Collections, email: string): Promise<void> {
  const { matchedCount } = await collections.sessions.updateMany(
    { userId: await ownerOf(collections, email) },
    { $set: { authenticatedAt: new Date(Date.now() - SESSION_FRESH_MS - 60_000) } },
  );
  expect(matchedCount).toBeGreaterThan(0);
}
