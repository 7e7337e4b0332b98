import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import { ConnectionLine } from './features/connection-line.tsx';
import { ProgressLine } from './features/progress-line.tsx';
import { SignedInContext } from './features/signed-in.ts';
import { trpc } from './trpc.ts';
import { HeadingFocusContext } from './ui/page-heading.tsx';
import { PathContext } from './ui/path.ts';

export function RootLayout() {
  const pageWasShown = useRef(false);
  const path = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  // Reads the session only from the cache.
  const session = trpc.session.get.useQuery(undefined, { enabled: false });
  return (
    <HeadingFocusContext value={pageWasShown}>
      <PathContext value={path}>
        <SignedInContext value={Boolean(session.data)}>
          <ProgressLine />
          {/* Its words may still be loading. */}
          <Suspense>
            <ConnectionLine />
          </Suspense>
          <Outlet />
        </SignedInContext>
      </PathContext>
    </HeadingFocusContext>
  );
}
