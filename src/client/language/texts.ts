import { createContext, use, useContext } from 'react';
import { isLocale, type Locale } from '../../shared/locale.ts';
import type {
  FirstPageTexts,
  LaterPagesTexts,
  MailedLinkPagesTexts,
  PageTexts,
  SignedOutPagesTexts,
} from '../../locales/texts.ts';

export interface Spoken {
  readonly locale: Locale;
  readonly texts: PageTexts;
}

/**
 * Each language is four chunks: the words of the sign-in page, of the other signed-out pages, of the pages that a mail's link opens, and all
 * others. Nobody loads the words of a language or a page before they are needed. Vite finds the languages by the names of their folders, so `LANGUAGE_NAMES` in
 * `shared/locale.ts` is the only list of languages.
 */
const FIRST_PAGES = import.meta.glob<FirstPageTexts>('./*/pages/first-page.ts', {
  base: '../../locales',
  import: 'firstPage',
});
const SIGNED_OUT_PAGES = import.meta.glob<SignedOutPagesTexts>('./*/pages/signed-out-pages.ts', {
  base: '../../locales',
  import: 'signedOutPages',
});
const MAILED_LINK_PAGES = import.meta.glob<MailedLinkPagesTexts>('./*/pages/mailed-link-pages.ts', {
  base: '../../locales',
  import: 'mailedLinkPages',
});
const LATER_PAGES = import.meta.glob<LaterPagesTexts>('./*/pages/later-pages.ts', {
  base: '../../locales',
  import: 'laterPages',
});

type Files<Texts> = Readonly<Record<string, () => Promise<Texts>>>;

function importWords<Texts>(files: Files<Texts>, locale: Locale, name: string): Promise<Texts> {
  const file = files[`./${locale}/pages/${name}.ts`];
  if (!file) throw new Error(`No ${name} in ${locale}`);
  return file();
}

interface LazyWords<Texts> {
  /** Once for each language. */
  readonly load: (locale: Locale) => Promise<Texts>;
  /** Whether a page has needed them, in any language. */
  readonly isNeeded: () => boolean;
  /** Reads one area while a page renders. The page waits when the words are not there yet. */
  readonly read: (locale: Locale) => Texts;
}

function lazyWords<Texts>(files: Files<Texts>, name: string): LazyWords<Texts> {
  const loaded = new Map<Locale, Texts>();
  const loading = new Map<Locale, Promise<Texts>>();
  const load = (locale: Locale) => {
    const begun = loading.get(locale);
    if (begun) return begun;
    const words = importWords(files, locale, name);
    loading.set(locale, words);
    words.then(
      (texts) => loaded.set(locale, texts),
      // The next page that needs them tries again.
      () => loading.delete(locale),
    );
    return words;
  };
  return {
    load,
    isNeeded: () => loading.size > 0,
    // oxlint-disable-next-line react-hooks/rules-of-hooks -- texts are read by components while they render; `use` may be conditional
    read: (locale) => loaded.get(locale) ?? use(load(locale)),
  };
}

const signedOutWords = lazyWords(SIGNED_OUT_PAGES, 'signed-out-pages');
const mailedLinkWords = lazyWords(MAILED_LINK_PAGES, 'mailed-link-pages');
const laterWords = lazyWords(LATER_PAGES, 'later-pages');

export const loadSignedOutTexts = signedOutWords.load;
export const loadMailedLinkTexts = mailedLinkWords.load;

/** The words of the pages after a sign-in and of errors, and of what those pages share with the signed-out pages. */
export function loadLaterTexts(locale: Locale): Promise<LaterPagesTexts & SignedOutPagesTexts> {
  return Promise.all([laterWords.load(locale), signedOutWords.load(locale)]).then(([later, signedOut]) => ({
    ...later,
    ...signedOut,
  }));
}

/** The first words of a language, with the others that a page has needed in any language. */
export async function loadTexts(locale: Locale): Promise<Spoken> {
  const [first] = await Promise.all([
    importWords(FIRST_PAGES, locale, 'first-page'),
    signedOutWords.isNeeded() ? signedOutWords.load(locale) : null,
    mailedLinkWords.isNeeded() ? mailedLinkWords.load(locale) : null,
    laterWords.isNeeded() ? laterWords.load(locale) : null,
  ]);
  return { locale, texts: withLater(locale, first) };
}

/** Loads a page together with words. */
export function withTexts<Page>(
  load: () => Promise<Page>,
  loadWords: (locale: Locale) => Promise<unknown> = loadLaterTexts,
): () => Promise<Page> {
  return async () => {
    const { lang } = document.documentElement;
    const [page] = await Promise.all([load(), isLocale(lang) ? loadWords(lang) : null]);
    return page;
  };
}

/** The areas of each set, by name, so that a page can have them all before any of them is loaded. */
const SIGNED_OUT_AREAS: Readonly<Record<keyof SignedOutPagesTexts, true>> = {
  accountExists: true,
  checkEmail: true,
  codes: true,
  confirmAddress: true,
  resetPassword: true,
  resumeLink: true,
  signUp: true,
};
const MAILED_LINK_AREAS: Readonly<Record<keyof MailedLinkPagesTexts, true>> = {
  confirmEmail: true,
  confirmSignIn: true,
  resetLink: true,
  undoEmail: true,
};
const LATER_AREAS: Readonly<Record<keyof LaterPagesTexts, true>> = {
  accessTokens: true,
  account: true,
  activity: true,
  developers: true,
  device: true,
  devices: true,
  email: true,
  errors: true,
  issues: true,
  nextSteps: true,
  outbox: true,
  ownPassword: true,
  phone: true,
  picture: true,
  profile: true,
  securityReview: true,
  signInMethods: true,
  signOut: true,
  yourData: true,
};

function withLater(locale: Locale, first: FirstPageTexts): PageTexts {
  return Object.defineProperties(
    { ...first },
    {
      ...getters(SIGNED_OUT_AREAS, signedOutWords, locale),
      ...getters(MAILED_LINK_AREAS, mailedLinkWords, locale),
      ...getters(LATER_AREAS, laterWords, locale),
    },
  ) as PageTexts;
}

function getters<Texts>(
  areas: Readonly<Record<keyof Texts, true>>,
  words: LazyWords<Texts>,
  locale: Locale,
): PropertyDescriptorMap {
  const names = Object.keys(areas) as (keyof Texts)[];
  return Object.fromEntries(
    names.map((area) => [area, { enumerable: true, get: () => words.read(locale)[area] }] as const),
  );
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

/** The language that the pages speak; for `Intl`. */
export function useLocale(): Locale {
  return useLanguage().locale;
}
