import { Outlet, useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
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
          <Outlet />
        </SignedInContext>
      </PathContext>
    </HeadingFocusContext>
  );
}
