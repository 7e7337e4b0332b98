import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { newestSignInMail } from './support/mailbox.ts';

test.use({ javaScriptEnabled: false });

/** Without styles there is no card and no styled button. */
async function expectStyled(page: Page): Promise<void> {
  const card = page.getByRole('main');
  await expect(card).toHaveCSS('border-top-left-radius', '10px');
  await expect(card).toHaveCSS('display', 'flex');
  await expect(card).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page.getByRole('banner').locator('svg')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '26px');
  await expect(page.getByRole('group', { name: /^(Language|Sprache)$/ })).toHaveCSS('display', 'flex');
}

const PAGES = [
  { path: '/error?error=Configuration', english: 'Server error', german: 'Serverfehler', status: 200 },
  { path: '/sign-in', english: 'Sign in', german: 'Anmelden', status: 200 },
  { path: '/sign-up', english: 'Create an account', german: 'Konto erstellen', status: 200 },
  {
    path: '/forgot-password',
    english: 'Choose a new password',
    german: 'Neues Passwort wählen',
    status: 200,
  },
  { path: '/sign-out', english: 'Signed out', german: 'Abgemeldet', status: 200 },
  { path: '/there/is/nothing', english: 'Page not found', german: 'Seite nicht gefunden', status: 404 },
  {
    path: '/developers',
    english: 'JavaScript is switched off',
    german: 'JavaScript ist ausgeschaltet',
    status: 200,
  },
] as const;

/** A page of the sign-in, one of the account application, and one of errors. */
const REPRESENTATIVES: ReadonlySet<string> = new Set([
  '/sign-in',
  '/developers',
  '/error?error=Configuration',
]);

for (const { path, english, german, status } of PAGES) {
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

test('a signed-in person signs out of an account page', async ({ page, person, request }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(person.email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  const { code } = await newestSignInMail(request, person.email);
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
