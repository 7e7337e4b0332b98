import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { APPLICATION_PAGES, SIGNED_OUT_PAGES } from './support/addresses.ts';
import { startBuiltServer } from './support/built-server.ts';
import { expect, makeUser, test } from './support/fixtures.ts';
import { arriveSignedIn } from './support/flows.ts';
import { guardContext } from './support/guard.ts';
import { serverUnderTest } from './support/server-under-test.ts';

const PAGES = [...new Set([...SIGNED_OUT_PAGES, ...APPLICATION_PAGES])];
/** The server's own answers: errors, JSON, and results of forms. */
const ANSWERS = [
  '/error?error=AccessDenied',
  '/no-such-page',
  '/missing.png',
  '/auth/nothing',
  '/auth/signout',
  '/openapi.json',
];

/** These redirect without a session. `/set-up-second-factor` redirects with one, in another test. */
const GOES_ON = /^\/(account|resume-link|add-passkey|verify|set-up-second-factor)/;

/** The browser also logs violations in frames. These tests expect other errors, such as failed answers. */
const isPolicy = (text: string) => /Content.Security.Policy/i.test(text);

async function visit(page: Page, addresses: readonly string[], shows: string): Promise<void> {
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.locator(shows).first(), address).toBeVisible();
  }
}

for (const javaScriptEnabled of [true, false])
  test(`no page violates the content security policy, ${javaScriptEnabled ? 'with scripts' : 'without scripts @all'}`, async ({
    browser,
    collections,
  }) => {
    await collections.rateLimits.deleteMany({});
    const context = await browser.newContext({ baseURL: serverUnderTest().origin, javaScriptEnabled });
    const faults = guardContext(context);
    const page = await context.newPage();
    expect(PAGES).toEqual(expect.arrayContaining(['/sign-in', '/account/devices', '/dev/outbox']));
    await visit(page, ANSWERS, 'body');
    if (!javaScriptEnabled) await visit(page, PAGES, 'body');
    else {
      await visit(
        page,
        // The redirect of such a page would reach the sign-in page during the next visit.
        PAGES.filter((address) => !GOES_ON.test(address)),
        'h1',
      );
      await arriveSignedIn(page, 'Demo One', makeUser().login);
      await visit(
        page,
        PAGES.filter((address) => /^\/(account|device|resume-link|add-passkey|verify)/.test(address)),
        'h1',
      );
    }
    expect(faults.messages.filter(isPolicy)).toEqual([]);
    await context.close();
  });

test('a violation is recorded', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: serverUnderTest().origin });
  const { messages } = guardContext(context);
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  await expect.poll(() => messages.filter(isPolicy)).toHaveLength(1);
  await context.close();
});

test('no page of the development server violates its policy @all', async ({ browser }) => {
  test.setTimeout(120_000);
  const log = join(test.info().project.outputDir, 'server-from-source.log');
  const server = await startBuiltServer(log, { DEMO: 'off' }, 'source');
  const context = await browser.newContext({ baseURL: `http://localhost:${server.port}` });
  const { messages } = guardContext(context);
  try {
    const page = await context.newPage();
    await page.goto('/sign-in');
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    // Only Vite's styles give the button its colour.
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).not.toHaveCSS(
      'background-color',
      'rgba(0, 0, 0, 0)',
    );
    await page.goto('/dev/outbox');
    await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible();
    expect(messages.filter(isPolicy)).toEqual([]);
  } finally {
    await context.close();
    await server.end();
  }
});
