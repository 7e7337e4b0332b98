import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageTexts } from '../../locales/texts.ts';
import { LOCALES, type Locale } from '../../shared/locale.ts';
import type { Spoken, TextFile } from './texts.ts';

// What the pages have needed is kept for a document, so each test has modules of its own.
beforeEach(() => {
  vi.resetModules();
  document.documentElement.lang = 'en';
});
afterEach(() => vi.resetModules());

async function wordsOf(locale: Locale): Promise<PageTexts> {
  const sets = await Promise.all([
    import(`../../locales/${locale}/pages/first-page.ts`),
    import(`../../locales/${locale}/pages/signed-out-pages.ts`),
    import(`../../locales/${locale}/pages/pending-link-pages.ts`),
    import(`../../locales/${locale}/pages/mailed-link-pages.ts`),
    import(`../../locales/${locale}/pages/errors-and-notices.ts`),
    import(`../../locales/${locale}/pages/application-pages.ts`),
  ]);
  return Object.assign({}, ...sets.flatMap((set) => Object.values(set as object))) as PageTexts;
}

function makeSet() {
  interface Loading {
    readonly resolve: (file: TextFile) => void;
    readonly reject: (failure: Error) => void;
  }
  const files: Partial<Record<Locale, Loading>> = {};
  const load = (locale: Locale) => () =>
    new Promise<TextFile>((resolve, reject) => (files[locale] = { resolve, reject }));
  return {
    set: Object.fromEntries(LOCALES.map((locale) => [`./${locale}/pages/a.ts`, load(locale)])),
    arrive: (locale: Locale) => files[locale]?.resolve({}),
    fail: (locale: Locale) => files[locale]?.reject(new Error('no network')),
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

test.each(LOCALES)('%s is loaded by its name', async (locale) => {
  const { APPLICATION_TEXTS, MAILED_LINK_TEXTS, PENDING_LINK_TEXTS } = await import('./deferred-texts.ts');
  const { loadTexts } = await import('./texts.ts');
  document.documentElement.lang = locale;
  await loadTexts([...APPLICATION_TEXTS, ...PENDING_LINK_TEXTS, ...MAILED_LINK_TEXTS]);
  const spoken = await loadTexts();
  expect(spoken.locale).toBe(locale);
  const words = await wordsOf(locale);
  const areas = Object.keys(words) as (keyof PageTexts)[];
  expect(areas).toContain('signIn');
  for (const area of areas) expect(spoken.texts[area]).toBe(words[area]);
});

test('words that a part of the page asks for while the language changes are there before the new language is shown', async () => {
  const { changeLanguage, loadTexts } = await import('./texts.ts');
  const [page, part] = [makeSet(), makeSet()];
  const shown: Spoken[] = [];
  const pageIsLoaded = loadTexts([page.set]);
  page.arrive('en');
  await pageIsLoaded;

  const isChanged = changeLanguage('de', (spoken) => void shown.push(spoken));
  const partIsLoaded = loadTexts([part.set]);
  part.arrive('en');
  await partIsLoaded;
  page.arrive('de');
  await turn();
  expect(shown).toEqual([]);
  expect(document.documentElement.lang).toBe('en');

  part.arrive('de');
  await isChanged;
  expect(shown.map(({ locale }) => locale)).toEqual(['de']);
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['de', 'ltr']);
});

test('words that come after the language has changed are loaded in the new one before they are used', async () => {
  const { changeLanguage, loadTexts } = await import('./texts.ts');
  const part = makeSet();
  const partIsLoaded = loadTexts([part.set]);
  const isChanged = changeLanguage('ar', () => {});
  part.arrive('ar');
  await isChanged;
  part.arrive('en');
  expect((await partIsLoaded).locale).toBe('ar');
  expect(document.documentElement.dir).toBe('rtl');
});

test('of two languages that load, the one that was chosen last is shown', async () => {
  const { changeLanguage, loadTexts } = await import('./texts.ts');
  const page = makeSet();
  const shown: Locale[] = [];
  const pageIsLoaded = loadTexts([page.set]);
  page.arrive('en');
  await pageIsLoaded;
  const changes = (['ar', 'de'] as const).map((locale) =>
    changeLanguage(locale, () => void shown.push(locale)),
  );
  page.arrive('de');
  page.arrive('ar');
  await Promise.all(changes);
  expect(shown).toEqual(['de']);
  expect(document.documentElement.lang).toBe('de');
});

test('a file that could not be loaded is loaded again by the next page that needs it', async () => {
  const { loadTexts } = await import('./texts.ts');
  const page = makeSet();
  const first = loadTexts([page.set]);
  page.fail('en');
  await expect(first).rejects.toThrow('no network');
  const second = loadTexts([page.set]);
  page.arrive('en');
  expect((await second).locale).toBe('en');
});
