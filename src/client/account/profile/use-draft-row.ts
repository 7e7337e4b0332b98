import { useEffect, useEffectEvent, useState } from 'react';
import { toActionError, type PageError } from '../../errors.ts';
import { useRetryWait } from '../../ui/use-countdown.ts';
import type { RowState } from '../rows/row-state.ts';
import { useRow } from '../rows/use-row.tsx';
import { useToast, type Toast } from '../../ui/toasts/toasts.tsx';

interface DraftRowOptions {
  /** The saved value as text. */
  readonly stored: string;
  /** The mutation that saves it. */
  readonly update: { readonly error: unknown; readonly isPending: boolean; readonly reset: () => void };
  /** Starts the mutation. Called only with a draft that differs from `stored`. */
  readonly send: (draft: string) => void;
}

interface DraftRow {
  readonly row: RowState;
  /** What was typed or chosen; the saved value before that. */
  readonly text: string;
  readonly isUnsaved: boolean;
  readonly failure: PageError | null;
  readonly setDraft: (draft: string) => void;
  /** Closes the editor after the value was saved, and says so with a toast. */
  readonly closeSaved: (toast?: Toast) => void;
  /** For `RowForm`. */
  readonly form: {
    readonly isPending: boolean;
    readonly isDisabled: boolean;
    readonly onSubmit: () => void;
    readonly onCancel: () => void;
  };
}

/** A row whose editor holds one value until it is saved: when the connection is back, if it was lost. */
export function useDraftRow({ stored, update, send }: DraftRowOptions): DraftRow {
  const row = useRow();
  const showToast = useToast();
  /** What was typed or chosen and is not saved. */
  const [draft, setDraft] = useState<string | null>(null);
  const failure = update.error ? toActionError(update.error) : null;
  const wait = useRetryWait(failure);
  const isWaiting = failure?.wording === 'offline';
  const sendAgain = useEffectEvent(() => draft !== null && send(draft));
  useEffect(() => {
    if (!isWaiting) return;
    const whenOnline = () => void sendAgain();
    addEventListener('online', whenOnline);
    return () => removeEventListener('online', whenOnline);
  }, [isWaiting]);
  const onCancel = () => {
    setDraft(null);
    update.reset();
    row.close();
  };
  const onSubmit = () => {
    if (update.isPending || wait > 0) return;
    if (draft === null || draft === stored) onCancel();
    else send(draft);
  };
  return {
    row,
    text: draft ?? stored,
    isUnsaved: draft !== null && draft !== stored,
    failure,
    setDraft: (changed) => {
      // Only what was submitted is sent later, and not what is typed after it.
      if (isWaiting) update.reset();
      setDraft(changed);
    },
    closeSaved: (toast) => {
      setDraft(null);
      row.close();
      if (toast) showToast(toast);
    },
    form: { isPending: update.isPending, isDisabled: wait > 0, onSubmit, onCancel },
  };
}
