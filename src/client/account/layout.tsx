import { getRouteApi, Link, Outlet, useLocation } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { DevicesIcon } from '../ui/device-icons.tsx';
import {
  ActivityIcon,
  DataIcon,
  KeyIcon,
  LeaveIcon,
  MenuIcon,
  PersonIcon,
  TerminalIcon,
} from '../ui/icons.tsx';
import { RequireSession } from '../features/session/require-session.tsx';
import { SiteMark } from '../ui/site-mark.tsx';
import { VerifyProvider } from '../features/verify/verify-provider.tsx';
import type { Session } from '../../shared/schemas/session.ts';
import { NoticesProvider } from './notices.tsx';
import { PersonPicture } from './profile/person-picture.tsx';
import { SecurityReviewNotice } from './security-review/security-review-notice.tsx';
import { useOwnLanguage } from './use-own-language.ts';
import classes from './layout.module.css';
import { useTexts } from '../language/texts.ts';

const route = getRouteApi('/account');

/** The account pages, which need a session. */
export function AccountLayout() {
  const returned = route.useSearch();
  return (
    <RequireSession>
      {(session) => (
        <VerifyProvider user={session.user} returned={returned}>
          <NoticesProvider>
            <Shell session={session} />
          </NoticesProvider>
        </VerifyProvider>
      )}
    </RequireSession>
  );
}

function Shell({ session: { user } }: { readonly session: Session }) {
  useOwnLanguage();
  const linksId = useId();
  const path = useLocation({ select: ({ pathname }) => pathname });
  /** The path where the menu was opened on a narrow screen. A navigation closes it. */
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === path;
  const setOpen = (open: boolean) => setOpenAt(open ? path : null);
  const { accessTokens, account: texts, activity, devices, yourData } = useTexts();
  return (
    <div className={classes['shell']}>
      <a href="#content" className={classes['skip']}>
        {texts.skip}
      </a>
      <header className={classes['header']}>
        <SiteMark />
        <div className={classes['person']}>
          <span className={classes['personName']}>{user.name ?? user.email}</span>
          <PersonPicture name={user.name ?? user.email} image={user.image} size="small" />
        </div>
      </header>
      <div className={classes['columns']}>
        <nav aria-label={texts.navigation} className={classes['nav']}>
          <button
            type="button"
            className={classes['menu']}
            aria-expanded={isOpen}
            aria-controls={linksId}
            onClick={() => setOpen(!isOpen)}
          >
            <MenuIcon />
            {texts.menu}
          </button>
          <div id={linksId} data-open={isOpen} className={classes['links']}>
            <Link to="/account" activeOptions={{ exact: true }} className={classes['navLink']}>
              <PersonIcon />
              {texts.profile}
            </Link>
            <Link to="/account/sign-in-methods" className={classes['navLink']}>
              <KeyIcon />
              {texts.signInMethods}
            </Link>
            <Link to="/account/devices" className={classes['navLink']}>
              <DevicesIcon />
              {devices.nav}
            </Link>
            <Link to="/account/activity" className={classes['navLink']}>
              <ActivityIcon />
              {activity.nav}
            </Link>
            <Link to="/account/access-tokens" className={classes['navLink']}>
              <TerminalIcon />
              {accessTokens.nav}
            </Link>
            <Link to="/account/data" className={classes['navLink']}>
              <DataIcon />
              {yourData.title}
            </Link>
            <Link to="/sign-out" className={classes['navLink']} preload={false}>
              <LeaveIcon />
              {texts.signOut}
            </Link>
          </div>
        </nav>
        <main id="content" tabIndex={-1} className={classes['content']}>
          <SecurityReviewNotice />
          <Outlet />
        </main>
      </div>
    </div>
  );
}
