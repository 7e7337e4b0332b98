import { useSyncExternalStore } from 'react';

/** The page's origin on a server and during hydration. */
const UNKNOWN_ORIGIN = 'https://page.invalid';

/**
 * Foyer redirects only to its own origin and that of `APP_URL`, so a path gets the app's origin where Foyer
 * has another. While the page's address `isUnknown`, a `callbackUrl` that needs it is left out.
 */
export function withReturn(
  foyerUrl: string,
  page: string,
  callbackUrl: string | null,
  isUnknown: boolean,
): string {
  const url = foyerUrl + page;
  const returnUrl = callbackUrl === null ? null : toReturnUrl(foyerUrl, callbackUrl, isUnknown);
  if (returnUrl === null) return url;
  return `${url}${page.includes('?') ? '&' : '?'}callbackUrl=${encodeURIComponent(returnUrl)}`;
}

function toReturnUrl(foyerUrl: string, callbackUrl: string, isUnknown: boolean): string | null {
  const pageUrl = isUnknown ? UNKNOWN_ORIGIN : window.location.href;
  const pageOrigin = new URL(pageUrl).origin;
  const { origin, pathname, search, hash } = new URL(callbackUrl, pageUrl);
  const foyerOrigin = foyerUrl === '' ? pageOrigin : new URL(foyerUrl).origin;
  const isOnPage = origin === pageOrigin;
  // The page's origin and path are still unknown.
  if (isUnknown && (isOnPage !== (foyerUrl === '') || (isOnPage && !callbackUrl.startsWith('/'))))
    return null;
  const path = pathname + search + hash;
  return origin === foyerOrigin ? path : origin + path;
}

/** The page's address without its fragment; `null` on a server. */
export function presentPage(): string | null {
  if (typeof window === 'undefined') return null;
  return window.location.pathname + window.location.search;
}

/** The Navigation API reports `history.pushState`. Not every browser has it. */
interface NavigationWindow {
  readonly navigation?: EventTarget;
}

function subscribe(onChange: () => void): () => void {
  const { navigation } = window as NavigationWindow;
  let isSubscribed = true;
  // Next calls `history.pushState` in `useInsertionEffect`, where React forbids updates.
  const onEntryChange = () =>
    queueMicrotask(() => {
      if (isSubscribed) onChange();
    });
  window.addEventListener('popstate', onChange);
  navigation?.addEventListener('currententrychange', onEntryChange);
  return () => {
    isSubscribed = false;
    window.removeEventListener('popstate', onChange);
    navigation?.removeEventListener('currententrychange', onEntryChange);
  };
}

/** The page's current address; `null` on a server and during hydration, so that both render equal links. */
export function usePresentPage(): string | null {
  return useSyncExternalStore(subscribe, presentPage, () => null);
}
