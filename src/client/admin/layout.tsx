import { getRouteApi, Outlet } from '@tanstack/react-router';
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import { EXACT, SectionLink, SectionLinks } from '../account/navigation.tsx';
import { NoticesProvider } from '../account/notices.tsx';
import { Shell } from '../account/shell.tsx';
import { CardLayout } from '../features/card-layout.tsx';
import { RequireSession } from '../features/session/require-session.tsx';
import { VerifyProvider } from '../features/verify/verify-provider.tsx';
import { useTexts } from '../language/texts.ts';
import { ActivityIcon, DataIcon, KeyIcon, UserIcon } from '../ui/icons.tsx';
import { ButtonLink } from '../ui/links.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { JobsIcon, WebhooksIcon } from './icons.tsx';

const route = getRouteApi('/admin');

/** The server refuses everybody but administrators. Here they read why. */
export function AdminLayout() {
  const returned = route.useSearch();
  return (
    <RequireSession>
      {(session, trouble) =>
        session.roles.includes(ADMINISTRATOR) ? (
          <VerifyProvider user={session.user} returned={returned}>
            <NoticesProvider>
              <Shell session={session} navigation={<AdminNavigation />} isWide>
                {trouble}
                <Outlet />
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
    <CardLayout>
      <PageHeading title={texts.onlyTitle} />
      <p>{texts.only}</p>
      <ButtonLink to="/account" fullWidth>
        {account.yourAccount}
      </ButtonLink>
    </CardLayout>
  );
}

function AdminNavigation() {
  const { adminConsole: texts } = useTexts();
  return (
    <SectionLinks label={texts.navigation}>
      <SectionLink to="/admin" activeOptions={EXACT}>
        <ActivityIcon />
        {texts.overview}
      </SectionLink>
      <SectionLink to="/admin/people">
        <UserIcon />
        {texts.people}
      </SectionLink>
      <SectionLink to="/admin/service-keys">
        <KeyIcon />
        {texts.serviceKeys}
      </SectionLink>
      <SectionLink to="/admin/webhooks">
        <WebhooksIcon />
        {texts.webhooks}
      </SectionLink>
      <SectionLink to="/admin/audit-log">
        <DataIcon />
        {texts.auditLog}
      </SectionLink>
      <SectionLink to="/admin/failed-jobs">
        <JobsIcon />
        {texts.failedJobs}
      </SectionLink>
    </SectionLinks>
  );
}
