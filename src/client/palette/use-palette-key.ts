import { useEffect, useEffectEvent } from 'react';

/** There, Ctrl K deletes the rest of a line. */
export const HAS_COMMAND_KEY = /Mac|iP/.test(navigator.platform);

/** Ctrl K, or ⌘ K: also while somebody types, because one key alone does nothing. Not over a dialog. */
export function usePaletteKey(open: () => void): void {
  const act = useEffectEvent(open);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(HAS_COMMAND_KEY ? event.metaKey : event.ctrlKey) || latinKey(event) !== 'k') return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** An Arabic keyboard has the Latin letters at the same places. */
export function latinKey({ key, code }: KeyboardEvent): string {
  return (key > '~' ? code.slice(3) : key).toLowerCase();
}
