import type { Page } from '@playwright/test';
import { readManifest } from './support/client-manifest.ts';
import { filesOf } from './support/page-sizes.ts';
import { expect, test } from './support/fixtures.ts';
import { withoutIdleTime } from './support/idle-time.ts';
import { sendPassword, signUpWithoutPages } from './support/password-flows.ts';

function requestedAssets(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) paths.push(pathname);
  });
  return paths;
}

/** The files of the account application that the document names. */
async function applicationFilesOf(page: Page): Promise<string[]> {
  const data = JSON.parse((await page.locator('#page-data').textContent()) ?? '') as {
    readonly applicationFiles: readonly string[];
  };
  return data.applicationFiles.toSorted();
}

/** The files for passkeys and their words, which load when the browser is idle. */
async function passkeyFiles(locale: string): Promise<string[]> {
  const manifest = await readManifest();
  const files = new Set<string>();
  const take = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(`/${chunk.file}`)) return;
    files.add(`/${chunk.file}`);
    chunk.imports?.forEach(take);
  };
  take('sign-in/passkeys/deferred.tsx');
  take(`../locales/${locale}/pages/passkey-pages.ts`);
  return [...files];
}

const named = async (page: Page, path: string, locale: string) => {
  const answer = await page.request.get(path, { headers: { 'accept-language': locale } });
  return [...(await filesOf(await answer.text()))].map((file) => `/${file}`).toSorted();
};

for (const locale of ['en', 'de']) {
  for (const path of ['/sign-in', '/sign-up', '/forgot-password', '/check-email?email=ada@example.test']) {
    test(`before idle time ${path} fetches only what its HTML names, in ${locale}${locale === 'en' && path === '/sign-in' ? '' : ' @all'}`, async ({
      openPage,
    }) => {
      const page = await openPage({ locale });
      await withoutIdleTime(page);
      const requested = requestedAssets(page);
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(requested.toSorted()).toEqual(await named(page, path, locale));
    });
  }

  test(`in idle time exactly the application and the way by passkey are fetched, in ${locale} @all`, async ({
    openPage,
  }) => {
    const page = await openPage({ locale });
    const requested = requestedAssets(page);
    await page.goto('/sign-in', { waitUntil: 'networkidle' });
    const first = await named(page, '/sign-in', locale);
    const application = await applicationFilesOf(page);
    expect(
      application.filter((file) => file.endsWith('.css')),
      'its style sheets, too',
    ).not.toEqual([]);
    const all = new Set([...first, ...application, ...(await passkeyFiles(locale))]);
    await expect.poll(() => [...new Set(requested)].toSorted()).toEqual([...all].toSorted());
    expect(await page.locator('link[rel=stylesheet]').count(), 'no fetched style sheet applies').toBe(0);
    expect(await page.evaluate(() => document.styleSheets.length), 'only the inlined styles').toBe(1);
  });
}

test('after a sign-in no file of the application is fetched from the network again', async ({
  page,
  person,
  openPage,
}) => {
  await signUpWithoutPages(page, person.email);
  const visitor = await openPage();
  const arrived = new Set<string>();
  visitor.on('requestfinished', (finished) => arrived.add(new URL(finished.url()).pathname));
  await visitor.goto('/sign-in', { waitUntil: 'networkidle' });
  const files = await applicationFilesOf(visitor);
  await expect.poll(() => files.filter((file) => !arrived.has(file))).toEqual([]);
  const fetched: string[] = [];
  // Only the browser's protocol shows the source of an answer. Unused prefetched files have their own cache.
  const protocol = await visitor.context().newCDPSession(visitor);
  await protocol.send('Network.enable');
  protocol.on('Network.responseReceived', ({ response }) => {
    const isCached = response.fromDiskCache === true || response.fromPrefetchCache === true;
    const { pathname } = new URL(response.url);
    if (files.includes(pathname) && !isCached) fetched.push(pathname);
  });
  let documents = 0;
  visitor.on('request', (sent) => (documents += Number(sent.isNavigationRequest())));
  await sendPassword(visitor, person.email);
  await expect(visitor).toHaveURL('/account');
  await expect(visitor.getByRole('heading', { name: 'Profile' })).toBeVisible();
  expect(documents, 'loaded into the same document').toBe(0);
  expect(fetched).toEqual([]);
});
