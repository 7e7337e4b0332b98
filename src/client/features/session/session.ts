import { at, ownPathOf } from '../../base-path.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { landingOf, toCallbackUrl } from '../../../shared/callback-url.ts';
import type { Session } from '../../../shared/schemas/session.ts';
import { SESSION_KEY, trpc } from '../../trpc.ts';
import { useBrand } from '../../ui/brand.ts';
import { useExternalNavigation } from './external-navigation.ts';

const SESSION_STALE_MS = 30_000;
/** A visible tab checks its session this often, so that one that was ended elsewhere disappears. */
const SESSION_ASKED_EVERY_MS = 60_000;

/** `data` is `null` only if the server said so. Signed out is stale: another tab may have signed in. */
export function useSession() {
  return trpc.session.get.useQuery(undefined, {
    staleTime: (query) => (query.state.data ? SESSION_STALE_MS : 0),
    refetchOnWindowFocus: 'always',
    refetchInterval: (query) => (query.state.data ? SESSION_ASKED_EVERY_MS : false),
  });
}

/** Anybody may have written the callback URL, so only this site and the application are allowed. */
export function useAllowedUrl(callbackUrl: string | undefined): string | undefined {
  const { appUrl } = useBrand();
  return callbackUrl === undefined
    ? undefined
    : (toCallbackUrl(callbackUrl, { origin: location.origin, appUrl }) ?? undefined);
}

/** Goes to a path of our origin or a URL of the application. Only its own pages need no page load. */
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
    // The start page may belong to an app behind the same host. Only the server knows.
    if (ownPath !== null && foundRoute && ownPath !== '/') router.history.replace(pathname + search + hash);
    else openUrl(allowed);
  };
}

/** Sets the session, and removes the last person's data from the cache. */
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
