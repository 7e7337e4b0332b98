import type { Page } from '@playwright/test';
import { listen } from '../src/testing/run/listen.ts';
import { expect, test as base, type TestPerson } from './support/fixtures.ts';
import { inspect } from './support/inspect.ts';
import { arriveWith, ownerOf, arriveSignedInByMail, userOfAccount } from './support/policy-flows.ts';
import { serverUnderTest } from './support/server-under-test.ts';

/** Serves a page of another site. Returns its URL. */
const test = base.extend<{ foreignPage: (body: string) => string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from the pattern
  foreignPage: async ({}, provide) => {
    let html = '';
    const { url, close } = await listen((_req, res) => {
      res.setHeader('Content-Type', 'text/html; charset=utf-8');
      res.end(`<!doctype html><title>Another site</title><link rel="icon" href="data:,">${html}`);
    });
    await provide((body) => {
      html = body;
      return url;
    });
    await close();
  },
});

const resumeLink = () => new URL('/resume-link', serverUnderTest().origin).href;

/** The victim's fresh session, in which the attacker's account waits with the victim's address. */
async function waitWithFreshSession(page: Page, { login, email }: TestPerson): Promise<void> {
  await arriveWith(page, 'Demo Two', login, email);
  await expect(page).toHaveURL('/confirm-address');
  await arriveSignedInByMail(page, email);
}

test('a navigation from another site to the connect page connects nothing (security.md R7)', async ({
  page,
  person,
  foreignPage,
  collections,
}) => {
  await waitWithFreshSession(page, person);
  await page.goto(foreignPage(`<a href="${resumeLink()}">Win a prize</a>`));
  const loaded = page.waitForResponse((response) => response.url().includes('accounts.pendingLink'));
  await page.getByRole('link', { name: 'Win a prize' }).click();
  await loaded;
  await expect(page.getByRole('heading', { name: 'Connect Demo Two?' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: person.login }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await userOfAccount(collections, 'demo-two', person.login)).toBeNull();
  await inspect(page, 'connect-account');

  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('Demo Two is connected.')).toBeVisible();
  expect(await userOfAccount(collections, 'demo-two', person.login)).toEqual(
    await ownerOf(collections, person.email),
  );
});

test('a frame of another site does not show the connect page (security.md R7) @all', async ({
  browser,
  person,
  foreignPage,
  collections,
}) => {
  // Not guarded, because the test expects the error about the frame.
  const context = await browser.newContext({ baseURL: serverUnderTest().origin });
  const page = await context.newPage();
  await waitWithFreshSession(page, person);
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.goto(foreignPage(`<iframe src="${resumeLink()}" title="A game"></iframe>`));
  await refused;
  await expect(page.frameLocator('iframe').getByRole('button')).toHaveCount(0);
  expect(await userOfAccount(collections, 'demo-two', person.login)).toBeNull();
  await context.close();
});
