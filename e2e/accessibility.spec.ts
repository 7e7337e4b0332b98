import type { Page } from '@playwright/test';
import type { ApplicationPagesTexts } from '../src/locales/texts.ts';
import { LOCALES, type Locale } from '../src/shared/locale.ts';
import { needsSession } from '../src/shared/application-paths.ts';
import { apiClient } from './support/access-token.ts';
import { APPLICATION_PAGES, SIGNED_OUT_PAGES } from './support/addresses.ts';
import { signInAsAdministrator } from './support/administrators.ts';
import { expect, test } from './support/fixtures.ts';
import { identify } from './support/flows.ts';
import { removeFrames } from './support/inspect.ts';
import { screenFaults, writesEmailAnotherWay } from './support/screen-checks.ts';

/**
 * `/goodbye` is shown after a deletion only. The design system shows components, a second heading and a
 * loading page among them.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '/goodbye',
  '/dev/design',
  // Only for somebody whose sign-in waits, or who must set up a second factor (`second-factor.spec.ts`).
  '/second-factor',
  '/set-up-second-factor',
]);
const LONG_ADDRESS = 'somebody.with.a.rather.long.name@example.com';
const LINK = `email=${LONG_ADDRESS}&token=${'A'.repeat(24)}`;
/** States of pages that their addresses choose. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  '/sign-in': ['', '?error=OAuthAccountNotLinked', '?error=OAuthCallback', '?sessionEnded=elsewhere'],
  '/check-email': [`?email=${LONG_ADDRESS}`],
  '/confirm': ['', `?${LINK}`],
  '/reset-password': ['', `?${LINK}`],
  '/error': ['?error=Configuration', '?error=AccessDenied'],
};
/**
 * Neither axe nor the Tab key can enter the frames of the outbox, and its mails are those of all tests. The
 * further states of a page differ in a notice only, so they are checked in English.
 */
const isInspected = (address: string, locale: Locale) => {
  const [path = '', query] = address.split('?');
  const [firstState = ''] = STATES[path] ?? [];
  return (
    path !== '/dev/outbox' && (locale === 'en' || address === `${path}${firstState}` || query === undefined)
  );
};

const addressesOf = (paths: readonly string[]) =>
  [...new Set(paths)]
    .filter((path) => !LEFT_OUT.has(path))
    .flatMap((path) => (STATES[path] ?? ['']).map((query) => `${path}${query}`));

/** The first headings of pages, by their addresses. */
interface Headings {
  readonly signedOut: Readonly<Record<string, string | RegExp>>;
  readonly account: Readonly<Record<string, string | RegExp>>;
  readonly console: Readonly<Record<string, string | RegExp>>;
}
const HEADINGS: Readonly<Partial<Record<Locale, Headings>>> = {
  en: {
    signedOut: {
      '/sign-in': 'Sign in',
      '/sign-up': 'Create an account',
      '/forgot-password': 'Choose a new password',
      '/reset-password': 'This link no longer works',
      '/error?error=Configuration': 'Server error',
      '/there/is/nothing': 'Page not found',
      '/sign-out': 'Signed out',
    },
    account: {},
    console: {
      '/admin': 'Overview',
      '/admin/people': 'People',
      '/admin/audit-log': 'Audit log',
      '/admin/settings': 'Settings',
    },
  },
  de: {
    signedOut: {
      '/sign-in': 'Anmelden',
      '/sign-in?error=OAuthAccountNotLinked': 'Anmelden',
      '/sign-up': 'Konto erstellen',
      '/forgot-password': 'Neues Passwort wählen',
      [`/reset-password?${LINK}`]: 'Neues Passwort wählen',
      '/reset-password': 'Dieser Link gilt nicht mehr',
      [`/check-email?email=${LONG_ADDRESS}`]: 'Sehen Sie in Ihre E-Mails',
      [`/confirm?${LINK}`]: /^Als .* fortfahren\?$/,
      '/confirm-address': 'Beginnen Sie noch einmal',
      '/sign-out': 'Abgemeldet',
      '/error?error=Configuration': 'Serverfehler',
      '/there/is/nothing': 'Seite nicht gefunden',
      '/dev/outbox': 'Postausgang',
    },
    account: {
      '/account': 'Profil',
      '/account/sign-in-methods': 'Anmeldemethoden',
      '/account/devices': 'Geräte',
      '/account/activity': 'Aktivitäten',
      '/account/access-tokens': 'Zugriffstokens',
      '/account/data': 'Ihre Daten',
    },
    console: { '/admin/people': 'Personen' },
  },
};

