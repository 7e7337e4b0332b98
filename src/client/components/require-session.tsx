import { Navigate, useLocation } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import type { Session } from '../../shared/schemas/session.ts';
import { toClientError } from '../errors.ts';
import { confirmSignIn } from '../last-used.ts';
import { FrontDoor } from './front-door.tsx';
import { PageHeading } from './page-heading.tsx';
import { PageLoader } from './page-loader.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { useSession } from './session.ts';

interface RequireSessionProps {
  readonly children: (session: Session) => ReactNode;
}

/**
 * Shows its content to a signed-in person and sends everybody else to sign in, to come back afterwards. A service that
 * cannot answer is neither: the person is told so, and it is asked again until it answers.
 */
export function RequireSession({ children }: RequireSessionProps) {
  const session = useSession();
  const callbackUrl = useLocation({ select: (location) => location.href });
  const trouble = session.failureReason ?? session.error;
  const isSignedIn = Boolean(session.data);

  useEffect(() => {
    if (isSignedIn) confirmSignIn();
  }, [isSignedIn]);

  if (session.data) {
    return (
      <>
        {trouble !== null && <ErrorNotice error={toClientError(trouble)} />}
        {children(session.data)}
      </>
    );
  }
  if (trouble !== null) {
    const error = toClientError(trouble);
    return (
      <FrontDoor>
        <PageHeading title="Just a moment" />
        <ErrorNotice error={error} />
      </FrontDoor>
    );
  }
  if (session.data === null && !session.isFetching) {
    return <Navigate to="/sign-in" search={{ error: 'SessionRequired', callbackUrl }} replace />;
  }
  return <PageLoader />;
}
