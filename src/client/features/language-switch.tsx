import { at } from '../base-path.ts';
import { useState, type MouseEvent } from 'react';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '../../shared/locale.ts';
import { useLanguage } from '../language/texts.ts';
import { usePath, useIsSignedIn } from '../ui/page-state.ts';
import classes from './language-switch.module.css';

/** For signed-out people. Before the script runs, the form loads the page in the other language. */
export function LanguageSwitch() {
  const { locale, texts, choose } = useLanguage();
  const [hasFailed, setFailed] = useState(false);
  const path = usePath();
  if (useIsSignedIn()) return null;

  const change = async (event: MouseEvent, to: Locale) => {
    event.preventDefault();
    setFailed(false);
    await choose(to).catch(() => setFailed(true));
  };
  return (
    <div className={classes['switch']}>
      <form method="post" action={at('/locale')}>
        <input type="hidden" name="returnTo" value={path} />
        <div role="group" aria-label={texts.language.label} className={classes['languages']}>
          {LOCALES.map((each) => (
            <button
              key={each}
              type="submit"
              name="locale"
              value={each}
              lang={each}
              aria-pressed={each === locale}
              className={classes['language']}
              onClick={(event) => void change(event, each)}
            >
              {LANGUAGE_NAMES[each]}
            </button>
          ))}
        </div>
      </form>
      <p role="status">{hasFailed && texts.language.failed}</p>
    </div>
  );
}
