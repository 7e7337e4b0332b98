import { useEffect, useEffectEvent } from 'react';

/** There, Ctrl K deletes the rest of a line. */
export const HAS_COMMAND_KEY = /Mac|iP/.test(navigator.platform);

/** Ctrl K, or ⌘ K: also while somebody types, because one key alone does nothing. Not over a dialog. */
export function usePaletteKey(open: () => void): void {
  const act = useEffectEvent(open);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** With Shift or Alt, it is a key of the browser. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const { altKey, shiftKey } = event;
  const isHeld = HAS_COMMAND_KEY ? event.metaKey : event.ctrlKey;
  return isHeld && !altKey && !shiftKey && latinKey(event) === 'k';
}

/** An Arabic keyboard has the Latin letters at the same places, and a question mark of its own. */
export function latinKey({ key, code }: KeyboardEvent): string {
  if (key === '؟') return '?';
  return (key > '~' ? code.slice(3) : key).toLowerCase();
}
