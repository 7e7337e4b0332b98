import { Navigate } from '@tanstack/react-router';
import { CardLayout } from '../features/card-layout.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { useSession } from '../features/session/session.ts';
import { toClientError } from '../errors.ts';
import { useTexts } from '../language/texts.ts';

/** The start page redirects to the account or to sign-in. */
export function HomePage() {
  const { common } = useTexts();
  const session = useSession();
  if (session.data) return <Navigate to="/account" replace />;
  if (session.failureReason) {
    return (
      <CardLayout>
        <PageHeading title={common.justAMoment} />
        <ErrorNotice error={toClientError(session.failureReason)} />
      </CardLayout>
    );
  }
  if (session.data === null && !session.isFetching) return <Navigate to="/sign-in" replace />;
  return <PageLoader />;
}
