import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startBuiltServer } from './support/built-server.ts';
import { expect, test } from './support/fixtures.ts';
import { newestSignInMail } from './support/mailbox.ts';
import { startRecording } from './support/recording.ts';
import {
  addAuthenticator,
  withoutAutofill,
  withoutConditionalCreation,
} from './support/virtual-authenticator.ts';

const SERVER = fileURLToPath(new URL('../dist/server/commands/main.js', import.meta.url));
const ADA = 'ada@example.com';
const AUTH_SECRET = 'bXf0cVt7o3Kq9ZpJr5wYd2Lh8Ns4Ga6T';
const MOST_BYTES = 1_000_000;
const LONGEST_MS = 90_000;

/** The picture at the top of the README. To renew it, copy `demo.gif` from the test's output to `docs/images`. */
test('the demo of the README: sign-in by mail, a passkey, devices, and the console @all', async ({
  openPage,
}, testInfo) => {
  test.slow();
  const server = await startBuiltServer(testInfo.outputPath('demo.log'), { AUTH_SECRET, APP_NAME: 'Acme' });
  try {
    await promisify(execFile)(process.execPath, [SERVER, 'seed'], {
      env: { ...process.env, AUTH_SECRET, MONGODB_URI: server.databaseUri },
    });
    const page = await openPage({
      baseURL: `http://localhost:${server.port}`,
      viewport: { width: 960, height: 600 },
      colorScheme: 'light',
    });
    await withoutAutofill(page);
    await withoutConditionalCreation(page);
    await addAuthenticator(page);
    const recording = startRecording(page);

    await page.goto('/sign-in');
    await recording.say('One command starts Foyer. This is its sign-in page.');
    await recording.type(page.getByLabel('Email address'), ADA);
    await recording.click(page.getByRole('button', { name: 'Email me a link' }));
    const field = page.getByLabel('Code from the mail');
    await expect(field).toBeVisible();
    await recording.say('The mail has a link and a code. Nothing to remember.');
    const { code } = await newestSignInMail(page.request, ADA, 1, `http://localhost:${server.port}`);
    await recording.type(field, code);
    const create = page.getByRole('button', { name: 'Create a passkey' });
    await expect(create).toBeVisible();
    await recording.say('Signed in. A passkey makes the next time faster.');
    await recording.click(create);
    await expect(page.getByText('Two-step verification is off')).toBeVisible();
    await recording.say('The account: everything that a person looks after alone.');

    await recording.click(page.getByRole('link', { name: 'Sign-in methods' }).first());
    await expect(page.getByText('This device only')).toBeVisible();
    await recording.say('Passkeys, passwords, providers. The last method cannot be removed.');
    await page.goto('/sign-out');
    await recording.click(page.getByRole('button', { name: 'Sign out' }));
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
    await recording.say('From now on one click signs in, with a second factor built in.');
    await recording.click(page.getByRole('button', { name: 'Use a passkey' }));
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
    await recording.click(page.getByRole('link', { name: 'Devices' }).first());
    await expect(page.getByText('This device', { exact: true })).toBeVisible();
    await recording.say('Each device is listed. An ended session is dead at its next request.');

    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await recording.say('The console for administrators.');
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Search' });
    await expect(search).toBeFocused();
    await recording.type(search, 'hopper');
    await expect(page.getByRole('option', { name: /Grace Hopper/ })).toBeVisible();
    await recording.say('Ctrl K finds people, pages and actions.');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await recording.say('One person: methods, devices, activity, roles, and every action on them.');
    await page.goto('/developers');
    await page.waitForLoadState('networkidle');
    await recording.say('Apps and scripts call the same typed procedures.');

    const file = testInfo.outputPath('demo.gif');
    expect(await recording.save(file)).toBeLessThan(LONGEST_MS);
    expect((await stat(file)).size).toBeLessThan(MOST_BYTES);
  } finally {
    await server.end();
  }
});
