import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Locale } from '../../shared/locale.ts';
import { changeLanguage, LanguageContext, type Spoken } from './texts.ts';

interface LanguageProviderProps {
  readonly first: Spoken;
  /** Stores the language for this browser's next visits. */
  readonly keep: (locale: Locale) => void;
  readonly children: ReactNode;
}

/** A change of the language keeps the page, and what was typed in it. */
export function LanguageProvider({ first, keep, children }: LanguageProviderProps) {
  const [spoken, setSpoken] = useState(first);
  const speak = useCallback((locale: Locale) => changeLanguage(locale, setSpoken), []);
  const choose = useCallback(
    async (locale: Locale) => {
      await speak(locale);
      keep(locale);
    },
    [speak, keep],
  );
  const language = useMemo(() => ({ ...spoken, speak, choose }), [spoken, speak, choose]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}
