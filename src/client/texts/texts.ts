import { createContext, use, useContext } from 'react';
import { isLocale, type Locale } from '../../shared/locale.ts';
import type { enLater } from './en-later.ts';
import type { en } from './en.ts';

export type FirstTexts = typeof en;
export type LaterTexts = typeof enLater;
export type Texts = FirstTexts & LaterTexts;

export interface Spoken {
  readonly locale: Locale;
  readonly texts: Texts;
}

/** Each language is two chunks of its own: nobody loads another one's, and the sign-in page not what it does not say. */
const FIRST: Readonly<Record<Locale, () => Promise<FirstTexts>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
};
const LATER: Readonly<Record<Locale, () => Promise<LaterTexts>>> = {
  en: async () => (await import('./en-later.ts')).enLater,
  de: async () => (await import('./de-later.ts')).deLater,
};

const laterTexts = new Map<Locale, LaterTexts>();
const laterOnTheWay = new Map<Locale, Promise<LaterTexts>>();

/** The texts of the pages behind the first one; once for each language. */
export function loadLaterTexts(locale: Locale): Promise<LaterTexts> {
  const begun = laterOnTheWay.get(locale);
  if (begun) return begun;
  const loading = LATER[locale]();
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
    FIRST[locale](),
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
const LATER_AREAS: Readonly<Record<keyof LaterTexts, true>> = {
  accessTokens: true,
  account: true,
  accountExists: true,
  activity: true,
  checkEmail: true,
  codes: true,
  confirmAddress: true,
  confirmSignIn: true,
  data: true,
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
};

function withLater(locale: Locale, first: FirstTexts): Texts {
  const later = Object.keys(LATER_AREAS).map((name) => {
    const area = name as keyof LaterTexts;
    // Read while a page is rendered, which then waits for them, should they not have come with it.
    // oxlint-disable-next-line react-hooks/rules-of-hooks -- texts are read by components while they render; `use` may be conditional
    const get = () => (laterTexts.get(locale) ?? use(loadLaterTexts(locale)))[area];
    return [area, { enumerable: true, get }] as const;
  });
  return Object.defineProperties({ ...first }, Object.fromEntries(later)) as Texts;
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
export function useTexts(): Texts {
  return useLanguage().texts;
}

/** The language that the pages speak; for `Intl`. */
export function useLocale(): Locale {
  return useLanguage().locale;
}
