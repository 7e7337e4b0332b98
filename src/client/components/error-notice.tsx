import type { ReactNode } from 'react';
import type { ClientError } from '../errors.ts';
import { Notice } from './notice.tsx';
import classes from './notice.module.css';
import { useRetryWait } from './use-retry-wait.ts';

interface ErrorNoticeProps {
  readonly error: ClientError;
  readonly takeFocus?: boolean;
  /** What leads on from here: buttons or links. */
  readonly children?: ReactNode;
}

/** A failure in full: what happened, what helps, the code (and the request) to quote, and the way on. */
export function ErrorNotice({ error, takeFocus = false, children }: ErrorNoticeProps) {
  const wait = useRetryWait(error);
  return (
    <Notice tone="problem" title={error.title} takeFocus={takeFocus}>
      <p>
        {error.message} {error.hint}
      </p>
      {/* Not announced anew every second: the notice itself was read out when it came. */}
      {error.retryAfter !== undefined && (
        <p aria-live="off">
          {wait > 0 ? `You can try again in ${formatWait(wait)}.` : 'You can try again now.'}
        </p>
      )}
      <ErrorReference code={error.code} requestId={error.requestId} />
      {children && <div className={classes['actions']}>{children}</div>}
    </Notice>
  );
}

interface ErrorReferenceProps {
  readonly code: string;
  readonly requestId?: string | undefined;
}

/** The stable code and the request's id, small and selected as a whole by one click. */
export function ErrorReference({ code, requestId }: ErrorReferenceProps) {
  return (
    <p className={classes['reference']}>
      Code: {code}
      {requestId && ` · Request: ${requestId}`}
    </p>
  );
}

export function formatWait(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
