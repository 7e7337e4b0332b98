import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { expect, test } from './support/fixtures.ts';
import { identify, signInWithoutPages } from './support/flows.ts';
import { inspect } from './support/inspect.ts';
import { serverUnderTest } from './support/server-under-test.ts';

const SOURCE = fileURLToPath(new URL('../package/src/cli/main.ts', import.meta.url));

/** The real command line as a process, with its tokens in `config`. */
function foyer(config: string, ...args: string[]) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, XDG_CONFIG_HOME: config, FOYER_URL: serverUnderTest().origin };
  const child = spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  return {
    ended,
    async said(pattern: RegExp) {
      await expect.poll(() => out, { timeout: 30_000 }).toMatch(pattern);
      return pattern.exec(out)?.[0] ?? '';
    },
  };
}

let folder: string;
let command: string;
let config: string;
// A bundle starts several times as fast as the sources.
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-cli-built-'));
  command = join(folder, 'foyer.mjs');
  await build({ entryPoints: [SOURCE], outfile: command, bundle: true, platform: 'node', format: 'esm' });
});
test.afterAll(() => rm(folder, { recursive: true }));
test.beforeEach(async () => {
  config = await mkdtemp(join(tmpdir(), 'foyer-cli-'));
});
test.afterEach(() => rm(config, { recursive: true }));

async function startProgram(page: Page, device_name: string, scope = 'profile:read') {
  const form = { client_id: 'foyer-cli', device_name, scope };
  const answer = await page.request.post('/oauth/device_authorization', { form });
  return (await answer.json()) as { readonly user_code: string; readonly device_code: string };
}

test('a terminal signs in through the browser, lists sessions and signs out', async ({ page, person }) => {
  const login = foyer(config, 'login', '--no-open');
  const address = await login.said(/http:\S+\/device\?code=\S+/);
  const code = await login.said(/[A-Z]{4}-[A-Z]{4}(?=\n)/);
  // After the sign-in, the browser returns to this page.
  await page.goto(address);
  await page.getByRole('button', { name: 'Continue with Demo One' }).click();
  await identify(page, person.login);
  await expect(page.getByLabel('Code')).toHaveValue(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Allow this app?' })).toBeVisible();
  await expect(page.getByText(code, { exact: true })).toBeVisible();
  await expect(page.getByText(`“Foyer CLI on ${hostname()}”`)).toBeVisible();
  const allow = page.getByRole('button', { name: 'Allow' });
  await expect(allow).toBeInViewport({ ratio: 1 });
  await allow.click();
  await expect(page.getByRole('heading', { name: 'The device is connected' })).toBeVisible();
  await inspect(page, 'device-approved');

  expect(await login.ended).toMatchObject({ code: 0, err: '' });
  await expect(page.getByText('The app is in the list of your access tokens.')).toBeVisible();
  expect((await foyer(config, 'sessions').ended).out).toMatch(/Chrom\w+/);

  await page.getByRole('link', { name: 'See your access tokens' }).click();
  await expect(page.getByText(`Foyer CLI on ${hostname()}`).first()).toBeVisible();
  expect(await foyer(config, 'logout').ended).toMatchObject({ code: 0 });
  expect((await foyer(config, 'whoami').ended).code).toBe(3);
  await page.reload();
  await expect(page.getByText('You have no access tokens.')).toBeVisible();
});

test('the pages for the device code pass the accessibility and layout checks @all', async ({
  page,
  person,
  collections,
}) => {
  await signInWithoutPages(page, 'Demo One', person.login);
  await page.goto('/device?code=BCDF');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter the eight letters')).toBeVisible();
  await inspect(page, 'device-code');

  const { user_code } = await startProgram(
    page,
    'Foyer CLI on a-machine-with-a-rather-long-name.example.com',
    'profile:read sessions:read sessions:write tokens:read',
  );
  await page.getByLabel('Code').fill(user_code);
  await page.keyboard.press('Enter');
  await expect(page.getByText('the same network address')).toBeVisible();
  await inspect(page, 'device-review');

  await collections.deviceAuthorizations.updateMany({ status: 'pending' }, { $set: { ip: '198.51.100.9' } });
  await page.getByRole('button', { name: 'Enter another code' }).click();
  await page.getByLabel('Code').fill(user_code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('from another network than yours');
  await inspect(page, 'device-review-elsewhere');

  const asked = { client_id: 'demo-television', scope: 'openid email' };
  const begun = await page.request.post('/oauth/device_authorization', { form: asked });
  const television = (await begun.json()) as { user_code: string };
  await page.getByRole('button', { name: 'Enter another code' }).click();
  await page.getByLabel('Code').fill(television.user_code);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This name is verified.')).toBeVisible();
  await inspect(page, 'device-review-app');
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('heading', { name: 'The request was denied' })).toBeVisible();
  await inspect(page, 'device-denied');
});
