import type { ReactNode } from 'react';
import type { PageError } from '../errors.ts';
import { Notice } from './notice.tsx';
import classes from './notice.module.css';
import { useRetryWait } from './use-countdown.ts';
import { useErrorWords } from '../language/error-words.ts';
import { useTexts } from '../language/texts.ts';

interface ErrorNoticeProps {
  readonly error: PageError;
  /** Replaces the catalogue's title. */
  readonly title?: string;
  /** Added to the catalogue's hint. */
  readonly addition?: string | undefined;
  readonly takeFocus?: boolean;
  readonly children?: ReactNode;
}

export function ErrorNotice({ error, title, addition, takeFocus = false, children }: ErrorNoticeProps) {
  const wait = useRetryWait(error);
  const words = useErrorWords()(error);
  const waitSentence = useWaitSentence();
  return (
    <Notice tone="problem" title={title ?? words.title} takeFocus={takeFocus}>
      <p>
        {words.message} {words.hint} {addition}
      </p>
      {/* Not announced every second: the notice was announced when it appeared. */}
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

/** One click selects both, for a message to the operator. */
export function ErrorReference({ code, requestId }: ErrorReferenceProps) {
  const texts = useTexts().failures;
  return (
    <details className={classes['details']} data-error-code={code}>
      <summary>{texts.details}</summary>
      <p className={classes['reference']}>
        {texts.code(code)}
        {requestId && ` · ${texts.request(requestId)}`}
      </p>
    </details>
  );
}

/** `wait` in seconds. */
export function useWaitSentence(): (wait: number) => string {
  const { waitSeconds, waitMinutes, waitIsOver } = useTexts().failures;
  return (wait) => {
    if (wait <= 0) return waitIsOver;
    return wait < 60 ? waitSeconds(wait) : waitMinutes(Math.ceil(wait / 60));
  };
}
