import { useLocation } from '@tanstack/react-router';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { useNotice } from '../../ui/notices.tsx';
import { CheckIcon } from '../../ui/notice-icons.tsx';
import type { RowState } from './row-state.ts';
import classes from './rows.module.css';

interface OpenRow {
  /** The id of the row whose editor is open. */
  readonly openRow: string | null;
  readonly setOpenRow: (next: (last: string | null) => string | null) => void;
}

const OpenRowContext = createContext<OpenRow | null>(null);

/** One editor is open at a time. */
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
      show((texts) => (
        <div className={classes['noticeText']}>
          <CheckIcon size={18} />
          <div>{newNotice(texts)}</div>
        </div>
      ));
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

/** `name` is the part of the link after the `#`. */
export function useOpenByLink({ openIfNoneIs }: RowState, name: string): void {
  useLink(name, openIfNoneIs);
}

/** The same link can be followed again. */
export function useLink(name: string, onFollow: () => void): void {
  // oxlint-disable-next-line no-underscore-dangle -- the router names it so
  const followed = useLocation({ select: ({ hash, state }) => hash === name && (state.__TSR_key ?? true) });
  const act = useEffectEvent(onFollow);
  useEffect(() => {
    if (followed !== false) act();
  }, [followed]);
}
