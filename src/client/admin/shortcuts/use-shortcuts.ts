import { useEffect, useEffectEvent } from 'react';
import { latinKey } from '../../palette/use-palette-key.ts';
import { tryStorage } from '../../storage.ts';

const STORED_AS = 'foyer.shortcuts';
/** How long a sequence such as `g p` waits for its second key. */
const SEQUENCE_MS = 2000;

/** A browser remembers that somebody turned shortcuts of one key off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return tryStorage(() => localStorage.getItem(STORED_AS)) !== 'off';
}

export function turnShortcuts(isOn: boolean): void {
  tryStorage(() => (isOn ? localStorage.removeItem(STORED_AS) : localStorage.setItem(STORED_AS, 'off')));
}

/** By key, or by the keys of a sequence. */
const actions = new Map<string, () => void>();
/** The first key of a sequence, and when it was pressed. */
let first = { key: '', at: 0 };

/** Runs an action when its key is pressed on the page: not while somebody types, and not behind a dialog. */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>): void {
  const act = useEffectEvent((keys: string) => shortcuts[keys]?.());
  const names = Object.keys(shortcuts).join(',');
  useEffect(() => {
    const own = names.split(',').map((keys) => [keys, () => act(keys)] as const);
    for (const [keys, action] of own) actions.set(keys, action);
    // One listener for all, because the second key of a sequence may be a shortcut, too. Added again, it stays one.
    document.addEventListener('keydown', press);
    return () => {
      for (const [keys, action] of own) if (actions.get(keys) === action) actions.delete(keys);
    };
  }, [names]);
}

function press(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target) || document.querySelector('dialog[open]') || !areShortcutsOn()) return;
  const key = latinKey(event);
  const isSecond = first.key !== '' && event.timeStamp - first.at < SEQUENCE_MS;
  const action = actions.get(isSecond ? `${first.key} ${key}` : key);
  first = { key: '', at: 0 };
  if (action) {
    event.preventDefault();
    action();
  } else if ([...actions.keys()].some((keys) => keys.startsWith(`${key} `))) {
    first = { key, at: event.timeStamp };
  }
}

/** A box to tick takes no letters. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.matches('input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable]')
  );
}
