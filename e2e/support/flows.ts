import { expect, type Locator, type Page } from '@playwright/test';
import { formOf } from '../../src/testing/app/http-browser.ts';
import { apiClient } from './access-token.ts';

export type DemoProvider = 'Demo One' | 'Demo Two';

/** Ends on the page "Check your email". */
export async function requestMail(page: Page, address: string): Promise<void> {
  await page.goto('/sign-in');
  await submitAddress(page, address);
}

/** Sends the form of the sign-in page. Ends on the page "Check your email". */
export async function submitAddress(page: Page, address: string): Promise<void> {
  await page.getByLabel('Email address').fill(address);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

/** Signs in at the provider without pages, and opens the account: for tests of later pages. */
export async function arriveSignedIn(page: Page, provider: DemoProvider, login: string): Promise<void> {
  await signInWithoutPages(page, provider, login);
  await page.goto('/account');
  await expectSignedIn(page);
}

/** Like `arriveSignedIn`, but opens no page. */
export async function signInWithoutPages(page: Page, provider: DemoProvider, login: string): Promise<void> {
  const { request } = page;
  const { url } = await apiClient(request).session.signInWith.mutate({
    provider: provider === 'Demo One' ? 'demo-one' : 'demo-two',
    callbackUrl: '/account',
  });
  const asked = await request.get(url);
  const { action, fields } = formOf({
    url: asked.url(),
    status: asked.status(),
    headers: new Headers(asked.headers()),
    html: await asked.text(),
  });
  const form = { ...Object.fromEntries(fields), action: 'sign-in', login };
  await request.post(action, { form, headers: { origin: new URL(action).origin } });
}

/** Signs in at the provider, from the sign-in page and back. */
export async function signInWith(page: Page, provider: DemoProvider, login: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: `Continue with ${provider}` }).click();
  await identify(page, login);
  await expectSignedIn(page);
}

/** Demo One's addresses are trusted, Demo Two's are not. */
export async function identify(page: Page, login: string, email?: string): Promise<void> {
  await page.getByLabel('Login name').fill(login);
  if (email !== undefined) await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Connects an account of the provider, from "Sign-in methods" and back. */
export async function connect(page: Page, provider: DemoProvider, login: string): Promise<void> {
  await page.goto('/account/sign-in-methods');
  await page.getByRole('button', { name: `Connect ${provider}` }).click();
  await identify(page, login);
  await expect(page.getByText(`${provider} is connected.`)).toBeVisible();
}

export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await page.goto('/sign-out');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
}

export async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu of/ }).click();
}

export async function expectSignedOut(page: Page): Promise<void> {
  await page.goto('/account');
  await expect(page).toHaveURL(/\/sign-in\?/);
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
}

/** The details of an error have the code for the operator. */
export async function expectErrorCode(page: Page, code: string): Promise<void> {
  const shown = page.getByText(`Code: ${code}`);
  await expect(shown).toBeHidden();
  await page.getByText('Details', { exact: true }).click();
  await expect(shown).toBeVisible();
}

export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Not reached by the Tab key: ${target.toString()}`);
}

/** Tells a tab that it is visible again. A headless browser never hides its tabs. */
export async function lookAt(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}
