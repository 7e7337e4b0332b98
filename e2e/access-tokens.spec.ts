import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from './support/fixtures.ts';
import { arriveSignedIn, tabTo, signInWithoutPages } from './support/flows.ts';
import { inspect } from './support/inspect.ts';

async function runCommand(
  command: string,
): Promise<{ result?: { data: unknown }; error?: { data: unknown } }> {
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command]);
  return JSON.parse(stdout) as { result?: { data: unknown } };
}

test('a token created by keyboard works in the shown terminal command, and is refused after it was revoked', async ({
  page,
  person,
}) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  await page.getByRole('link', { name: 'Access tokens' }).click();
  await expect(page.getByText('You have no access tokens.')).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: 'New token' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Nightly report');
  await tabTo(page, page.getByLabel(/See your name, picture/));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByLabel('In 30 days'));
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByLabel('In 7 days')).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Create token' }));
  await page.keyboard.press('Enter');

  const made = page.getByRole('region', { name: '“Nightly report” is ready' });
  await expect(made.getByText('this is the only time it is shown')).toBeVisible();
  const token = (await made.getByText(/^foyer_pat_/).textContent()) ?? '';
  const command = (await made.getByText(/^curl /).textContent()) ?? '';
  expect(token).toMatch(/^foyer_pat_[0-9A-Za-z]{49}$/);
  expect(command).toContain(token);

  const { result } = await runCommand(command);
  expect(result?.data).toMatchObject({ name: expect.any(String), locale: 'en' });

  await page.reload();
  await expect(page.getByText(/^curl /)).toHaveCount(0);
  const item = page.getByRole('region', { name: 'Your tokens' });
  await expect(item.getByText(/last used .* with curl/)).toBeVisible();
  await expect(item.getByText('Expires in 7 days')).toBeVisible();

  await page.getByRole('button', { name: 'Revoke Nightly report' }).click();
  const answered = page.waitForResponse((response) => response.url().includes('accessTokens.revoke'));
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await answered;
  expect((await runCommand(command)).error?.data).toMatchObject({ appCode: 'ACCESS_TOKEN_INVALID' });
  await expect(page.getByText('“Nightly report” is revoked.')).toBeVisible();
  await expect(page.getByText('You have no access tokens.')).toBeVisible();
});

test('an incomplete form and a new token pass the accessibility and layout checks @all', async ({
  page,
  person,
}) => {
  await signInWithoutPages(page, 'Demo One', person.login);
  await page.goto('/account/access-tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await page.getByLabel('On a day').check();
  await inspect(page, 'access-tokens-issues');
  await page.getByLabel('In 90 days').check();
  await page.getByLabel('Name', { exact: true }).fill('Nightly report on the office server');
  for (const scope of ['profile:read', 'accounts:read', 'sessions:read', 'sessions:write', 'activity:read'])
    await page.getByText(scope, { exact: true }).click();
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText(/^foyer_pat_\w{49}$/)).toBeVisible();
  await inspect(page, 'access-tokens-made');
});
