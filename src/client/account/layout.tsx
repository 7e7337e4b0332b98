import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Outlet, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { RequireSession } from '../features/session/require-session.tsx';
import { VerifyProvider } from '../features/verify/verify-provider.tsx';
import { useTexts } from '../language/texts.ts';
import { lazyPart } from '../load-page.ts';
import { PaletteLoading } from '../palette/palette-loading.tsx';
import { usePaletteKey } from '../palette/use-palette-key.ts';
import { SectionLinks } from './navigation.tsx';
import { NoticesProvider } from '../ui/notices.tsx';
import { accountSections } from './sections.ts';
import { SecurityReviewNotice } from './security-review/security-review-notice.tsx';
import { Shell } from './shell.tsx';
import { savesData, whenIdle } from '../ui/when-idle.ts';

const route = getRouteApi('/account');

const Palette = lazyPart(async () => (await import('../palette/account-palette.tsx')).loadAccountPalette());

export function AccountLayout() {
  const returned = route.useSearch();
  useOtherSections();
  const [isSearching, setSearching] = useState(false);
  usePaletteKey(() => setSearching(true));
  const texts = useTexts();
  const navigation = <SectionLinks label={texts.account.navigation} sections={accountSections(texts)} />;
  return (
    <RequireSession loading={<Shell navigation={navigation} />}>
      {(session, trouble) => (
        <VerifyProvider user={session.user} returned={returned}>
          <NoticesProvider>
            <Shell session={session} navigation={navigation}>
              {trouble}
              <SecurityReviewNotice />
              <Outlet />
              {isSearching && (
                <Suspense fallback={<PaletteLoading onClose={() => setSearching(false)} />}>
                  <Palette onClose={() => setSearching(false)} />
                </Suspense>
              )}
            </Shell>
          </NoticesProvider>
        </VerifyProvider>
      )}
    </RequireSession>
  );
}

/** The profile is there already, and few people open the rest. */
const SECTIONS = [
  { to: '/account/sign-in-methods' },
  { to: '/account/devices' },
  { to: '/account/activity' },
] as const;

/** Loads the sections that people open most when the page is idle, unless the browser saves data. */
function useOtherSections(): void {
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
