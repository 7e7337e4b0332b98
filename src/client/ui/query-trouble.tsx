import { Button } from './button.tsx';
import { toClientError } from '../errors.ts';
import { useTexts } from '../language/texts.ts';
import { ErrorNotice } from './error-notice.tsx';

interface QueryTroubleProps {
  readonly query: {
    /** Of a try that is being repeated. */
    readonly failureReason: unknown;
    readonly error: unknown;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
}

/** Why a list cannot be shown, or is not up to date; nothing while all is well. */
export function QueryTrouble({ query }: QueryTroubleProps) {
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
