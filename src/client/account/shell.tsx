import { useEffect, useRef, type ReactNode } from 'react';
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { useLanguage } from '../language/texts.ts';
import { trpc } from '../trpc.ts';
import { ShellFrame } from './shell-frame.tsx';
import { UserMenu } from './user-menu.tsx';
import { useFocusKeeper } from '../ui/use-focus-keeper.ts';

interface ShellProps {
  /** Missing until it is known. */
  readonly session?: Session;
  readonly navigation: ReactNode;
  /** Before the person's menu. */
  readonly search?: ReactNode;
  /** For pages with tables. */
  readonly isWide?: boolean;
  readonly children?: ReactNode;
}

export function Shell({ session, children, ...frame }: ShellProps) {
  useOwnLanguage(session !== undefined);
  const main = useRef<HTMLElement>(null);
  useFocusKeeper(main);
  return (
    <ShellFrame
      {...frame}
      main={main}
      menu={
        session && <UserMenu user={session.user} isAdministrator={session.roles.includes(ADMINISTRATOR)} />
      }
    >
      {children}
    </ShellFrame>
  );
}

/** The server's answers set the cookie for the next page (`context.ts`). */
function useOwnLanguage(isSignedIn: boolean): void {
  const { speak } = useLanguage();
  const ownLocale = trpc.profile.get.useQuery(undefined, { enabled: isSignedIn }).data?.locale;
  useEffect(() => {
    // If the texts do not load, the language stays.
    if (ownLocale !== undefined) speak(ownLocale).catch(() => {});
  }, [ownLocale, speak]);
}
