import type { Page } from '@playwright/test';
import { sessionCookieName } from '../src/shared/session-cookie.ts';
import { startBuiltServer, type BuiltServer } from './support/built-server.ts';
import { expect, makeUser, test } from './support/fixtures.ts';
import { identify, openUserMenu, signInWith } from './support/flows.ts';
import { newestSignInMail } from './support/mailbox.ts';
import { PASSWORD } from './support/password-flows.ts';

const BASE = '/id';

/** What a page asks this Foyer for outside the base path. */
function outsideOf(page: Page, origin: string): string[] {
  const outside: string[] = [];
  page.on('request', (request) => {
    const { origin: host, pathname } = new URL(request.url());
    if (host === origin && !/^\/(?:id(?:\/|$)|\.well-known\/)/.test(pathname)) outside.push(request.url());
  });
  return outside;
}

/** Signs up, and goes on to a page of the account, which is loaded again. */
async function signUpAndStay(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(`${url}/sign-up`);
  await page.locator('input[name=name]').fill('Ada Lovelace');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const { link, code } = await newestSignInMail(page.request, email, 1, url);
  expect(link.startsWith(`${url}/confirm?`)).toBe(true);
  await page.locator('input[name=code]').fill(code);
  await expect(page).toHaveURL(new RegExp(`^${url}/(?:account|add-passkey)`));
  await page.goto(`${url}/account`);
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await page.getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL(`${url}/account/devices`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Devices', exact: true })).toBeVisible();
}

// The browser tests share one server, so they run in one worker.
test.describe.configure({ mode: 'default' });
test.describe('below BASE_PATH', () => {
  let server: BuiltServer;
  let url: string;
  test.beforeAll(async ({ browserName: _ }, { outputDir }) => {
    server = await startBuiltServer(`${outputDir}-base-path.log`, { BASE_PATH: BASE });
    url = `http://localhost:${server.port}${BASE}`;
  });
  test.afterAll(async () => server.end());

  test('a person uses every kind of page, and their browser asks for nothing elsewhere', async ({
    openPage,
  }) => {
    const page = await openPage();
    const outside = outsideOf(page, new URL(url).origin);
    const { email } = makeUser();
    await signUpAndStay(page, url, email);
    await page.goto(`${url}/dev/outbox`);
    await expect(page.getByText(email).first()).toBeVisible();

    await page.goto(`${url}/account`);
    await openUserMenu(page);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${url}/sign-out`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${url}/sign-in`);
    await page.goto(`${url}/account/devices`);
    await expect(page).toHaveURL(
      `${url}/sign-in?error=SessionRequired&callbackUrl=${encodeURIComponent(`${BASE}/account/devices`)}`,
    );
    expect(outside).toEqual([]);
  });

  test('a provider signs in, and leads back to the page that asked @all', async ({ openPage }) => {
    const page = await openPage();
    const outside = outsideOf(page, new URL(url).origin);
    await page.goto(`${url}/sign-in?callbackUrl=${encodeURIComponent(`${BASE}/account/activity`)}`);
    await page.getByRole('button', { name: 'Continue with Demo One' }).click();
    await identify(page, makeUser().login);
    await expect(page).toHaveURL(`${url}/account/activity`);
    await page.goto(`${url}/account/sign-in-methods`);
    await page.getByRole('button', { name: 'Connect Demo Two' }).click();
    await identify(page, makeUser().login);
    await expect(page).toHaveURL(new RegExp(`^${url}/account/sign-in-methods`));
    await expect(page.getByText(/Demo Two/).first()).toBeVisible();
    expect(outside).toEqual([]);
  });

  test('two Foyers of one host share no session', async ({ page, person }) => {
    await signInWith(page, 'Demo One', person.login);
    const own = page.url();
    await page.goto(`${url}/sign-in`);
    await page.getByRole('button', { name: 'Continue with Demo One' }).click();
    await identify(page, makeUser().login);
    await expect(page).toHaveURL(`${url}/account`);
    await page.goto(own);
    await expect(page).toHaveURL(own);
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
    const names = (await page.context().cookies()).map(({ name }) => name);
    expect(names).toContain(sessionCookieName(own));
    expect(names).toContain(sessionCookieName(url));
  });
});

test('a development server stands below BASE_PATH, too @all', async ({ openPage }, { outputDir }) => {
  const server = await startBuiltServer(
    `${outputDir}-base-path.log`,
    { BASE_PATH: BASE, DEMO: 'off' },
    'source',
  );
  try {
    const page = await openPage();
    const outside = outsideOf(page, `http://localhost:${server.port}`);
    // Vite serves hundreds of files for each page, so this test opens few pages. The browser test above uses
    // the others.
    await signUpAndStay(page, `http://localhost:${server.port}${BASE}`, makeUser().email);
    expect(outside).toEqual([]);
    await page.close();
  } finally {
    await server.end();
  }
});
