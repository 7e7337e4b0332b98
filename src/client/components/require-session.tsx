import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
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
    return <SendToSignIn />;
  }
  return <PageLoader />;
}

/**
 * Leaves once, with the address as it was on arrival. `<Navigate>` would go again as soon as the address changes, which it does
 * while this page is still shown: each time with the last address wrapped into the next.
 */
function SendToSignIn() {
  const router = useRouter();
  const navigate = useNavigate();
  const [callbackUrl] = useState(() => router.state.location.href);
  useEffect(() => {
    void navigate({ to: '/sign-in', search: { error: 'SessionRequired', callbackUrl }, replace: true });
  }, [navigate, callbackUrl]);
  return <PageLoader />;
}
