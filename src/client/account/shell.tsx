import { useEffect, useRef, type ReactNode } from 'react';
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { useLanguage, useTexts } from '../language/texts.ts';
import { trpc } from '../trpc.ts';
import { BrandLinks } from '../ui/brand-links.tsx';
import { useBrand } from '../ui/brand.ts';
import { BackIcon } from '../ui/icons.tsx';
import { SiteMark } from '../ui/site-mark.tsx';
import { UserMenu } from './user-menu.tsx';
import classes from './shell.module.css';
import { useFocusKeeper } from './use-focus-keeper.ts';

interface ShellProps {
  readonly session: Session;
  readonly navigation: ReactNode;
  /** For pages with tables. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function Shell({ session: { user, roles }, navigation, isWide = false, children }: ShellProps) {
  useOwnLanguage();
  const texts = useTexts().account;
  const { name, appUrl } = useBrand();
  const main = useRef<HTMLElement>(null);
  useFocusKeeper(main);
  return (
    <div className={classes['shell']} {...(isWide && { 'data-wide': true })}>
      <a href="#content" className={classes['skip']}>
        {texts.skip}
      </a>
      <header className={classes['header']}>
        <SiteMark />
        {appUrl !== null && (
          <a href={appUrl} className={classes['back']}>
            <BackIcon />
            {texts.back(name)}
          </a>
        )}
        <UserMenu user={user} isAdministrator={roles.includes(ADMINISTRATOR)} />
      </header>
      <div className={classes['columns']}>
        {navigation}
        <main ref={main} id="content" tabIndex={-1} className={classes['content']}>
          {children}
        </main>
      </div>
      <footer className={classes['footer']}>
        <BrandLinks />
      </footer>
    </div>
  );
}

/** The server's answers set the cookie for the next page (`context.ts`). */
function useOwnLanguage(): void {
  const { speak } = useLanguage();
  const ownLocale = trpc.profile.get.useQuery().data?.locale;
  useEffect(() => {
    // If the texts do not load, the language stays.
    if (ownLocale !== undefined) speak(ownLocale).catch(() => {});
  }, [ownLocale, speak]);
}
