import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import { ConnectionLine } from './features/connection-line.tsx';
import { ProgressLine } from './features/progress-line.tsx';
import { PathContext, ReadOnlyContext, SignedInContext } from './ui/page-state.ts';
import { APPLICATION_TEXTS } from './language/deferred-texts.ts';
import { lazyPart } from './load-page.ts';
import { trpc } from './trpc.ts';
import { HeadingFocusContext } from './ui/page-heading.tsx';

const ImpersonationBanner = lazyPart(
  async () => (await import('./features/impersonation/impersonation-banner.tsx')).ImpersonationBanner,
  APPLICATION_TEXTS,
);

export function RootLayout() {
  const pageWasShown = useRef(false);
  const path = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  // Reads the session only from the cache.
  const session = trpc.session.get.useQuery(undefined, { enabled: false });
  return (
    <HeadingFocusContext value={pageWasShown}>
      <PathContext value={path}>
        <SignedInContext value={Boolean(session.data)}>
          <ReadOnlyContext value={Boolean(session.data?.impersonation)}>
            <ProgressLine />
            <ConnectionLine />
            {session.data?.impersonation && (
              <Suspense>
                <ImpersonationBanner session={session.data} />
              </Suspense>
            )}
            <Outlet />
          </ReadOnlyContext>
        </SignedInContext>
      </PathContext>
    </HeadingFocusContext>
  );
}
