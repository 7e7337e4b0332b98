import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { directionOf, type Locale } from '../../shared/locale.ts';
import { LanguageContext, loadTexts, type Spoken } from './texts.ts';

interface LanguageProviderProps {
  /** What the page begins with; loaded before it is shown. */
  readonly first: Spoken;
  /** Stores the language for this browser's next visits. */
  readonly keep: (locale: Locale) => void;
  readonly children: ReactNode;
}

/** Gives the pages below their language. A change of the language keeps the page, and what was typed in it. */
export function LanguageProvider({ first, keep, children }: LanguageProviderProps) {
  const [spoken, setSpoken] = useState(first);
  const wanted = useRef(first.locale);
  const speak = useCallback(async (locale: Locale) => {
    wanted.current = locale;
    const loaded = await loadTexts(locale);
    // When two languages are loading, the one that was chosen last is shown.
    if (wanted.current === locale) setSpoken(loaded);
  }, []);
  const choose = useCallback(
    async (locale: Locale) => {
      await speak(locale);
      keep(locale);
    },
    [speak, keep],
  );
  useEffect(() => {
    document.documentElement.lang = spoken.locale;
    document.documentElement.dir = directionOf(spoken.locale);
  }, [spoken.locale]);
  const language = useMemo(() => ({ ...spoken, speak, choose }), [spoken, speak, choose]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}
