import { createContext, useContext } from 'react';
import type { Brand } from '../../shared/brand.ts';
import { directionOf, storedLocale, type Locale } from '../../shared/locale.ts';
import type { PageTexts } from '../../locales/texts.ts';

export interface Spoken {
  readonly locale: Locale;
  readonly texts: PageTexts;
}

/** A file of words exports one object with its areas. */
export type TextFile = Readonly<Record<string, Partial<PageTexts>>>;
/** A set of words: one file for each language, by its path. */
type TextSet = Readonly<Record<string, () => Promise<TextFile>>>;

// Vite finds the languages by the names of their folders, so `LANGUAGE_NAMES` in `shared/locale.ts` is the only list of languages.
const firstPage = import.meta.glob<TextFile>('./*/pages/first-page.ts', { base: '../../locales' });
const signedOutPages = import.meta.glob<TextFile>('./*/pages/signed-out-pages.ts', { base: '../../locales' });
const errorsAndNotices = import.meta.glob<TextFile>('./*/pages/errors-and-notices.ts', {
  base: '../../locales',
});

// Which sets a page needs beside the first page's. The sets that the first page does not name are in `rare-texts.ts`.
export const SIGNED_OUT_TEXTS = [signedOutPages];
/** The words of errors, and of the small pages beside them. */
export const ERROR_TEXTS = [errorsAndNotices];

/** What the pages have needed, in any language. */
const needed = new Set<TextSet>([firstPage]);
/** The loaded words of each language. A set adds its areas to the object of its language. */
const texts: Partial<Record<Locale, PageTexts>> = {};
const loading = new Map<unknown, Promise<unknown>>();
/** Puts the operator's words over those of a language; without any, the words stay as they are. */
let withBrandWords = (areas: Partial<PageTexts>, _locale: Locale) => areas;

/** Loads what the operator's words need. Called before the first words are loaded. */
export async function prepareBrandWords({ words }: Brand): Promise<void> {
  if (!words) return;
  const { overrideWords } = await import('../../shared/word-overrides.ts');
  withBrandWords = (areas, locale) => overrideWords(areas, words[locale], locale);
}

/** Loads each set once, and answers everything that is loaded of this language. */
async function loadSets(sets: Iterable<TextSet>, locale: Locale): Promise<Spoken> {
  const areas = (texts[locale] ??= {} as PageTexts);
  const loadSet = (set: TextSet) => {
    const [, load] = Object.entries(set).find(([file]) => file.startsWith(`./${locale}/`)) ?? [];
    const begun = loading.get(load);
    if (begun) return begun;
    if (!load) throw new Error(`No such words in ${locale}`);
    const words = load().then((file) =>
      Object.assign(areas, withBrandWords(Object.assign({}, ...Object.values(file)), locale)),
    );
    loading.set(load, words);
    // The next page that needs them tries again.
    words.catch(() => loading.delete(load));
    return words;
  };
  await Promise.all([...sets].map(loadSet));
  return { locale, texts: areas };
}

/** Loads sets of words in the language of the document. When that changes meanwhile, they are loaded in the new one too. */
export async function loadTexts(sets: readonly TextSet[] = [...needed]): Promise<Spoken> {
  for (const set of sets) needed.add(set);
  const locale = documentLocale();
  const spoken = await loadSets(sets, locale);
  return locale === documentLocale() ? spoken : loadTexts(sets);
}

/** Loads a page together with words. */
export function withTexts<Page>(load: () => Promise<Page>, sets: readonly TextSet[]): () => Promise<Page> {
  return async () => (await Promise.all([load(), loadTexts(sets)]))[0];
}

/** The language that was chosen last. When two are loading, only this one is shown. */
let chosen: Locale;

/** Loads what the pages have needed in another language. When all of it is there, the document has that language, and `show` is called. */
export async function changeLanguage(locale: Locale, show: (spoken: Spoken) => void): Promise<void> {
  chosen = locale;
  const count = needed.size;
  const spoken = await loadSets(needed, locale);
  if (chosen !== locale) return;
  // A part of the page has asked for further words meanwhile.
  if (count < needed.size) return changeLanguage(locale, show);
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
  show(spoken);
}

function documentLocale(): Locale {
  return storedLocale({ locale: document.documentElement.lang });
}

interface Language extends Spoken {
  /** Changes the language of the pages, for as long as they are open. Rejects when its texts cannot be loaded. */
  readonly speak: (locale: Locale) => Promise<void>;
  /** The same, and has this browser's pages begin in it from now on. */
  readonly choose: (locale: Locale) => Promise<void>;
}

export const LanguageContext = createContext<Language | null>(null);

export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('Texts need a <LanguageProvider> around them.');
  return language;
}

/** The texts of the language that the pages speak, by area. */
export function useTexts(): PageTexts {
  return useLanguage().texts;
}

/** The language that the pages speak. */
export function useLocale(): Locale {
  return useLanguage().locale;
}
