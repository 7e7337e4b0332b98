import type { PageError } from '../errors.ts';
import { ErrorReference } from './error-notice.tsx';
import classes from './error-text.module.css';
import { useErrorWords } from '../language/error-words.ts';

/** For a failure with a page of its own. */
export function ErrorText({ error }: { readonly error: PageError }) {
  const { message, hint } = useErrorWords()(error);
  return (
    <div className={classes['text']}>
      <p>{message}</p>
      <p className={classes['hint']}>{hint}</p>
      <ErrorReference code={error.code} requestId={error.requestId} />
    </div>
  );
}
