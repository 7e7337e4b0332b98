import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { directionOf, type Locale } from '../../shared/locale.ts';
import { LanguageContext, loadTexts, type Spoken } from './texts.ts';

interface LanguageProviderProps {
  /** What the page begins with; loaded before it is shown. */
  readonly first: Spoken;
  /** Has this browser's pages begin in a language from now on. */
  readonly keep: (locale: Locale) => void;
  readonly children: ReactNode;
}

/** Lets the pages below speak a language, and change it in place: no page is made anew, so that what was typed stays. */
export function LanguageProvider({ first, keep, children }: LanguageProviderProps) {
  const [spoken, setSpoken] = useState(first);
  const wanted = useRef(first.locale);
  const speak = useCallback(async (locale: Locale) => {
    wanted.current = locale;
    const loaded = await loadTexts(locale);
    // Of two that were asked for, the later one counts, in whatever order they arrive.
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
