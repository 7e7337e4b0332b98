import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'dotenv';
import type { Page } from '@playwright/test';
import { startBuiltServer } from './support/built-server.ts';
import { expect, makeUser, test } from './support/fixtures.ts';
import { inspect } from './support/inspect.ts';
import { messagesTo, newestSignInMail } from './support/mailbox.ts';

const PROJECT = path.join(import.meta.dirname, '..');
const BRANDS = path.join(PROJECT, 'examples/brands');

interface Look {
  readonly button: readonly [light: string, dark: string];
  readonly radius: string;
  readonly title: readonly [english: string, german: string];
  readonly submit: string;
  readonly createAccount: readonly [english: string, german: string];
  readonly links: readonly string[];
  readonly mailButton: string;
}

const LOOKS: Readonly<Record<string, Look>> = {
  'harbour-bank': {
    button: ['rgb(20, 57, 111)', 'rgb(52, 109, 194)'],
    radius: '2.4px',
    title: ['Sign in', 'Anmelden'],
    submit: 'Sign in',
    createAccount: ['Open an account', 'Konto eröffnen'],
    links: ['Terms', 'Privacy', 'Contact us'],
    mailButton: 'Sign in securely',
  },
  marmalade: {
    button: ['rgb(194, 65, 12)', 'rgb(251, 146, 60)'],
    radius: '12px',
    title: ['Back to the kitchen', 'Zurück in die Küche'],
    submit: 'Sign in',
    createAccount: ['Grab a spoon', 'Mitkochen'],
    links: ['House rules', 'Privacy', 'Write to us'],
    mailButton: 'Back to the kitchen',
  },
  loopback: {
    button: ['rgb(24, 24, 27)', 'rgb(163, 230, 53)'],
    radius: '3.6px',
    title: ['Log in to Loopback', 'Bei Loopback anmelden'],
    submit: 'Log in',
    createAccount: ['Create one', 'Konto anlegen'],
    links: ['Terms', 'Privacy', 'Docs'],
    mailButton: 'Log in',
  },
};

async function settingsOf(brand: string): Promise<Record<string, string>> {
  const settings = parse(await readFile(path.join(BRANDS, brand, 'settings.env')));
  // The server does not run in the project's folder.
  return { ...settings, BRAND_DIR: path.join(PROJECT, settings['BRAND_DIR'] ?? '') };
}

/** The logo is drawn beside the name, and both link to the application. */
async function expectMark(
  page: Page,
  { APP_NAME = '', APP_URL = '' }: Record<string, string>,
): Promise<void> {
  const mark = page.getByRole('banner').locator(`a[href="${APP_URL}"]`).first();
  await expect(mark).toContainText(APP_NAME);
  const logo = mark.locator('img');
  await expect(logo).toHaveAttribute('src', /^\/brand\/logo\./);
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0);
}

test('every example of a brand is tested', async () => {
  const entries = await readdir(BRANDS, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.sort()).toEqual(Object.keys(LOOKS).sort());
});

for (const [brand, look] of Object.entries(LOOKS)) {
  test(`the pages of ${brand} wear its name, logo, colours and words${brand === 'harbour-bank' ? '' : ' @all'}`, async ({
    openPage,
  }, { outputDir }) => {
    const settings = await settingsOf(brand);
    const server = await startBuiltServer(`${outputDir}-server.log`, settings);
    try {
      const page = await openPage({ baseURL: `http://localhost:${server.port}`, locale: 'en' });
      await page.goto('/sign-in?callbackUrl=/account');

      await expectMark(page, settings);
      await expect(page).toHaveTitle(`${look.title[0]} · ${settings['APP_NAME']}`);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText(look.title[0]);
      expect(await page.getByRole('contentinfo').getByRole('link').allTextContents()).toEqual(look.links);
      const submit = page.locator('main button[type=submit]').filter({ hasText: look.submit });
      for (const [index, colorScheme] of (['light', 'dark'] as const).entries()) {
        await page.emulateMedia({ colorScheme });
        await expect(submit).toHaveCSS('background-color', look.button[index] ?? '');
      }
      await expect(submit).toHaveCSS('border-radius', look.radius);

      // Once hydrated, the page changes its words in place.
      const german = page.getByRole('button', { name: 'Deutsch' });
      const createAccount = page.getByRole('main').getByRole('link', { name: look.createAccount[1] });
      await german.click();
      await expect(heading).toHaveText(look.title[1]);
      await expect(createAccount).toBeVisible();
      await page.getByRole('button', { name: 'English' }).click();
      await expect(heading).toHaveText(look.title[0]);
      await expect(page.getByRole('main').getByRole('link', { name: look.createAccount[0] })).toBeVisible();
      await inspect(page, `brand-${brand}-sign-in`);

      const { email } = makeUser();
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Email me a link' }).click();
      const { link } = await newestSignInMail(page.request, email);
      const [mail] = await messagesTo(page.request, email);
      expect(mail?.subject).toContain(settings['APP_NAME']);
      expect(mail?.html).toContain(look.mailButton);
      await page.goto(link);
      await page.getByRole('main').getByRole('button').first().click();
      await expect(page).toHaveURL('/account');
      await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
      await expectMark(page, settings);
      expect(await page.getByRole('contentinfo').getByRole('link').allTextContents()).toEqual(look.links);
      // The application's document has the brand, too.
      await page.reload();
      await expectMark(page, settings);
      await inspect(page, `brand-${brand}-account`);

      await page.close();
    } finally {
      await server.end();
    }
  });
}
