import { useEffect, useEffectEvent } from 'react';
import { tryStorage } from '../../storage.ts';

const STORED_AS = 'foyer.shortcuts';

/** A browser remembers that somebody turned shortcuts of one key off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return tryStorage(() => localStorage.getItem(STORED_AS)) !== 'off';
}

export function turnShortcuts(isOn: boolean): void {
  tryStorage(() => (isOn ? localStorage.removeItem(STORED_AS) : localStorage.setItem(STORED_AS, 'off')));
}

/** Runs the action when the key is pressed on the page: not while somebody types, and not behind a dialog. */
export function useShortcut(key: string, action: () => void): void {
  const act = useEffectEvent(action);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      if (isTyping(event.target) || document.querySelector('dialog[open]') || !areShortcutsOn()) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [key]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, select, textarea, [contenteditable]');
}
