import type { Page } from '@playwright/test';
import { LOCALES } from '../src/shared/locale.ts';
import { apiClient } from './support/access-token.ts';
import { startBuiltServer } from './support/built-server.ts';
import { expect, makeUser, test } from './support/fixtures.ts';
import { expectSignedIn, signOut } from './support/flows.ts';
import { forEachAppearance, inspect } from './support/inspect.ts';
import { newestSignInMail } from './support/mailbox.ts';
import { sendPassword, signUpWithoutPages } from './support/password-flows.ts';
import { screenFaults } from './support/screen-checks.ts';
import {
  codeOf,
  giveFirstFactor,
  readSecret,
  setUpAuthenticator,
  waitForNextCode,
} from './support/second-factors.ts';

const METHODS = '/account/sign-in-methods';
const WIDTHS = { narrow: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } } as const;
const codeField = (page: Page) => page.getByLabel('Code from your authenticator app');
const card = (page: Page) => page.getByRole('region', { name: 'Two-step verification' });

test('an authenticator app is set up in four steps, and the next sign-in asks for its code', async ({
  page,
  person,
  collections,
  openPage,
}) => {
  test.slow();
  await signUpWithoutPages(page, person.email);
  await page.goto(METHODS);
  await expect(card(page).getByText('Off', { exact: true })).toBeVisible();
  await inspect(page, 'two-step-off');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const qrCode = page.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(qrCode).toBeInViewport({ ratio: 1 });
  const secret = await readSecret(page);
  await inspect(page, 'two-step-set-up');
  await page.getByLabel('Code that the app shows now').fill(codeOf({ secret }));
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  await inspect(page, 'two-step-recovery-codes');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('localhost-recovery-codes.txt');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(card(page).getByText('On', { exact: true })).toBeVisible();
  await expect(card(page).getByText('one authenticator app, 10 recovery codes left')).toBeVisible();
  await inspect(page, 'two-step-on');

  const other = await openPage();
  await waitForNextCode(collections, person.email);
  await giveFirstFactor(other, person.email);
  await expect(other).toHaveURL('/second-factor');
  await expect(codeField(other)).toBeFocused();
  await expect(other.getByRole('checkbox', { name: /30 days/ })).toBeVisible();
  await inspect(other, 'second-factor');
  expect(await apiClient(other.request).session.get.query()).toBeNull();
  const wrong = codeOf({ secret }) === '000000' ? '111111' : '000000';
  await codeField(other).fill(wrong);
  await expect(other.getByText(/You have 4 tries left\./)).toBeVisible();
  await codeField(other).fill(codeOf({ secret }));
  await expectSignedIn(other);
});

test('a trusted browser is not asked again until its trust is ended @all', async ({
  page,
  person,
  collections,
  openPage,
}) => {
  await signUpWithoutPages(page, person.email);
  const authenticator = await setUpAuthenticator(page);
  const other = await openPage();
  await waitForNextCode(collections, person.email);
  await giveFirstFactor(other, person.email);
  await other.getByRole('checkbox', { name: /30 days/ }).check();
  await codeField(other).fill(codeOf(authenticator));
  await expectSignedIn(other);

  await signOut(other);
  await sendPassword(other, person.email);
  await expectSignedIn(other);

  await other.goto('/account/devices');
  const browsers = other.getByRole('region', { name: 'Trusted browsers' });
  await expect(browsers.getByText('This browser')).toBeVisible();
  await inspect(other, 'trusted-browsers');
  await browsers.getByRole('button', { name: /^End trust in/ }).click();
  await expect(other.getByText(/is asked for the second step from now on\./)).toBeVisible();
  await signOut(other);
  await sendPassword(other, person.email);
  await expect(other.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
});

test('who must have a second factor sets it up before anything else', async ({ openPage }, { outputDir }) => {
  const server = await startBuiltServer(`${outputDir}-server.log`, { SECOND_FACTOR: 'everyone' });
  try {
    const page = await openPage({ baseURL: `http://localhost:${server.port}`, locale: 'en' });
    const { email } = makeUser();
    await page.goto('/sign-in?callbackUrl=/account/devices');
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Email me a link' }).click();
    const { code } = await newestSignInMail(page.request, email, 1);
    await page.getByLabel('Code from the mail').fill(code);
    await expect(page.getByRole('heading', { name: 'Set up a second step' })).toBeVisible();
    await inspect(page, 'set-up-second-factor');
    // Every other page redirects here.
    await page.goto('/account');
    await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/set-up-second-factor\?callbackUrl=%2Faccount$/);
    await page.goto('/set-up-second-factor?callbackUrl=%2Faccount%2Fdevices');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const secret = await readSecret(page);
    await inspect(page, 'set-up-second-factor-app');
    await page.getByLabel('Code that the app shows now').fill(codeOf({ secret }));
    await inspect(page, 'set-up-second-factor-codes');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page).toHaveURL('/account/devices');
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible();
    await page.close();
  } finally {
    await server.end();
  }
});

for (const locale of LOCALES) {
  test.describe(`in the language ${locale}`, () => {
    test.use({ locale });
    test.slow();

    test('every screen of the second factors can be used by everybody @all', async ({
      page,
      person,
      collections,
      openPage,
    }) => {
      const faults: string[] = [];
      const check = async (on: Page, name: string) => {
        const found = await screenFaults(on, locale);
        faults.push(...found.map((fault) => `${name}: ${fault}`));
        if (locale !== 'en') await forEachAppearance(on, `${name}-${locale}`, WIDTHS, async () => {});
      };
      const account = await openPage({ locale: 'en' });
      await signUpWithoutPages(account, person.email);
      await setUpAuthenticator(account);
      // The account's pages use the user's language.
      await collections.users.updateOne({ email: person.email }, { $set: { locale } });
      await account.goto(METHODS);
      const region = account.locator('section').last();
      await expect(region.getByRole('listitem')).toHaveCount(2);
      await check(account, 'two-step-on');
      await region.getByRole('button').last().click();
      await expect(account.locator('svg[role=img]')).toBeVisible();
      await account.locator('details summary').last().click();
      await check(account, 'two-step-set-up');

      await page.goto('/sign-in');
      await sendPassword(page, person.email);
      await expect(page).toHaveURL('/second-factor');
      await page.locator('summary').first().click();
      await expect(page.locator('input[name=trustBrowser]')).toHaveCount(2);
      await check(page, 'second-factor');
      expect(faults).toEqual([]);
    });
  });
}
