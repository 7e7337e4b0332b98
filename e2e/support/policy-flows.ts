import { expect, type APIRequestContext, type Page } from '@playwright/test';
import type { ObjectId } from 'mongodb';
import type { Collections } from '../../src/server/database/collections.ts';
import { SESSION_FRESH_MS } from '../../src/shared/limits.ts';
import { apiClient } from './access-token.ts';
import { expectSignedIn, requestMail, type DemoProvider } from './flows.ts';
import { messagesTo, newestSignInMail, signInMailsTo } from './mailbox.ts';
import { serverUnderTest } from './server-under-test.ts';

/** Demo One's addresses are trusted, Demo Two's are not. */
export async function identifyAs(page: Page, login: string, email: string): Promise<void> {
  await page.getByLabel('Login name').fill(login);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in at the provider, from the sign-in page to the policy's page. */
export async function arriveWith(
  page: Page,
  provider: DemoProvider,
  login: string,
  email: string,
): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: `Continue with ${provider}` }).click();
  await identifyAs(page, login, email);
  // Without its script, the next page's buttons do something else.
  await page.waitForLoadState('networkidle');
}

/** Signs in by mail without pages, and opens the account: for tests of later pages. */
export async function arriveSignedInByMail(
  page: Page,
  request: APIRequestContext,
  email: string,
): Promise<void> {
  await signInByMailWithoutPages(page, request, email);
  await page.goto('/account');
  await expectSignedIn(page);
}

/** Like `arriveSignedInByMail`, but opens no page. */
export async function signInByMailWithoutPages(
  page: Page,
  request: APIRequestContext,
  email: string,
): Promise<void> {
  const { session } = apiClient(page.request, serverUnderTest().origin);
  const before = (await signInMailsTo(request, email)).length;
  await session.requestLink.mutate({ email });
  const { code } = await newestSignInMail(request, email, before + 1);
  await session.signInWithCode.mutate({ email, code });
}

export async function signInByMail(page: Page, request: APIRequestContext, email: string): Promise<void> {
  const before = (await signInMailsTo(request, email)).length;
  await requestMail(page, email);
  const { code } = await newestSignInMail(request, email, before + 1);
  await page.getByLabel('Or enter the code from the mail').fill(code);
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

/** Makes this user's sessions stale. */
export async function ageSessions(collections: Collections, userId: ObjectId): Promise<void> {
  const { matchedCount } = await collections.sessions.updateMany(
    { userId },
    { $set: { authenticatedAt: new Date(Date.now() - SESSION_FRESH_MS - 60_000) } },
  );
  expect(matchedCount).toBeGreaterThan(0);
}

/** Waits for `count` mails with a code. Returns the newest code. */
export async function newestCode(request: APIRequestContext, email: string, count: number): Promise<string> {
  let codes: string[] = [];
  const read = async () => {
    codes = (await messagesTo(request, email)).flatMap(
      ({ text }) => text.match(/^\s*(\d{3}[\s-]?\d{3})\s*$/m)?.[1]?.replace(/\D/g, '') ?? [],
    );
    return codes.length;
  };
  await expect.poll(read).toBe(count);
  const [newest] = codes;
  if (newest === undefined) throw new Error('The mail with the code has gone.');
  return newest;
}
