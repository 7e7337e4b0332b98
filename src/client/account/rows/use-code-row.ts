import { useEffect, useState } from 'react';
import { useRow } from './use-row.tsx';

interface Sent {
  /** Seconds, counted from `sentAt`. */
  readonly resendAfter: number;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  /** The number of messages sent from this page, to any address or number. */
  readonly sends: number;
  /** This address or number got a message before. */
  readonly isAgain: boolean;
}

const SENT_BEFORE: Sent = { resendAfter: 0, sentAt: 0, sends: 0, isAgain: false };

interface CodeRowOptions<To> {
  /** Where the code went that the server waits for. */
  readonly pending: To | null;
  /** Nothing waits any more, although this page has sent a code. */
  readonly isOver: boolean;
}

/** A row that asks for a sent code. It opens by itself while one is missing. */
export function useCodeRow<To extends object>({ pending, isOver }: CodeRowOptions<To>) {
  const row = useRow();
  /** The person enters another address or number, although one waits for its code. */
  const [isEntering, setEntering] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const [sent, setSent] = useState<(To & Sent) | null>(null);
  const waiting = isOver ? null : (sent ?? (pending && { ...pending, ...SENT_BEFORE }));

  const isWaiting = waiting !== null;
  const { openIfNoneIs } = row;
  useEffect(() => {
    if (isWaiting) openIfNoneIs();
  }, [isWaiting, openIfNoneIs]);
  return {
    row,
    waiting,
    isEntering,
    /** The person has opened the row, or sent a code from it. */
    takesFocus: isOpened || (sent?.sends ?? 0) > 0,
    /** With the seconds that are left. */
    open: () => {
      setSent((last) => last && { ...last, resendAfter: secondsLeft(last), sentAt: Date.now() });
      setOpened(true);
      row.open();
    },
    onSent: (to: To, { resendAfter, isAgain }: Pick<Sent, 'resendAfter' | 'isAgain'>) => {
      const sentAt = Date.now();
      setSent((last) => ({ ...to, resendAfter, sentAt, sends: (last?.sends ?? 0) + 1, isAgain }));
      setEntering(false);
      row.openUnlessElsewhere();
    },
    onOther: () => setEntering(true),
    /** The code was confirmed or cancelled. */
    forgetSent: () => setSent(null),
    closeForm: () => {
      setEntering(false);
      row.close();
    },
  };
}

function secondsLeft({ resendAfter, sentAt }: Sent): number {
  return Math.max(0, Math.ceil(resendAfter - (Date.now() - sentAt) / 1000));
}
