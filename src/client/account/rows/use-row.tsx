import { createContext, useCallback, useContext, useId, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { PageTexts } from '../../../locales/texts.ts';
import { useNotice } from '../notices.tsx';
import { RowNoticeText } from './row-notice-text.tsx';

/** What a row tells after an action, such as "Your name is saved." */
export interface RowNotice {
  readonly text: (texts: PageTexts) => ReactNode;
  /** Takes the action back. */
  readonly onUndo?: () => void;
}

interface OpenRow {
  /** The id of the row whose editor is open. */
  readonly openRow: string | null;
  readonly setOpenRow: (next: (last: string | null) => string | null) => void;
}

export const OpenRowContext = createContext<OpenRow | null>(null);

/** The button that opens the editor (`RowAction`). */
const OPENER = '[data-opener]';

/** The state of one row in its card. */
export interface RowState {
  /** The id of the row's element. */
  readonly id: string;
  readonly isOpen: boolean;
  readonly notice: ReactNode;
  /** Opens the editor in place of the one that was open. */
  readonly open: () => void;
  /** Opens the editor if no other one is open. */
  readonly openIfNoneIs: () => void;
  /** Closes the editor. The focus moves back to the button that opens it, unless the person has gone on to another place. */
  readonly close: (notice?: RowNotice) => void;
}

export function useRow(): RowState {
  const id = useId();
  const card = useContext(OpenRowContext);
  if (!card) throw new Error('A row needs a <RowCard> around it.');
  const { openRow, setOpenRow } = card;
  const { notice, show, clear } = useNotice();
  const openIfNoneIs = useCallback(() => setOpenRow((last) => last ?? id), [setOpenRow, id]);
  const close: RowState['close'] = (newNotice) => {
    // The button must be rendered again before it can take the focus.
    flushSync(() => {
      setOpenRow((last) => (last === id ? null : last));
      if (!newNotice) return clear();
      const { text, onUndo } = newNotice;
      const undo = onUndo && (() => (close(), onUndo()));
      show((texts) => <RowNoticeText {...(undo && { onUndo: undo })}>{text(texts)}</RowNoticeText>);
    });
    const { activeElement, body } = document;
    const element = document.getElementById(id);
    if (activeElement === null || activeElement === body || element?.contains(activeElement))
      element?.querySelector<HTMLElement>(OPENER)?.focus();
  };
  return {
    id,
    isOpen: openRow === id,
    notice,
    open: () => {
      setOpenRow(() => id);
      clear();
    },
    openIfNoneIs,
    close,
  };
}
