import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { Collections } from '../../src/server/database/collections.ts';
import { RECOVERY_CODES, SESSION_FRESH_MS } from '../../src/shared/limits.ts';
import { sendPassword } from './password-flows.ts';
import { ownerOf } from './policy-flows.ts';

const METHODS = '/account/sign-in-methods';

export async function readSecret(page: Page): Promise<string> {
  await page.getByText('Type the secret instead').click();
  const secret = await page.locator('details[open] code').textContent();
  return (secret ?? '').replaceAll(' ', '');
}

export function codeOf({ secret }: { readonly secret: string }): string {
  return new TOTP({ secret }).generate();
}

export async function setUpAuthenticator(page: Page) {
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

/** A code works once, and the app shows the next one after 30 seconds. This resets it. */
export async function waitForNextCode({ users }: Collections, email: string): Promise<void> {
  const { matchedCount } = await users.updateOne({ email }, { $set: { 'totp.0.lastStep': 0 } });
  expect(matchedCount).toBe(1);
}

export async function ageProofs(collections: Collections, email: string): Promise<void> {
  const userId = await ownerOf(collections, email);
  const at = new Date(Date.now() - SESSION_FRESH_MS - 60_000);
  await collections.sessions.updateMany({ userId }, { $set: { authenticatedAt: at, 'proofs.$[].at': at } });
}

/** Signs in with the password, up to the second step. */
export async function giveFirstFactor(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in');
  await sendPassword(page, email);
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
}
