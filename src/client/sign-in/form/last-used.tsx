import { useSyncExternalStore } from 'react';
import { readLastUsed } from '../../features/session/last-used.ts';
import { useTexts } from '../../language/texts.ts';
import classes from './sign-in.module.css';

const subscribeToNothing = () => () => {};

/** The sign-in method that was used last in this browser. The server does not know it, so its page shows none. */
export function useLastUsed(): string | null {
  return useSyncExternalStore(subscribeToNothing, readLastUsed, () => null);
}

/** Marks a button, on its edge: the label must not move or wrap when the script adds the mark. */
export function LastUsedMark() {
  const texts = useTexts().signIn;
  return <span className={classes['lastUsed']}>{texts.lastUsed}</span>;
}