/** Opens an address and waits until nothing is being loaded. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(
    page.locator('[class*=page-loader], [class*=skeleton], [class*=rows_line], [class*=rows_round]'),
  ).toHaveCount(0);
  if (address === '/admin/brand') await removeFrames(page);
}

/** The faults of each screen, with its address. */
async function faultsOf(
  page: Page,
  addresses: readonly string[],
  locale: Locale,
  headings: Headings[keyof Headings] = {},
): Promise<string[]> {
  const faults: string[] = [];
  expect(addresses, 'the addresses with a known heading').toEqual(
    expect.arrayContaining(Object.keys(headings)),
  );
  for (const address of addresses) {
    await open(page, address);
    const name = headings[address];
    if (name !== undefined)
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    // One of a hundred procedures is enough.
    if (address === '/verify') await expect(page.locator('main button').first()).toBeVisible();
    if (address === '/developers') await page.getByRole('searchbox').fill('accounts.unlink');
    const found = await screenFaults(page, locale, { isInspected: isInspected(address, locale) });
    faults.push(...found.map((fault) => `${address}: ${fault}`));
    // The outbox has mails in German.
    if (locale === 'en' && address !== '/dev/outbox' && (await writesEmailAnotherWay(page)))
      faults.push(`${address}: writes "email" in another way`);
  }
  return faults;
}

for (const locale of LOCALES) {
  test.describe(`in the language ${locale}`, () => {
    test.use({ locale });
    // Each test opens many pages.
    test.slow();

    test(`every signed-out page can be used by everybody${locale === 'ar' ? '' : ' @all'}`, async ({
      page,
    }) => {
      const addresses = addressesOf([
        ...SIGNED_OUT_PAGES,
        ...APPLICATION_PAGES.filter((path) => !needsSession(path)),
      ]);
      const faults = await faultsOf(
        page,
        [...addresses, '/there/is/nothing'],
        locale,
        HEADINGS[locale]?.signedOut,
      );
      // The server refuses both forms, because every field is empty.
      for (const address of ['/sign-in', '/sign-up']) {
        await open(page, address);
        await page.locator('main input[name=email]').press('Enter');
        await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible();
        const found = await screenFaults(page, locale);
        faults.push(...found.map((fault) => `${address}, refused: ${fault}`));
      }
      expect(faults).toEqual([]);
    });

    test(`every page of an account can be used by everybody${locale === 'en' ? '' : ' @all'}`, async ({
      page,
      person,
    }) => {
      await page.goto('/sign-in');
      await page.locator('button[name=provider]').first().click();
      await identify(page, person.login);
      await expect(page).toHaveURL('/account');
      const faults = await faultsOf(
        page,
        addressesOf(APPLICATION_PAGES.filter((path) => needsSession(path) && !path.startsWith('/admin'))),
        locale,
        HEADINGS[locale]?.account,
      );

      const { applicationPages } = (await import(`../src/locales/${locale}/pages/application-pages.ts`)) as {
        applicationPages: ApplicationPagesTexts;
      };
      const name = 'Nightly report';
      const expires = new Date(Date.now() + 86_400_000).toISOString();
      await apiClient(page.request).accessTokens.create.mutate({ name, scopes: ['profile:read'], expires });
      await open(page, '/account/access-tokens');
      await page.getByRole('button', { name: applicationPages.accessTokens.revokeOf(name) }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      faults.push(...(await screenFaults(page, locale)).map((fault) => `revoking a token: ${fault}`));
      expect(faults).toEqual([]);
    });

    test('every page of the console can be used by everybody @all', async ({ page, person, collections }) => {
      const id = await signInAsAdministrator(page, collections, person.login);
      await collections.users.updateOne({ _id: id }, { $set: { locale } });
      const { endpoint } = await apiClient(page.request).webhooks.create.mutate({
        url: 'https://hooks.example.com/foyer',
        description: `Hooks of ${person.login}`,
      });
      const ids = { '/admin/people/:id': id.toHexString(), '/admin/webhooks/:id': endpoint.id };
      const addresses = APPLICATION_PAGES.filter(
        (path) => path.startsWith('/admin') && !path.endsWith(':event'),
      );
      const faults = await faultsOf(
        page,
        addresses.map((path) => path.replace(':id', ids[path as keyof typeof ids])),
        locale,
        HEADINGS[locale]?.console,
      );
      expect(faults).toEqual([]);
    });
  });
}
