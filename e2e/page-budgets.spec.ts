import type { APIRequestContext } from '@playwright/test';
import { needsSession } from '../src/shared/application-paths.ts';
import { LOCALES, type Locale } from '../src/shared/locale.ts';
import { APPLICATION_PAGES, SIGNED_OUT_PAGES } from './support/addresses.ts';
import { expect, test } from './support/fixtures.ts';
import { arriveSignedIn } from './support/flows.ts';
import { BUDGETS, LOCALE_ALLOWANCES } from './support/page-budgets.ts';
import { filesOf, sizeOf } from './support/page-sizes.ts';

const WITH_PARAMETERS: Readonly<Record<string, string>> = {
  '/check-email': '/check-email?email=ada@example.test',
};
const REDIRECTS: ReadonlySet<string> = new Set(['/', '/goodbye', '/second-factor']);
const LIMITS: Readonly<Record<string, number>> = {
  ...BUDGETS.entry,
  'all signed-out pages': BUDGETS.signedOut.bytes,
  'shared by the application': BUDGETS.shared,
  ...BUDGETS.pages,
};

interface Browsers {
  readonly signedOut: APIRequestContext;
  readonly signedIn: APIRequestContext;
}

async function open(browsers: Browsers, address: string, locale: Locale) {
  const request = needsSession(address) ? browsers.signedIn : browsers.signedOut;
  const headers = { 'accept-language': locale };
  const answer = await request.get(WITH_PARAMETERS[address] ?? address, { headers, maxRedirects: 0 });
  expect([200, 404], `${address} shows a page`).toContain(answer.status());
  const html = await answer.text();
  expect(html).toMatch(new RegExp(`<html lang="${locale}"[ >]`));
  return { address, html, files: await filesOf(html), isSignedOut: html.includes('id="page-data"') };
}

async function measure(browsers: Browsers, locale: Locale): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const opened = [];
  for (const address of new Set([...SIGNED_OUT_PAGES, ...APPLICATION_PAGES]))
    if (!REDIRECTS.has(address)) opened.push(await open(browsers, address, locale));
  const four = [];
  for (const address of BUDGETS.signedOut.pages) four.push(await open(browsers, address, locale));
  const [entry] = four;
  const signedIn = opened.filter(({ isSignedOut }) => !isSignedOut);
  const [application] = signedIn;
  if (!entry || !application) throw new Error('Both entries have pages.');
  const shared = [...application.files].filter((file) => signedIn.every(({ files }) => files.has(file)));

  sizes.set('/sign-in', await sizeOf(entry.files, entry.html));
  const html = four.map((page) => page.html).toSorted((one, other) => other.length - one.length)[0];
  sizes.set('all signed-out pages', await sizeOf(new Set(four.flatMap(({ files }) => [...files])), html));
  sizes.set('shared by the application', await sizeOf(shared, application.html));
  for (const { address, files, isSignedOut } of opened) {
    const known = isSignedOut ? entry.files : new Set(shared);
    if (address !== '/sign-in')
      sizes.set(address, await sizeOf([...files].filter((file) => !known.has(file))));
  }
  return sizes;
}

/** The largest of all languages, less the allowance for its script. */
async function measureAll(browsers: Browsers): Promise<Readonly<Record<string, number>>> {
  const largest: Record<string, number> = {};
  for (const locale of LOCALES) {
    for (const [name, bytes] of await measure(browsers, locale))
      largest[name] = Math.max(bytes - (LOCALE_ALLOWANCES[locale] ?? 0), largest[name] ?? 0);
  }
  return largest;
}

test('no page loads more than its budget', async ({ page, request, person }) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  const sizes = await measureAll({ signedOut: request, signedIn: page.request });
  const tooLarge = Object.entries(sizes)
    .filter(([name, bytes]) => bytes > (LIMITS[name] ?? 0))
    .map(
      ([name, bytes]) =>
        `${name} loads ${bytes} bytes; e2e/support/page-budgets.ts allows ${LIMITS[name] ?? 'nothing'}`,
    );
  expect(tooLarge).toEqual([]);
  expect(
    Object.keys(LIMITS).filter((name) => sizes[name] === undefined),
    'limits of no page',
  ).toEqual([]);
});
