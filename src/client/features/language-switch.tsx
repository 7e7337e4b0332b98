import { useState } from 'react';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '../../shared/locale.ts';
import { useLanguage } from '../language/texts.ts';
import { trpc } from '../trpc.ts';
import classes from './language-switch.module.css';

/** Changes the language of a signed-out person's pages. A signed-in person chooses it on the profile page. */
export function LanguageSwitch() {
  const { locale, texts, choose } = useLanguage();
  const [hasFailed, setFailed] = useState(false);
  // Reads the session only from the cache.
  const session = trpc.session.get.useQuery(undefined, { enabled: false });
  if (session.data) return null;

  const change = async (to: Locale) => {
    setFailed(false);
    await choose(to).catch(() => setFailed(true));
  };
  return (
    <footer className={classes['switch']}>
      <div role="group" aria-label={texts.language.label} className={classes['languages']}>
        {LOCALES.map((each) => (
          <button
            key={each}
            type="button"
            lang={each}
            aria-pressed={each === locale}
            className={classes['language']}
            onClick={() => void change(each)}
          >
            {LANGUAGE_NAMES[each]}
          </button>
        ))}
      </div>
      <p role="status">{hasFailed && texts.language.failed}</p>
    </footer>
  );
}
