import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { DEFAULT_CALLBACK_PATH, toCallbackPath } from '../../../shared/callback-url.ts';
import type { Session } from '../../../shared/schemas/session.ts';
import { confirmSignIn, noteSignInStarted } from './last-used.ts';
import { noteSignOut } from './sign-outs.ts';
import { SESSION_KEY, trpc } from '../../trpc.ts';
import { useExternalNavigation } from './external-navigation.ts';

const SESSION_STALE_MS = 30_000;
/** How often a tab that is looked at asks whether its session still lives: what another device has ended should not stay on the screen. */
const SESSION_ASKED_EVERY_MS = 60_000;

/**
 * The session as last read: `data` is `null` only when the server said so. While it cannot answer, `data` stays what it was and
 * `failureReason` is set. "Signed out" is asked anew wherever it matters, since another tab may just have signed in.
 */
export function useSession() {
  return trpc.session.get.useQuery(undefined, {
    staleTime: (query) => (query.state.data ? SESSION_STALE_MS : 0),
    refetchOnWindowFocus: 'always',
    refetchInterval: (query) => (query.state.data ? SESSION_ASKED_EVERY_MS : false),
  });
}

/** Goes to a path of our origin: inside the application when it has such a page, else by leaving it. */
export function useGoTo(): (callbackUrl: string | undefined) => void {
  const router = useRouter();
  const leave = useExternalNavigation();
  return (callbackUrl) => {
    const path =
      toCallbackPath(callbackUrl ?? DEFAULT_CALLBACK_PATH, location.origin) ?? DEFAULT_CALLBACK_PATH;
    const { pathname } = new URL(path, location.origin);
    const [, , foundRoute] = router.getMatchedRoutes(pathname);
    // Behind one address with an app the start page is the app's, and only the server knows.
    if (foundRoute && pathname !== '/') router.history.replace(path);
    else leave(path);
  };
}

interface SignedIn {
  readonly session: Session;
  readonly callbackUrl: string;
  /** Of a sign-in by the mail of a sign-up: whether its password counts. */
  readonly signUp?: 'password-set' | 'password-left-out' | undefined;
}

/** Whose password was left out chooses one there, and is told why. */
const CHOOSE_PASSWORD = '/account/sign-in-methods?outcome=password-left-out';

/** What follows a successful sign-in: the new session is known everywhere, and the person goes where they wanted to go. */
export function useEnter(): (answer: SignedIn) => void {
  const replaceSession = useReplaceSession();
  const goTo = useGoTo();
  return ({ session, callbackUrl, signUp }) => {
    replaceSession(session);
    if (signUp === 'password-set') noteSignInStarted('password');
    confirmSignIn();
    goTo(signUp === 'password-left-out' ? CHOOSE_PASSWORD : callbackUrl);
  };
}

/** What follows a sign-out: nothing of the person stays in memory. */
export function useExit(): () => void {
  const replaceSession = useReplaceSession();
  const navigate = useNavigate();
  return () => {
    noteSignOut();
    replaceSession(null);
    void navigate({ to: '/sign-in', replace: true });
  };
}

/** Another person, or nobody: nothing of the last one stays in memory. */
export function useReplaceSession(): (session: Session | null) => void {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  return (session) => {
    const [sessionPath] = SESSION_KEY;
    // Everything else in the cache belonged to whoever was here before.
    queryClient.removeQueries({
      predicate: ({ queryKey }) => JSON.stringify(queryKey[0]) !== JSON.stringify(sessionPath),
    });
    utils.session.get.setData(undefined, session);
  };
}
