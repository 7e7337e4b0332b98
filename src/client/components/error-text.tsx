import type { ClientError } from '../errors.ts';
import { ErrorReference } from './error-notice.tsx';
import classes from './error-text.module.css';

/** A failure that has a page to itself: its words below the page's title, and what to quote. */
export function ErrorText({ error }: { readonly error: ClientError }) {
  return (
    <div className={classes['text']}>
      <p>{error.message}</p>
      <p className={classes['hint']}>{error.hint}</p>
      <ErrorReference code={error.code} requestId={error.requestId} />
    </div>
  );
}
