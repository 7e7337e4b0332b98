import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test';
import { sessionCookieName } from '../src/shared/session-cookie.ts';
import { startBuiltServer, type BuiltServer } from './support/built-server.ts';
import { expect, makeUser, test } from './support/fixtures.ts';
import { guardContext } from './support/guard.ts';
import { identify, openUserMenu, signInWith } from './support/flows.ts';
import { PASSWORD } from './support/password-flows.ts';

const BASE = '/id';

/** The browser of one test, which asks for nothing of this Foyer outside the base path. */
async function openContext(
  context: BrowserContext,
  origin: string,
): Promise<{ page: Page; outside: string[]; messages: readonly string[] }> {
  const outside: string[] = [];
  const { messages } = guardContext(context);
  context.on('request', (request) => {
    const { origin: host, pathname } = new URL(request.url());
    if (host === origin && !/^\/(?:id(?:\/|$)|\.well-known\/)/.test(pathname)) outside.push(request.url());
  });
  return { page: await context.newPage(), outside, messages };
}

async function newestMailTo(request: APIRequestContext, url: string, address: string) {
  const find = async () => {
    const messages = (await (await request.get(`${url}/dev/outbox.json`)).json()) as {
      to: string;
      text: string;
    }[];
    return messages.find(({ to }) => to === address);
  };
  await expect.poll(find).toBeDefined();
  const { text = '' } = (await find()) ?? {};
  return {
    code: /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? '',
    link: /https?:\/\/\S+\/confirm\?\S+/.exec(text)?.[0],
  };
}

async function signUp(page: Page, request: APIRequestContext, url: string, email: string): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(`${url}/sign-up`);
  await page.locator('input[name=name]').fill('Ada Lovelace');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const mail = await newestMailTo(request, url, email);
  expect(mail.link?.startsWith(`${url}/confirm?`)).toBe(true);
  await page.locator('input[name=code]').fill(mail.code);
}

/** Signs up, and goes on to a page of the account, which is loaded again. */
async function signUpAndStay(
  page: Page,
  request: APIRequestContext,
  url: string,
  email: string,
): Promise<void> {
  await signUp(page, request, url, email);
  await expect(page).toHaveURL(new RegExp(`^${url}/(?:account|add-passkey)`));
  await page.goto(`${url}/account`);
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await page.getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL(`${url}/account/devices`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Devices', exact: true })).toBeVisible();
}

/** Signs up, uses every kind of page and signs out. */
async function useEveryKindOfPage(browser: Browser, request: APIRequestContext, url: string): Promise<void> {
  const context = await browser.newContext();
  const { page, outside, messages } = await openContext(context, new URL(url).origin);
  const { email } = makeUser();
  await signUpAndStay(page, request, url, email);
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
  expect(messages).toEqual([]);
  await context.close();
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
    browser,
    request,
  }) => {
    await useEveryKindOfPage(browser, request, url);
  });

  test('a provider signs in, and leads back to the page that asked @all', async ({ browser }) => {
    const context = await browser.newContext();
    const { page, outside, messages } = await openContext(context, new URL(url).origin);
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
    expect(messages).toEqual([]);
    await context.close();
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

test('a development server stands below BASE_PATH, too @all', async ({ browser, request }, { outputDir }) => {
  const server = await startBuiltServer(
    `${outputDir}-base-path.log`,
    { BASE_PATH: BASE, DEMO: 'off' },
    'source',
  );
  try {
    const context = await browser.newContext();
    const { page, outside, messages } = await openContext(context, `http://localhost:${server.port}`);
    // Vite serves hundreds of files for each page, so this test opens few pages. The browser test above uses
    // the others.
    const url = `http://localhost:${server.port}${BASE}`;
    await signUpAndStay(page, request, url, makeUser().email);
    expect(outside).toEqual([]);
    expect(messages).toEqual([]);
    await context.close();
  } finally {
    await server.end();
  }
});
