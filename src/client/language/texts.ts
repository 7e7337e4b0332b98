import { createContext, use, useContext } from 'react';
import type { Brand } from '../../shared/brand.ts';
import { isLocale, type Locale } from '../../shared/locale.ts';
import type { ErrorTexts, PageTexts, SignedOutPagesTexts } from '../../locales/texts.ts';

export interface Spoken {
  readonly locale: Locale;
  readonly texts: PageTexts;
}

/** The functions that load the files of words, by the file's name. */
type WordFiles = Readonly<Record<string, () => Promise<Readonly<Record<string, Partial<PageTexts>>>>>>;

/**
 * The sets of words: each is one file a language, loaded when a page needs it. Vite finds the languages by the names of their folders, so
 * `LANGUAGE_NAMES` in `shared/locale.ts` is the only list of languages. Each file exports one object with its areas.
 */
const FILES = Object.assign(
  {},
  import.meta.glob<Readonly<Record<string, Partial<PageTexts>>>>(
    './*/pages/{first-page,signed-out-pages,errors-and-notices}.ts',
    { base: '../../locales' },
  ),
) as Record<string, WordFiles[string]>;

/** Adds sets that the first page does not list, because their names would be part of its size (`rare-texts.ts`). */
export function addWordFiles(files: WordFiles): void {
  Object.assign(FILES, files);
}

/** The areas that are loaded, by language. */
const loaded = new Map<Locale, Partial<PageTexts>>();
const loading = new Map<string, Promise<unknown>>();
/** Puts the operator's words over those of a language; without any, the words stay as they are. */
let withBrandWords = (areas: Partial<PageTexts>, _locale: Locale) => areas;

/** Loads what the operator's words need. Called before the first words are loaded. */
export async function prepareBrandWords({ words }: Brand): Promise<void> {
  if (!words) return;
  const { overrideWords } = await import('../../shared/word-overrides.ts');
  withBrandWords = (areas, locale) => overrideWords(areas, words[locale], locale);
}

/** What a page has needed, in any language. */
const neededSets = new Set(['first-page']);

/** Loads a set once for each language. */
async function loadSet(locale: Locale, set: string): Promise<unknown> {
  neededSets.add(set);
  const name = `./${locale}/pages/${set}.ts`;
  const begun = loading.get(name);
  if (begun) return begun;
  const load = FILES[name];
  if (!load) throw new Error(`No ${set} in ${locale}`);
  const words = (async () => {
    const areas = withBrandWords(Object.assign({}, ...Object.values(await load())), locale);
    loaded.set(locale, { ...loaded.get(locale), ...areas });
  })();
  loading.set(name, words);
  // The next page that needs them tries again.
  words.catch(() => loading.delete(name));
  return words;
}

/** Loads sets by their names, and answers everything that is loaded of this language. */
export async function loadSets<Texts>(locale: Locale, sets: Iterable<string>): Promise<Texts> {
  await Promise.all([...sets].map((set) => loadSet(locale, set)));
  // The sets hold these areas (`locales/texts.ts`).
  return loaded.get(locale) as Texts;
}

export const loadSignedOutTexts = (locale: Locale) =>
  loadSets<SignedOutPagesTexts>(locale, ['signed-out-pages']);
/** The words of errors, and of the small pages beside them. */
export const loadErrorTexts = (locale: Locale) => loadSets<ErrorTexts>(locale, ['errors-and-notices']);
/** The first words of a language, with the others that a page has needed in any language. */
export async function loadTexts(locale: Locale): Promise<Spoken> {
  await loadSets(locale, neededSets);
  return { locale, texts: textsOf(locale) };
}

/** Loads a page together with words. */
export function withTexts<Page>(
  load: () => Promise<Page>,
  loadWords: (locale: Locale) => Promise<unknown>,
): () => Promise<Page> {
  return async () => {
    const { lang } = document.documentElement;
    const [page] = await Promise.all([load(), isLocale(lang) ? loadWords(lang) : null]);
    return page;
  };
}

/** Reads each area when a page asks for it. A page whose words are not there yet waits for all of them. */
function textsOf(locale: Locale): PageTexts {
  return new Proxy({} as PageTexts, {
    get(_texts, area: keyof PageTexts) {
      if (!loaded.get(locale)?.[area]) {
        // oxlint-disable-next-line react-hooks/rules-of-hooks -- texts are read by components while they render; `use` may be conditional
        use(allTextsOf(locale));
      }
      return loaded.get(locale)?.[area];
    },
  });
}

const allTexts = new Map<string, Promise<unknown>>();

/** The same promise each time, as `use` needs it. */
function allTextsOf(locale: Locale): Promise<unknown> {
  // A part of the page, such as the button for passkeys, may have loaded its words while the language changed.
  const key = `${locale} ${neededSets.size}`;
  let texts = allTexts.get(key);
  if (!texts) {
    texts = import('./rare-texts.ts').then(({ loadAllTexts }) =>
      Promise.all([loadAllTexts(locale), loadSets(locale, neededSets)]),
    );
    // Also kept after a failure: with a new promise, React would load and wait again for ever, instead of showing that the page failed.
    allTexts.set(key, texts);
  }
  return texts;
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
