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
export type TextSet = Readonly<Record<string, () => Promise<TextFile>>>;

// Vite finds the languages by their folders, so `LANGUAGE_NAMES` (`shared/locale.ts`) is the only list.
const firstPage = import.meta.glob<TextFile>('./*/pages/first-page.ts', { base: '../../locales' });
const signedOutPages = import.meta.glob<TextFile>('./*/pages/signed-out-pages.ts', { base: '../../locales' });
const errorsAndNotices = import.meta.glob<TextFile>('./*/pages/errors-and-notices.ts', {
  base: '../../locales',
});

// The sets that the first page does not name are in `deferred-texts.ts`.
export const SIGNED_OUT_TEXTS = [signedOutPages];
/** Also for the small pages beside the errors. */
export const ERROR_TEXTS = [errorsAndNotices];

/** What the pages have needed, in any language. */
const needed = new Set<TextSet>([firstPage]);
/** A set adds its areas to the object of its language. */
const texts: Partial<Record<Locale, PageTexts>> = {};
const loading = new Map<unknown, Promise<unknown>>();
/** Puts the operator's words over those of a language; without any, the words stay as they are. */
let withBrandWords = (areas: Partial<PageTexts>, _locale: Locale) => areas;

/** Called before the first words are loaded. */
export async function prepareBrandWords({ words }: Brand): Promise<void> {
  if (!words) return;
  const { overrideWords } = await import('../../shared/word-overrides.ts');
  withBrandWords = (areas, locale) => overrideWords(areas, words[locale], locale);
}

/** Loads each set once. Answers everything that is loaded of this language. */
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

/** Loads in the language of the document. When that changes meanwhile, it also loads in the new one. */
export async function loadTexts(sets: readonly TextSet[] = [...needed]): Promise<Spoken> {
  for (const set of sets) needed.add(set);
  const locale = documentLocale();
  const spoken = await loadSets(sets, locale);
  return locale === documentLocale() ? spoken : loadTexts(sets);
}

export function withTexts<Page>(load: () => Promise<Page>, sets: readonly TextSet[]): () => Promise<Page> {
  return async () => (await Promise.all([load(), loadTexts(sets)]))[0];
}

/** When two languages are loading, only this one is shown. */
let chosen: Locale;

/** When all words are loaded, the document has the new language, and `show` is called. */
export async function changeLanguage(locale: Locale, show: (spoken: Spoken) => void): Promise<void> {
  chosen = locale;
  const count = needed.size;
  const spoken = await loadSets(needed, locale);
  if (chosen !== locale) return;
  // A part of the page has asked for more words meanwhile.
  if (count < needed.size) return changeLanguage(locale, show);
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
  show(spoken);
}

function documentLocale(): Locale {
  return storedLocale({ locale: document.documentElement.lang });
}

interface Language extends Spoken {
  /** For as long as the pages are open. Rejects when the texts cannot be loaded. */
  readonly speak: (locale: Locale) => Promise<void>;
  /** As `speak`, and also for the later pages of this browser. */
  readonly choose: (locale: Locale) => Promise<void>;
}

export const LanguageContext = createContext<Language | null>(null);

export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('Texts need a <LanguageProvider> around them.');
  return language;
}

export function useTexts(): PageTexts {
  return useLanguage().texts;
}

export function useLocale(): Locale {
  return useLanguage().locale;
}
