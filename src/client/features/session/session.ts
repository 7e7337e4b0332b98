import { at, ownPathOf } from '../../base-path.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { landingOf, toCallbackUrl } from '../../../shared/callback-url.ts';
import type { Session } from '../../../shared/schemas/session.ts';
import { SESSION_KEY, trpc } from '../../trpc.ts';
import { useBrand } from '../../ui/brand.ts';
import { useExternalNavigation } from './external-navigation.ts';

const SESSION_STALE_MS = 30_000;
/** How often a visible tab checks its session, so that a session that was ended elsewhere disappears. */
const SESSION_ASKED_EVERY_MS = 60_000;

/**
 * The session as last read: `data` is `null` only if the server said so. While the server is unavailable, `data` keeps its value and
 * `failureReason` is set. A signed-out state is always stale, because another tab may have signed in.
 */
export function useSession() {
  return trpc.session.get.useQuery(undefined, {
    staleTime: (query) => (query.state.data ? SESSION_STALE_MS : 0),
    refetchOnWindowFocus: 'always',
    refetchInterval: (query) => (query.state.data ? SESSION_ASKED_EVERY_MS : false),
  });
}

/** A callback URL that anybody may have written into the address: where it leads, if that is this site or the application. */
export function useAllowedUrl(callbackUrl: string | undefined): string | undefined {
  const { appUrl } = useBrand();
  return callbackUrl === undefined
    ? undefined
    : (toCallbackUrl(callbackUrl, { origin: location.origin, appUrl }) ?? undefined);
}

/** Goes to a path of our origin or a URL of the application: inside the application if it has the page, else by a page load. */
export function useGoTo(): (callbackUrl: string | undefined) => void {
  const router = useRouter();
  const openUrl = useExternalNavigation();
  const { appUrl } = useBrand();
  return (callbackUrl) => {
    const site = { origin: location.origin, appUrl };
    const allowed =
      (callbackUrl !== undefined && toCallbackUrl(callbackUrl, site)) ||
      landingOf({ appUrl, basePath: at('') });
    const { origin, pathname, search, hash } = new URL(allowed, location.origin);
    const ownPath = origin === location.origin ? ownPathOf(pathname) : null;
    const [, , foundRoute] = router.getMatchedRoutes(ownPath ?? '/');
    // With an app behind the same host, the start page belongs to the app, and only the server knows that.
    if (ownPath !== null && foundRoute && ownPath !== '/') router.history.replace(pathname + search + hash);
    else openUrl(allowed);
  };
}

/** Sets the session of another person, or of nobody, and removes the last person's data from the cache. */
export function useReplaceSession(): (session: Session | null) => void {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  return (session) => {
    const [sessionPath] = SESSION_KEY;
    // All other entries of the cache belonged to the last person.
    queryClient.removeQueries({
      predicate: ({ queryKey }) => JSON.stringify(queryKey[0]) !== JSON.stringify(sessionPath),
    });
    utils.session.get.setData(undefined, session);
  };
}
