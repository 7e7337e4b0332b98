import { Outlet } from '@tanstack/react-router';
import { useRef } from 'react';
import { HeadingFocusContext } from './page-heading.tsx';

export function RootLayout() {
  const pageWasShown = useRef(false);
  return (
    <HeadingFocusContext value={pageWasShown}>
      <Outlet />
    </HeadingFocusContext>
  );
}
