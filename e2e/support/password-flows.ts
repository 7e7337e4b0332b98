import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { apiClient } from './access-token.ts';
import { expectSignedIn } from './flows.ts';
import { messagesTo, newestCode, newestOf } from './mailbox.ts';

export const PASSWORD = 'plover gantry umbel frisk';
export const ANOTHER_PASSWORD = 'quorum thimble ashlar vole';
/** The shared server finds it in a data breach. */
export const BREACHED_PASSWORD = 'walrus under a violet moon';

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
export async function signUp(page: Page, email: string): Promise<void> {
  await signUpWithoutPages(page, email);
  await page.goto('/account');
  await expectSignedIn(page);
}

/** As `signUp`, for browser tests that open another page first. */
export async function signUpWithoutPages(page: Page, email: string, origin?: string): Promise<void> {
  const { password, session } = apiClient(page.request, origin);
  await password.signUp.mutate({ email, password: PASSWORD, name: 'Ada Lovelace' });
  await session.signInWithCode.mutate({ email, code: await newestCode(page.request, email, 1) });
}

/** Sends the form of the sign-in page in any language, with any result. */
export async function sendPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[name=way][value=password]').click();
}

/** The link of the password reset mail to this address. */
export const resetLink = (request: APIRequestContext, email: string) =>
  newestOf(
    async () =>
      (await messagesTo(request, email)).flatMap(
        ({ text }) => text.match(/https?:\/\/\S+\/reset-password\?\S+/)?.[0] ?? [],
      ),
    1,
  );
