import type { Locator, Page } from '@playwright/test';
import { signInByCode } from './support/access-token.ts';
import { connect, identify } from './support/flows.ts';
import { expect, test } from './support/fixtures.ts';
import { ageSessions, userOfAccount } from './support/policy-flows.ts';

function verifyDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Verify it’s you' });
}

async function askToRemove(page: Page, provider: string): Promise<void> {
  await page.getByRole('button', { name: `Remove ${provider}` }).click();
  const dialog = page.getByRole('dialog', { name: `Remove ${provider}?` });
  await dialog.getByRole('button', { name: 'Remove' }).click();
}

test('a removal is done after a verification at a provider @all', async ({ page, person, collections }) => {
  await signInByCode(page.request, person.email);
  await connect(page, 'Demo Two', person.login);
  await ageSessions(collections, person.email);
  await askToRemove(page, 'Demo Two');
  await verifyDialog(page).getByRole('button', { name: 'Continue with Demo Two' }).click();
  await identify(page, person.login);
  await expect(page.getByText('Demo Two was removed. You can no longer sign in with it.')).toBeVisible();
  await expect(page).toHaveURL('/account/sign-in-methods');
  expect(await userOfAccount(collections, 'demo-two', person.login)).toBeNull();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Connect Demo Two' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});
