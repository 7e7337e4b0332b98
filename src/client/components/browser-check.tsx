import { useSyncExternalStore } from 'react';
import { isCheckingBrowser, onBrowserCheck } from '../browser-check.ts';
import { useTexts } from '../texts/texts.ts';
import classes from './button.module.css';

/** Says that the browser is checked. It is there before its words, so that a screen reader notices them. */
export function BrowserCheck() {
  const texts = useTexts().common;
  return (
    <p role="status" className={classes['check']}>
      {useSyncExternalStore(onBrowserCheck, isCheckingBrowser) && texts.checkingBrowser}
    </p>
  );
}
