import type { ReactNode } from 'react';
import type { ClientError } from '../errors.ts';
import { Notice } from './notice.tsx';
import classes from './notice.module.css';
import { useRetryWait } from './use-retry-wait.ts';
import { useErrorWords } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';

interface ErrorNoticeProps {
  readonly error: ClientError;
  /** In place of the catalogue's, where that speaks of something else. */
  readonly title?: string;
  /** What helps here beside the catalogue's hint. */
  readonly addition?: string | undefined;
  readonly takeFocus?: boolean;
  /** What leads on from here: buttons or links. */
  readonly children?: ReactNode;
}

/** A failure in full: what happened, what helps, the code (and the request) to quote, and the way on. */
export function ErrorNotice({ error, title, addition, takeFocus = false, children }: ErrorNoticeProps) {
  const wait = useRetryWait(error);
  const words = useErrorWords()(error);
  const waitSentence = useWaitSentence();
  return (
    <Notice tone="problem" title={title ?? words.title} takeFocus={takeFocus}>
      <p>
        {words.message} {words.hint} {addition}
      </p>
      {/* Not announced anew every second: the notice itself was read out when it came. */}
      {error.retryAfter !== undefined && <p aria-live="off">{waitSentence(wait)}</p>}
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
  const texts = useTexts().failures;
  return (
    <p className={classes['reference']}>
      {texts.code(code)}
      {requestId && ` · ${texts.request(requestId)}`}
    </p>
  );
}

/** Says when what failed may be tried again; `wait` in seconds. */
export function useWaitSentence(): (wait: number) => string {
  const { waitSeconds, waitMinutes, waitIsOver } = useTexts().failures;
  return (wait) => {
    if (wait <= 0) return waitIsOver;
    return wait < 60 ? waitSeconds(wait) : waitMinutes(Math.ceil(wait / 60));
  };
}
