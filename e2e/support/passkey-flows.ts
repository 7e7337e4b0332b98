import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export const METHODS = '/account/sign-in-methods';

export async function createPasskey(page: Page): Promise<void> {
  await page.goto(METHODS);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByText(/The passkey “.+” was created\./)).toBeVisible();
}
