import type { RefObject } from 'react';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';

/** A press on a row follows its link, with the keys that the person held. */
export function followRow(event: MouseEvent): void {
  const { target } = event;
  // What has a use of its own keeps it, and so does selected text.
  if (!(target instanceof Element) || target.closest('a, button, label') || String(getSelection()) !== '')
    return;
  target.closest('tr')?.querySelector('th a')?.dispatchEvent(new MouseEvent('click', event));
}

/** J and K move the focus from row to row. Enter follows the link that has it, and X ticks the row's box. */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>): void {
  const current = () => document.activeElement?.closest('tr') ?? null;
  const move = (by: number) => {
    const rows = [...(body.current?.rows ?? [])];
    const row = rows[rows.findIndex((each) => each === current()) + by];
    // A row without a link takes the focus itself, so that the Tab key leads to its buttons.
    (row?.querySelector<HTMLElement>('a[href]') ?? row)?.focus();
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: () => current()?.querySelector<HTMLElement>('tbody [data-box] input')?.click(),
  });
}
