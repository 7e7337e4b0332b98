import { createContext, useContext } from 'react';
import type { Locale } from '../../shared/locale.ts';
import type { en } from './en.ts';

export type Texts = typeof en;

export interface Spoken {
  readonly locale: Locale;
  readonly texts: Texts;
}

/** Each language is a chunk of its own, so that nobody loads another one's. */
const LOADERS: Readonly<Record<Locale, () => Promise<Texts>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
};

export async function loadTexts(locale: Locale): Promise<Spoken> {
  return { locale, texts: await LOADERS[locale]() };
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
