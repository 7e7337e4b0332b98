import { Button } from './button.tsx';
import { toClientError } from '../errors.ts';
import { useTexts } from '../language/texts.ts';
import { ErrorNotice } from './error-notice.tsx';

interface QueryErrorNoticeProps {
  readonly query: {
    /** The error of a query that is being retried. */
    readonly failureReason: unknown;
    readonly error: unknown;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
}

/** The error of a query, or nothing when it succeeded. */
export function QueryErrorNotice({ query }: QueryErrorNoticeProps) {
  const { tryAgain } = useTexts().common;
  const trouble = query.failureReason ?? query.error;
  if (trouble === null) return null;
  return (
    <ErrorNotice error={toClientError(trouble)}>
      {query.isError && (
        <Button size="sm" variant="default" onClick={() => void query.refetch()}>
          {tryAgain}
        </Button>
      )}
    </ErrorNotice>
  );
}
