import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { savesData, whenIdle } from '../ui/when-idle.ts';

/** The profile is there already, and few people open the rest. */
const SECTIONS = [
  { to: '/account/sign-in-methods' },
  { to: '/account/devices' },
  { to: '/account/activity' },
] as const;

/** Loads the sections that people open most when the page is idle, unless the browser saves data. */
export function useOtherSections(): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  const isComplete = useIsFetching() === 0;
  useEffect(() => {
    if (!isComplete || savesData()) return;
    whenIdle(() => {
      // The page asks for its data after its first rendering, or there is no network now.
      if (queryClient.isFetching() > 0 || !navigator.onLine) return;
      for (const section of SECTIONS) void router.preloadRoute(section);
    });
  }, [isComplete, queryClient, router]);
}
