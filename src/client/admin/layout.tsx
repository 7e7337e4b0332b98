import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import { SectionLinks } from '../account/navigation.tsx';
import { NoticesProvider } from '../ui/notices.tsx';
import { Shell } from '../account/shell.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { RequireSession } from '../features/session/require-session.tsx';
import { VerifyProvider } from '../features/verify/verify-provider.tsx';
import { useTexts } from '../language/texts.ts';
import { ButtonLink } from '../ui/links.tsx';
import classes from './admin.module.css';
import { ConsoleSearch } from './palette/console-search.tsx';
import { adminSections } from './sections.ts';
import { Shortcuts } from './shortcuts/shortcuts.tsx';

const route = getRouteApi('/admin');

/** The server refuses everybody but administrators. Here they read why. */
export function AdminLayout() {
  const returned = route.useSearch();
  const texts = useTexts();
  const [areShortcutsShown, showShortcuts] = useState(false);
  const search = <ConsoleSearch onShowShortcuts={() => showShortcuts(true)} />;
  const navigation = <SectionLinks label={texts.adminConsole.navigation} sections={adminSections(texts)} />;
  return (
    <RequireSession loading={<Shell navigation={navigation} isWide />}>
      {(session, trouble) =>
        session.roles.includes(ADMINISTRATOR) ? (
          <VerifyProvider user={session.user} returned={returned}>
            <NoticesProvider>
              <Shell session={session} navigation={navigation} search={search} isWide>
                <div className={classes['console']}>
                  {trouble}
                  <Outlet />
                  <Shortcuts isOpen={areShortcutsShown} setOpen={showShortcuts} />
                </div>
              </Shell>
            </NoticesProvider>
          </VerifyProvider>
        ) : (
          <OnlyAdministrators />
        )
      }
    </RequireSession>
  );
}

function OnlyAdministrators() {
  const { account, adminConsole: texts } = useTexts();
  return (
    <CardLayout title={texts.onlyTitle}>
      <p>{texts.only}</p>
      <ButtonLink to="/account" fullWidth>
        {account.yourAccount}
      </ButtonLink>
    </CardLayout>
  );
}
