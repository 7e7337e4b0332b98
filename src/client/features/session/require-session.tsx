import { at } from '../../base-path.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Session } from '../../../shared/schemas/session.ts';
import { toPageError } from '../../errors.ts';
import { onSignOutInAnotherTab, signedOutHereSince } from './sign-outs.ts';
import { CardLayout } from '../card-layout.tsx';
import { LoadingCard } from '../loading-card.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useIsOnline } from '../../ui/online.ts';
import { useSession } from './session.ts';
import { useTexts } from '../../language/texts.ts';

const SIGN_IN_PATH = '/sign-in';

interface RequireSessionProps {
  /** Shown until the session is known, and until the sign-in page is there. */
  readonly loading?: ReactNode;
  /** `trouble` says that the session could not be read again, or is nothing. */
  readonly children: (session: Session, trouble: ReactNode) => ReactNode;
}

const LOADING = <LoadingCard />;

/** Never redirects while the service is unavailable: it then shows the error and retries. */
export function RequireSession({ loading = LOADING, children }: RequireSessionProps) {
  const { common } = useTexts();
  const session = useSession();
  const isOnline = useIsOnline();
  const trouble = session.failureReason ?? session.error;
  const isSignedIn = Boolean(session.data);
  /** In milliseconds since 1970; `null` if this page never had a session. */
  const lastSeenAt = useRef<number | null>(null);

  useEffect(() => {
    if (isSignedIn) lastSeenAt.current = session.dataUpdatedAt;
  }, [isSignedIn, session.dataUpdatedAt]);

  const { refetch } = session;
  useEffect(() => onSignOutInAnotherTab(() => void refetch()), [refetch]);

  if (session.data) {
    // While the browser is offline, `ConnectionLine` says so.
    const notice = trouble !== null && isOnline ? <ErrorNotice error={toPageError(trouble)} /> : null;
    return children(session.data, notice);
  }
  if (trouble !== null) {
    const error = toPageError(trouble);
    return (
      <CardLayout title={common.justAMoment}>
        <ErrorNotice error={error} />
      </CardLayout>
    );
  }
  if (session.data === null && !session.isFetching) {
    return <RedirectToSignIn lastSeenAt={lastSeenAt} loading={loading} />;
  }
  return loading;
}

interface RedirectToSignInProps {
  readonly lastSeenAt: RefObject<number | null>;
  readonly loading: ReactNode;
}

/**
 * Redirects once, with the URL of the arrival. `<Navigate>` would redirect again when the URL changes, and
 * nest the callback URLs. So would this component when another read of the session shows it again.
 */
function RedirectToSignIn({ lastSeenAt, loading }: RedirectToSignInProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const [callbackUrl] = useState(() => {
    const { pathname, href } = router.state.location;
    return pathname === SIGN_IN_PATH ? null : at(href);
  });
  useEffect(() => {
    if (callbackUrl === null) return;
    const since = lastSeenAt.current;
    void navigate({
      to: SIGN_IN_PATH,
      search: {
        error: 'SessionRequired',
        callbackUrl,
        ...(since !== null && { sessionEnded: signedOutHereSince(since) ? 'here' : 'elsewhere' }),
      },
      replace: true,
    });
  }, [navigate, callbackUrl, lastSeenAt]);
  return loading;
}
