import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { requestMail } from './support/flows.ts';
import { SCRIPTS } from './support/held-scripts.ts';
import { inspect } from './support/inspect.ts';
import { newestCode, newestSignInMail } from './support/mailbox.ts';
import { PASSWORD, sendPassword, signUpWithoutPages } from './support/password-flows.ts';

/** Without styles there is no card and no styled button. */
async function expectStyled(page: Page): Promise<void> {
  const card = page.getByRole('main');
  await expect(card).toHaveCSS('border-top-left-radius', '10px');
  await expect(card).toHaveCSS('display', 'flex');
  await expect(card).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page.getByRole('banner').locator('svg')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '24px');
  await expect(page.getByRole('group', { name: /^(Language|Sprache)$/ })).toHaveCSS('display', 'flex');
}

const PAGES: readonly [path: string, english: string, german: string, status?: number][] = [
  ['/error?error=Configuration', 'Server error', 'Serverfehler'],
  ['/sign-in', 'Sign in', 'Anmelden'],
  ['/sign-up', 'Create an account', 'Konto erstellen'],
  ['/forgot-password', 'Choose a new password', 'Neues Passwort wählen'],
  ['/sign-out', 'Signed out', 'Abgemeldet'],
  ['/there/is/nothing', 'Page not found', 'Seite nicht gefunden', 404],
  ['/developers', 'JavaScript is switched off', 'JavaScript ist ausgeschaltet'],
];

/** A page of the sign-in, one of the account application, and one of errors. */
const REPRESENTATIVES: ReadonlySet<string> = new Set([
  '/sign-in',
  '/developers',
  '/error?error=Configuration',
]);

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, english, german, status = 200] of PAGES) {
    test(`${path} is a styled page, and its form changes the language${REPRESENTATIVES.has(path) ? '' : ' @all'}`, async ({
      page,
    }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(status);
      await expect(page.getByRole('heading', { level: 1, name: english, exact: true })).toBeVisible();
      await expectStyled(page);
      await page.getByRole('button', { name: 'Deutsch' }).click();
      await expect(page.getByRole('heading', { level: 1, name: german, exact: true })).toBeVisible();
      await expectStyled(page);
      expect(new URL(page.url()).pathname).toBe(new URL(path, page.url()).pathname);
    });
  }

  test('a signed-in person signs out of an account page', async ({ page, person }) => {
    await requestMail(page, person.email);
    const { code } = await newestSignInMail(page.request, person.email);
    await page.getByLabel(/code/i).fill(code);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/account');
    await expect(page.getByRole('heading', { level: 1, name: 'JavaScript is switched off' })).toBeVisible();
    await expectStyled(page);
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await expect(page).toHaveURL('/account');

    await page.goto('/sign-out');
    await expect(page.getByText(`You are signed in as ${person.email}.`)).toBeVisible();
    await page.getByRole('link', { name: 'Stay signed in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/sign-in');
    await page.goto('/account');
    await expect(page).toHaveURL('/sign-in?error=SessionRequired&callbackUrl=%2Faccount');
  });

  test('a newcomer signs up from page to page, with the errors of each form', async ({ page, person }) => {
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page).toHaveURL(/\/sign-up/);
    const create = page.getByRole('button', { name: 'Create account' });
    const fill = async (password: string) => {
      await page.locator('input[name=name]').fill('Ada Lovelace');
      await page.locator('input[name=email]').fill(person.email);
      await page.locator('input[name=password]').fill(password);
      await create.click();
    };
    // The browser itself asks for an empty field.
    await create.click();
    await expect(page.locator('input[name=email]:invalid')).toBeVisible();
    await fill('password');
    await expect(page.locator('input[name=password][aria-invalid=true]')).toBeVisible();
    await expect(page.locator('input[name=name]')).toHaveValue('Ada Lovelace');
    await expect(page.locator('input[name=email]')).toHaveValue(person.email);
    await fill(PASSWORD);
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const code = await newestCode(page.request, person.email, 1);
    const enter = async (value: string) => {
      await page.locator('input[name=code]').fill(value);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await enter(code === '000000' ? '111111' : '000000');
    await expect(page.locator('input[name=code][aria-invalid=true]')).toBeVisible();
    await enter(code);
    await expect(page).toHaveURL('/account');
  });

  test('a password signs in, after a wrong one', async ({ page, person, openPage }) => {
    await signUpWithoutPages(await openPage(), person.email);
    await page.goto('/sign-in?callbackUrl=/account/devices');
    await sendPassword(page, person.email, 'certainly not this one');
    await expect(page.locator('input[name=password][aria-invalid=true]')).toBeVisible();
    await expect(page.locator('input[name=email]')).toHaveValue(person.email);
    await sendPassword(page, person.email);
    await expect(page).toHaveURL('/account/devices');
  });
});

for (const locale of ['en', 'de'])
  test(`the pages pass the layout and accessibility checks before any script, in ${locale}${locale === 'en' ? '' : ' @all'}`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), locale });
    const page = await context.newPage();
    // The checks are scripts themselves, so only the page's own are kept away.
    await page.route(SCRIPTS, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    for (const [name, address] of [
      ['sign-in', '/sign-in?error=OAuthCallback'],
      ['sign-up', '/sign-up'],
      ['forgot-password', '/forgot-password'],
      ['check-email', '/check-email?email=ada@example.test'],
    ] as const) {
      await page.goto(address);
      await inspect(page, `without-script-${name}-${locale}`);
    }
    await context.close();
  });
