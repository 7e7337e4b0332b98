import { readLastUsed } from '../../features/session/last-used.ts';
import { useTexts } from '../../language/texts.ts';
import { useBrowserValue } from '../../ui/use-is-interactive.ts';
import classes from './sign-in.module.css';

/** The server does not know the method, so its page shows none. */
export function useLastUsed(): string | null {
  return useBrowserValue(readLastUsed, null);
}

/** On the edge of the button, because the label must not move when the script adds the mark. */
export function LastUsedMark() {
  const texts = useTexts().signIn;
  return <span className={classes['lastUsed']}>{texts.lastUsed}</span>;
}
