import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { Collections } from '../../src/server/database/collections.ts';
import { RECOVERY_CODES, SESSION_FRESH_MS } from '../../src/shared/limits.ts';
import { ownerOf } from './policy-flows.ts';

const METHODS = '/account/sign-in-methods';

/** An authenticator app of a test. */
export interface Authenticator {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Reads the secret that the open set-up shows. */
export async function readSecret(page: Page): Promise<string> {
  await page.getByText('Type the secret instead').click();
  const secret = await page.locator('details[open] code').textContent();
  return (secret ?? '').replaceAll(' ', '');
}

export function codeOf({ secret }: Pick<Authenticator, 'secret'>): string {
  return new TOTP({ secret }).generate();
}

/** Sets up an authenticator app on the page of the sign-in methods. */
export async function setUpAuthenticator(page: Page): Promise<Authenticator> {
  await page.goto(METHODS);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const secret = await readSecret(page);
  await page.getByLabel('Code that the app shows now').fill(codeOf({ secret }));
  const codes = page.getByRole('list', { name: /^Recovery codes for/ }).getByRole('listitem');
  await expect(codes).toHaveCount(RECOVERY_CODES);
  const recoveryCodes = await codes.allTextContents();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('Two-step verification is set up.')).toBeVisible();
  return { secret, recoveryCodes };
}

/** As if 30 seconds had passed: a code works once, and the app shows the next one only then. */
export async function waitForNextCode({ users }: Collections, email: string): Promise<void> {
  const { matchedCount } = await users.updateOne({ email }, { $set: { 'totp.0.lastStep': 0 } });
  expect(matchedCount).toBe(1);
}

/** Makes all sessions of a person old, with their proofs. */
export async function ageProofs(collections: Collections, email: string): Promise<void> {
  const userId = await ownerOf(collections, email);
  const at = new Date(Date.now() - SESSION_FRESH_MS - 60_000);
  await collections.sessions.updateMany({ userId }, { $set: { authenticatedAt: at, 'proofs.$[].at': at } });
}

/** Sends the form of the sign-in page, with any result. */
export async function sendPassword(page: Page, email: string, password: string): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[name=way][value=password]').click();
}

/** Gives the password on the sign-in page, up to the second step. */
export async function giveFirstFactor(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/sign-in');
  await sendPassword(page, email, password);
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
}
