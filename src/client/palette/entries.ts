import type { HistoryState } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/** What the palette leads to: a page of the application, another document, or an action. */
export type PaletteEntry = Shown & (ToPage | ToDocument | Action);

interface Shown {
  readonly name: string;
  readonly Icon: ComponentType;
  /** Beside the name, in grey. */
  readonly detail?: string | undefined;
  /** Words that find it too. */
  readonly also?: string;
  /** Its shortcut, such as `g p`. */
  readonly keys?: string | undefined;
}

interface ToPage {
  readonly to: string;
  readonly hash?: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly state?: HistoryState;
}

interface ToDocument {
  readonly href: string;
}

interface Action {
  readonly act: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
}

/** The groups with the entries that have every word of the text. Names that begin with it come first. */
export function findEntries(groups: readonly PaletteGroup[], text: string): readonly PaletteGroup[] {
  const wanted = plain(text);
  const words = wanted.split(' ').filter(Boolean);
  return groups
    .map(({ name, entries }) => ({
      name,
      entries: entries
        .filter((entry) => {
          const known = plain(`${entry.name} ${entry.detail ?? ''} ${entry.also ?? ''}`);
          return words.every((word) => known.includes(word));
        })
        .toSorted((one, other) => Number(begins(other, wanted)) - Number(begins(one, wanted))),
    }))
    .filter(({ entries }) => entries.length > 0);
}

const begins = ({ name }: PaletteEntry, wanted: string) => plain(name).startsWith(wanted);

/** Without accents and capital letters. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
