import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { toPageError } from '../errors.ts';
import { useVerify } from '../features/verify/verify-context.ts';
import { useTexts } from '../language/texts.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { QueryErrorNotice } from '../ui/query-error-notice.tsx';

export interface AdminQuery {
  readonly data: unknown;
  readonly failureReason: unknown;
  readonly error: unknown;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

/** When the session is not fresh, it asks the person to verify who they are. */
export function AdminQueryNotice({ query }: { readonly query: AdminQuery }) {
  const { code } = toPageError(query.error);
  if (query.error !== null && (code === 'SESSION_NOT_FRESH' || code === 'SECOND_FACTOR_REQUIRED')) {
    // What is on the page stays while the person reads it. Nothing opens over it.
    return (
      <VerifyNotice
        needsSecondFactor={code === 'SECOND_FACTOR_REQUIRED'}
        asksAtOnce={query.data === undefined}
      />
    );
  }
  return <QueryErrorNotice query={query} />;
}

interface VerifyNoticeProps {
  readonly needsSecondFactor: boolean;
  readonly asksAtOnce: boolean;
}

function VerifyNotice({ needsSecondFactor, asksAtOnce }: VerifyNoticeProps) {
  const { adminConsole: texts } = useTexts();
  const verify = useVerify();
  const queryClient = useQueryClient();
  const ask = () =>
    verify.ask({
      action: null,
      // Other lists of this page were refused, too.
      resume: () =>
        void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' }),
      needsSecondFactor,
    });
  const askAtOnce = useEffectEvent(ask);
  useEffect(() => {
    if (asksAtOnce) askAtOnce();
  }, [asksAtOnce]);
  return (
    <Notice tone="calm" title={texts.verifyTitle}>
      <p>{texts.verifyMeaning}</p>
      <div>
        <Button onClick={ask}>{texts.verify}</Button>
      </div>
    </Notice>
  );
}
