import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { firstLoad } from '../bench/parts/first-load.ts';
import { CLIENT, readManifest } from './client-manifest.ts';
import { expect, test } from './fixtures.ts';
import { identify } from './flows.ts';
import { newestSignInMail } from './mailbox.ts';
import { PASSWORD, signUp } from './password-flows.ts';

const FIRST_LOAD_MOST_BYTES = 130_000;
const SCRIPT = /\/assets\/index-[^/]*\.js$/;

for (const language of ['en', 'de']) {
  test(`the first load of the sign-in page is at most 130 kB, in ${language}`, async ({ request }) => {
    const html = await (await request.get('/sign-in', { headers: { 'accept-language': language } })).text();
    expect(html).toContain(`<html lang="${language}">`);
    const manifest = await readManifest();
    const { js, css } = firstLoad(manifest, html);
    const contents = await Promise.all([...js, ...css].map((file) => readFile(new URL(file, CLIENT))));
    const sizes = [Buffer.from(html), ...contents].map((content) => gzipSync(content, { level: 9 }).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(FIRST_LOAD_MOST_BYTES);
  });

  test(`nothing else is fetched before the form is used, in ${language}`, async ({ browser }) => {
    const context = await browser.newContext({ locale: language });
    // In idle time the page fetches what comes after a sign-in.
    await context.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    const page = await context.newPage();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto('/sign-in', { waitUntil: 'networkidle' });
    const headers = { 'accept-language': language };
    const html = await (await page.request.get('/sign-in', { headers })).text();
    const manifest = await readManifest();
    const { js, css } = firstLoad(manifest, html);
    const assets = fetched.filter((path) => path.startsWith('/assets/'));
    expect(assets.toSorted()).toEqual([...js, ...css].map((file) => `/${file}`).toSorted());
    await context.close();
  });
}

/** Opens a page and holds its script. The answered function lets it load. */
async function openWithoutScript(page: Page, path: string): Promise<() => Promise<void>> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(SCRIPT, async (route) => {
    await held;
    await route.continue();
  });
  await page.addInitScript(() => {
    const observer = new PerformanceObserver((list) => {
      const shifts = list.getEntries().map((entry) => (entry as unknown as { value: number }).value);
      const { dataset } = document.documentElement;
      dataset['shift'] = String(shifts.reduce((sum, shift) => sum + shift, Number(dataset['shift'] ?? 0)));
    });
    observer.observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: /Sign in|Anmelden/ })).toBeVisible();
  await expect(page.locator('main'), 'painted with its styles').toHaveCSS('border-top-left-radius', '20px');
  return async () => {
    letGo();
    await expect(page.getByRole('button', { name: /(Show|Hide) password|Passwort/ })).toBeVisible();
  };
}

/** The visible parts of the page and their positions. */
function looks(page: Page): Promise<string[]> {
  return page
    .locator(
      'h1, [data-tone], label, input:not([type=hidden]), main button:not([aria-label]), main a, footer',
    )
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const words = element.textContent.replaceAll(/\s/g, '');
        return `${element.tagName} ${words} ${[x, y, width, height].map((length) => length.toFixed(1)).join(' ')}`;
      }),
    );
}

for (const [name, locale, path, width] of [
  ['wide, in English', 'en', '/sign-in', 1280],
  ['narrow, in German', 'de', '/sign-in?email=ada@example.test', 360],
  ['after a failure', 'en', '/sign-in?error=OAuthCallback', 360],
  ['on the way to a page inside', 'de', '/sign-in?error=SessionRequired&callbackUrl=/account', 360],
] as const) {
  test(`the script starts without a visible change: ${name}`, async ({ browser }) => {
    const context = await browser.newContext({ locale, viewport: { width, height: 800 } });
    const page = await context.newPage();
    const bringScript = await openWithoutScript(page, path);
    const before = await looks(page);
    await bringScript();
    expect(await looks(page)).toEqual(before);
    expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.001);
    await context.close();
  });
}

test('text, focus and caret stay when the script takes over', async ({ page, person }) => {
  const bringScript = await openWithoutScript(page, '/sign-in');
  await page.getByLabel('Password', { exact: true }).fill('half a pass');
  const email = page.getByLabel('E-mail address');
  await email.click();
  await page.keyboard.type(person.email.replace('@', ''));
  for (let steps = 0; steps < 12; steps++) await page.keyboard.press('ArrowLeft');
  const caret = () => email.evaluate((input: HTMLInputElement) => input.selectionStart);
  const caretBefore = await caret();
  expect(caretBefore).toBeGreaterThan(0);
  await bringScript();
  await expect(email).toBeFocused();
  expect(await caret()).toBe(caretBefore);
  await page.keyboard.type('+');
  expect(await caret()).toBe((caretBefore ?? 0) + 1);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('half a pass');

  await email.fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
});

test('the focus on a button stays when the script takes over', async ({ page }) => {
  const bringScript = await openWithoutScript(page, '/sign-in');
  const button = page.getByRole('button', { name: 'Continue with Demo Two' });
  await button.focus();
  await bringScript();
  await expect(button).toBeFocused();
});

test.describe('before the script takes over', () => {
  test('a sign-in link is requested', async ({ page, request, person }) => {
    await openWithoutScript(page, '/sign-in');
    await page.getByLabel('E-mail address').fill(person.email);
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await expect(page).toHaveURL(/\/check-email/);
    await newestSignInMail(request, person.email);
  });

  test('a password signs in, and a wrong one shows an error', async ({ page, browser, request, person }) => {
    await signUp(page, request, person.email);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto('/sign-in?callbackUrl=/account/sign-in-methods');
    const signIn = async (password: string) => {
      await plain.getByLabel('E-mail address').fill(person.email);
      await plain.getByLabel('Password', { exact: true }).fill(password);
      await plain.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await signIn('not the password');
    await expect(plain.getByRole('alert')).toContainText('Code: CredentialsSignin');
    await signIn(PASSWORD);
    await expect(plain).toHaveURL(/\/account\/sign-in-methods$/);
    await context.close();
  });

  for (const javaScriptEnabled of [true, false]) {
    test(`a provider signs in, with scripts ${javaScriptEnabled ? 'late' : 'off'}`, async ({
      browser,
      person,
    }) => {
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await page.route(SCRIPT, () => {});
      await page.goto('/sign-in?callbackUrl=/account', { waitUntil: 'commit' });
      await page.getByRole('button', { name: 'Continue with Demo One' }).click();
      await identify(page, person.login);
      await expect(page).toHaveURL('/account');
      await context.close();
    });
  }
});
