import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ObjectId } from 'mongodb';
import type { AccessTokenDocument } from '../src/server/database/collections.ts';
import { DAY_MS } from '../src/shared/limits.ts';
import { expect, test } from './fixtures.ts';
import { identify, arriveSignedIn, tabTo, signInWithoutPages } from './flows.ts';
import { inspect } from './inspect.ts';
import { ageSessions, userOfAccount } from './policy-flows.ts';

/** Runs a line of the page in a shell, as a terminal does, and reads the answer. */
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
  // The form opens with a name, which is selected.
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
  const signOut = command.replace('profile.get', 'session.signOut');
  const refused = await runCommand(`${signOut} -H 'content-type: application/json' -d '{}'`);
  expect(refused.error?.data).toMatchObject({ appCode: 'ACCESS_TOKEN_REFUSED', httpStatus: 403 });

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

test('a stale session is verified at a provider, and the token is created on return', async ({
  page,
  person,
  collections,
}) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  const user = await userOfAccount(collections, 'demo-one', person.login);
  if (!user) throw new Error('The user is not there.');
  await page.goto('/account/access-tokens');
  await ageSessions(collections, user);
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('After verifying');
  await page.getByLabel(/See your phone number/).check();
  await page.getByRole('button', { name: 'Create token' }).click();
  await page
    .getByRole('dialog', { name: 'Verify it’s you' })
    .getByRole('button', { name: 'Continue with Demo One' })
    .click();
  await identify(page, person.login);
  await expect(page.getByRole('region', { name: '“After verifying” is ready' })).toBeVisible();
  await expect(page.getByText(/^foyer_pat_\w{49}$/)).toBeVisible();
});

test('the page without tokens and with an incomplete form passes the accessibility and layout checks @all', async ({
  page,
  person,
}) => {
  await signInWithoutPages(page, 'Demo One', person.login);
  await page.goto('/account/access-tokens');
  await expect(page.getByText('You have no access tokens.')).toBeVisible();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await page.getByLabel('On a day').check();
  await inspect(page, 'access-tokens-issues');
});

test('the page with a new token passes the accessibility and layout checks @all', async ({
  page,
  person,
}) => {
  await signInWithoutPages(page, 'Demo One', person.login);
  await page.goto('/account/access-tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Nightly report on the office server');
  for (const scope of ['profile:read', 'accounts:read', 'sessions:read', 'sessions:write', 'activity:read'])
    await page.getByText(scope, { exact: true }).click();
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText(/^foyer_pat_\w{49}$/)).toBeVisible();
  await inspect(page, 'access-tokens-made');
});

test('the page with an expired token and a revoke dialog passes the accessibility and layout checks @all', async ({
  page,
  person,
  collections,
}) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  const userId = await userOfAccount(collections, 'demo-one', person.login);
  if (!userId) throw new Error('The user is not there.');
  const now = new Date();
  const row: Omit<AccessTokenDocument, '_id' | 'tokenHash' | 'name' | 'expires'> = {
    userId,
    lastFour: '4fQz',
    scopes: ['profile:read', 'sessions:read', 'sessions:write'],
    createdAt: new Date(now.getTime() - 20 * DAY_MS),
    authenticatedAt: now,
    proofs: [],
    lastUsed: { at: now, ip: '192.0.2.7', userAgent: 'curl/8.5.0' },
  };
  const living = { id: new ObjectId(), expires: new Date(now.getTime() + 2 * DAY_MS) };
  const expired = { id: new ObjectId(), expires: new Date(now.getTime() - DAY_MS) };
  for (const [name, { id, expires }] of Object.entries({ 'Nightly report': living, 'Old laptop': expired }))
    await collections.accessTokens.insertOne({ ...row, _id: id, tokenHash: id.toHexString(), name, expires });
  await collections.users.updateOne(
    { _id: userId },
    { $set: { accessTokens: [{ ...living, addedBy: living.id }] } },
  );

  await page.goto('/account/access-tokens');
  await expect(page.getByRole('button', { name: 'Remove Old laptop' })).toBeVisible();
  await page.getByRole('button', { name: 'Revoke Nightly report' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspect(page, 'access-tokens-revoke');
});
