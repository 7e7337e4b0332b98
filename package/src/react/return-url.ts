import { useSyncExternalStore } from 'react';

/** Stands for the origin of the page, on a server and while its HTML is hydrated. */
const UNKNOWN_ORIGIN = 'https://page.invalid';

/**
 * A link to a page of Foyer, which leads back to `callbackUrl`. Foyer redirects only to its own origin and to that of its `APP_URL`. A path
 * is one of the application: it gets the application's origin where Foyer has another. While the address of the page `isUnknown`, a
 * `callbackUrl` that needs it is left out.
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
  // Whether the page has Foyer's origin, and the path of the page, are not known yet.
  if (isUnknown && (isOnPage !== (foyerUrl === '') || (isOnPage && !callbackUrl.startsWith('/'))))
    return null;
  const path = pathname + search + hash;
  return origin === foyerOrigin ? path : origin + path;
}

/** The address of the present page, without its fragment. `null` on a server. */
export function presentPage(): string | null {
  if (typeof window === 'undefined') return null;
  return window.location.pathname + window.location.search;
}

/** The Navigation API tells of `history.pushState`. Not every browser has it. */
interface NavigationWindow {
  readonly navigation?: EventTarget;
}

function subscribe(onChange: () => void): () => void {
  const { navigation } = window as NavigationWindow;
  let isSubscribed = true;
  // Next calls `history.pushState` in `useInsertionEffect`, where React refuses updates. The event comes before `pushState` returns.
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

/** The address of the present page, kept in step. It is `null` on a server and while its HTML is hydrated, so that both have the same links. */
export function usePresentPage(): string | null {
  return useSyncExternalStore(subscribe, presentPage, () => null);
}
