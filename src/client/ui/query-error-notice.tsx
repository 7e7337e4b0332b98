import { Button } from './button.tsx';
import { toPageError } from '../errors.ts';
import { useTexts } from '../language/texts.ts';
import { ErrorNotice } from './error-notice.tsx';
import { useIsOnline } from './online.ts';

interface QueryErrorNoticeProps {
  readonly query: {
    /** Also of a query that is being retried. */
    readonly failureReason: unknown;
    readonly error: unknown;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
}

/** Nothing while the browser is offline, because `ConnectionLine` says that. */
export function QueryErrorNotice({ query }: QueryErrorNoticeProps) {
  const { tryAgain } = useTexts().common;
  const isOnline = useIsOnline();
  const trouble = query.failureReason ?? query.error;
  if (trouble === null) return null;
  const error = toPageError(trouble);
  if (error.code === 'UNAVAILABLE' && !isOnline) return null;
  return (
    <ErrorNotice error={error}>
      {query.isError && (
        <Button variant="default" onClick={() => void query.refetch()}>
          {tryAgain}
        </Button>
      )}
    </ErrorNotice>
  );
}
