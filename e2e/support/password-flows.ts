import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { apiClient } from './access-token.ts';
import { expectSignedIn } from './flows.ts';
import { messagesTo } from './mailbox.ts';
import { newestCode } from './policy-flows.ts';
import { serverUnderTest } from './server-under-test.ts';

export const PASSWORD = 'plover gantry umbel frisk';
export const ANOTHER_PASSWORD = 'quorum thimble ashlar vole';

/** Signs up on the sign-in page, up to the mail. */
export async function askToSignUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Name (optional)').fill('Ada Lovelace');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

/**
 * Signs a new person up with a password by calls, and opens the account. `passwords.spec.ts` signs up on the
 * pages.
 */
export async function signUp(
  page: Page,
  request: APIRequestContext,
  email: string,
  origin = serverUnderTest().origin,
): Promise<void> {
  await signUpWithoutPages(page, request, email, origin);
  await page.goto('/account');
  await expectSignedIn(page);
}

/** As `signUp`, for browser tests that open another page first. */
export async function signUpWithoutPages(
  page: Page,
  request: APIRequestContext,
  email: string,
  origin = serverUnderTest().origin,
): Promise<void> {
  const { password, session } = apiClient(page.request, origin);
  await password.signUp.mutate({ email, password: PASSWORD, name: 'Ada Lovelace' });
  await session.signInWithCode.mutate({ email, code: await newestCode(request, email, 1) });
}

/** Sends the form of the sign-in page, with any result. */
export async function tryPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  // Its name may end with "Last used". Another button signs in with a passkey.
  await page.getByRole('button', { name: /^Sign in(?! with)/ }).click();
}

/** The link of the newest password reset mail to this address. */
export async function newestResetLink(request: APIRequestContext, email: string): Promise<string> {
  const links = async () =>
    (await messagesTo(request, email)).flatMap(
      ({ text }) => text.match(/https?:\/\/\S+\/reset-password\?\S+/)?.[0] ?? [],
    );
  await expect.poll(async () => (await links()).length).toBeGreaterThan(0);
  const [newest] = await links();
  if (newest === undefined) throw new Error('The mail with the link has gone.');
  return newest;
}
