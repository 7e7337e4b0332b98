import { useLocation } from '@tanstack/react-router';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import type { PageTexts } from '../../../locales/texts.ts';
import { useNotice } from '../notices.tsx';
import { RowNoticeText } from './row-notice-text.tsx';
import classes from './rows.module.css';

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

const OpenRowContext = createContext<OpenRow | null>(null);

/** A card of rows. One editor is open at a time. */
export function RowCard({ children }: { readonly children: ReactNode }) {
  const [openRow, setOpenRow] = useState<string | null>(null);
  const value = useMemo(() => ({ openRow, setOpenRow }), [openRow]);
  return (
    <OpenRowContext value={value}>
      <div className={classes['card']}>{children}</div>
    </OpenRowContext>
  );
}

/** The button that opens the editor (`RowAction`). */
const OPENER = '[data-opener]';

/** The state of one row in its card. */
export interface RowState {
  /** The id of the row's element. */
  readonly id: string;
  readonly isOpen: boolean;
  /** The editor of another row is open: what happens here must not take the focus from it. */
  readonly isOtherOpen: boolean;
  readonly notice: ReactNode;
  /** Opens the editor in place of the one that was open. */
  readonly open: () => void;
  /** Opens the editor, unless the person is in the editor of another row. For an answer that comes late. */
  readonly openUnlessElsewhere: () => void;
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
    if (!isFocusElsewhere(id)) document.getElementById(id)?.querySelector<HTMLElement>(OPENER)?.focus();
  };
  const open = () => {
    setOpenRow(() => id);
    clear();
  };
  const isOtherOpen = openRow !== null && openRow !== id;
  return {
    id,
    isOpen: openRow === id,
    isOtherOpen,
    notice,
    open,
    openUnlessElsewhere: () => {
      if (!isOtherOpen || !isFocusElsewhere(id)) open();
    },
    openIfNoneIs,
    close,
  };
}

/** The focus is in the page, but not in the row with this id. */
function isFocusElsewhere(id: string): boolean {
  const { activeElement, body } = document;
  return (
    activeElement !== null &&
    activeElement !== body &&
    document.getElementById(id)?.contains(activeElement) !== true
  );
}

/** Opens the row's editor when a link with this name after the `#` leads to the page. `null`: it opens by no link. */
export function useOpenByLink({ openIfNoneIs }: RowState, name: string | null): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (name !== null && hash === name) openIfNoneIs();
  }, [hash, name, openIfNoneIs]);
}

interface Sent {
  /** Seconds, counted from `sentAt`. */
  readonly resendAfter: number;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/** The same message for a row that is opened again: with the seconds that are left until the next one can be requested. */
export function withSecondsLeft<Message extends Sent>(sent: Message): Message {
  const now = Date.now();
  const seconds = Math.ceil(sent.resendAfter - (now - sent.sentAt) / 1000);
  return { ...sent, resendAfter: Math.max(0, seconds), sentAt: now };
}
