import { getRouteApi, Outlet } from '@tanstack/react-router';
import { RequireSession } from '../features/session/require-session.tsx';
import { VerifyProvider } from '../features/verify/verify-provider.tsx';
import { useOtherSections } from './load-other-sections.ts';
import { Navigation } from './navigation.tsx';
import { NoticesProvider } from './notices.tsx';
import { SecurityReviewNotice } from './security-review/security-review-notice.tsx';
import { Shell } from './shell.tsx';

const route = getRouteApi('/account');

export function AccountLayout() {
  const returned = route.useSearch();
  useOtherSections();
  return (
    <RequireSession>
      {(session, trouble) => (
        <VerifyProvider user={session.user} returned={returned}>
          <NoticesProvider>
            <Shell session={session} navigation={<Navigation />}>
              {trouble}
              <SecurityReviewNotice />
              <Outlet />
            </Shell>
          </NoticesProvider>
        </VerifyProvider>
      )}
    </RequireSession>
  );
}
