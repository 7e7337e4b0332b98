import { createContext, use, useContext } from 'react';
import { isLocale, type Locale } from '../../shared/locale.ts';
import type { FirstPageTexts, LaterPagesTexts, PageTexts } from '../../locales/texts.ts';

export interface Spoken {
  readonly locale: Locale;
  readonly texts: PageTexts;
}

/**
 * Each language is two chunks of its own: nobody loads another one's, and the sign-in page loads only what it says. Vite finds them by the
 * names of their folders, so that `LANGUAGE_NAMES` in `shared/locale.ts` is the only list of languages.
 */
const FIRST_PAGES = import.meta.glob<FirstPageTexts>('./*/pages/first-page.ts', {
  base: '../../locales',
  import: 'firstPage',
});
const LATER_PAGES = import.meta.glob<LaterPagesTexts>('./*/pages/later-pages.ts', {
  base: '../../locales',
  import: 'laterPages',
});

function importWords<Loaded>(
  files: Readonly<Record<string, () => Promise<Loaded>>>,
  locale: Locale,
  name: string,
): Promise<Loaded> {
  const file = files[`./${locale}/pages/${name}.ts`];
  if (!file) throw new Error(`No ${name} in ${locale}`);
  return file();
}

const laterTexts = new Map<Locale, LaterPagesTexts>();
const laterOnTheWay = new Map<Locale, Promise<LaterPagesTexts>>();

/** The texts of the pages behind the first one; once for each language. */
export function loadLaterTexts(locale: Locale): Promise<LaterPagesTexts> {
  const begun = laterOnTheWay.get(locale);
  if (begun) return begun;
  const loading = importWords(LATER_PAGES, locale, 'later-pages');
  laterOnTheWay.set(locale, loading);
  loading.then(
    (loaded) => laterTexts.set(locale, loaded),
    // The next page that needs them tries again.
    () => laterOnTheWay.delete(locale),
  );
  return loading;
}

/** The texts of a language, and once any language's later texts were needed, the later ones of this one too. */
export async function loadTexts(locale: Locale): Promise<Spoken> {
  const [first] = await Promise.all([
    importWords(FIRST_PAGES, locale, 'first-page'),
    laterOnTheWay.size > 0 ? loadLaterTexts(locale) : null,
  ]);
  return { locale, texts: withLater(locale, first) };
}

/** Loads a page together with what it says. */
export function withTexts<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return async () => {
    const { lang } = document.documentElement;
    const [page] = await Promise.all([load(), isLocale(lang) ? loadLaterTexts(lang) : null]);
    return page;
  };
}

/** The areas that are loaded later, by name: to say them all, none of them has to be there. */
const LATER_AREAS: Readonly<Record<keyof LaterPagesTexts, true>> = {
  accessTokens: true,
  account: true,
  accountExists: true,
  activity: true,
  checkEmail: true,
  codes: true,
  confirmAddress: true,
  confirmSignIn: true,
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
  resetPassword: true,
  resumeLink: true,
  securityReview: true,
  signInMethods: true,
  signOut: true,
  signUp: true,
  yourData: true,
};

function withLater(locale: Locale, first: FirstPageTexts): PageTexts {
  const later = Object.keys(LATER_AREAS).map((name) => {
    const area = name as keyof LaterPagesTexts;
    // Read while a page is rendered, which then waits for them, should they not have come with it.
    // oxlint-disable-next-line react-hooks/rules-of-hooks -- texts are read by components while they render; `use` may be conditional
    const get = () => (laterTexts.get(locale) ?? use(loadLaterTexts(locale)))[area];
    return [area, { enumerable: true, get }] as const;
  });
  return Object.defineProperties({ ...first }, Object.fromEntries(later)) as PageTexts;
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
