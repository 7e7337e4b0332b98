import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Session } from '../../../shared/schemas/session.ts';
import { toClientError } from '../../errors.ts';
import { confirmSignIn } from './last-used.ts';
import { onSignOutInAnotherTab, signedOutHereSince } from './sign-outs.ts';
import { FrontDoor } from '../front-door.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useSession } from './session.ts';
import { useTexts } from '../../language/texts.ts';

interface RequireSessionProps {
  readonly children: (session: Session) => ReactNode;
}

/**
 * Shows its content to a signed-in person and sends everybody else to sign in, to come back afterwards. A service that
 * cannot answer is neither: the person is told so, and it is asked again until it answers.
 */
export function RequireSession({ children }: RequireSessionProps) {
  const { common } = useTexts();
  const session = useSession();
  const trouble = session.failureReason ?? session.error;
  const isSignedIn = Boolean(session.data);
  /** When this page last knew of a session; never, if it has not seen one. */
  const known = useRef<number | null>(null);

  useEffect(() => {
    if (isSignedIn) confirmSignIn();
  }, [isSignedIn]);

  useEffect(() => {
    if (isSignedIn) known.current = session.dataUpdatedAt;
  }, [isSignedIn, session.dataUpdatedAt]);

  const { refetch } = session;
  useEffect(() => onSignOutInAnotherTab(() => void refetch()), [refetch]);

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
        <PageHeading title={common.justAMoment} />
        <ErrorNotice error={error} />
      </FrontDoor>
    );
  }
  if (session.data === null && !session.isFetching) {
    return <SendToSignIn known={known} />;
  }
  return <PageLoader />;
}

/**
 * Leaves once, with the address as it was on arrival. `<Navigate>` would go again as soon as the address changes, which it does
 * while this page is still shown: each time with the last address wrapped into the next. Whoever was signed in here is told what became
 * of it.
 */
function SendToSignIn({ known }: { readonly known: RefObject<number | null> }) {
  const router = useRouter();
  const navigate = useNavigate();
  const [callbackUrl] = useState(() => router.state.location.href);
  useEffect(() => {
    const since = known.current;
    void navigate({
      to: '/sign-in',
      search: { error: 'SessionRequired', callbackUrl },
      state: since === null ? {} : { sessionEnded: signedOutHereSince(since) ? 'here' : 'elsewhere' },
      replace: true,
    });
  }, [navigate, callbackUrl, known]);
  return <PageLoader />;
}
