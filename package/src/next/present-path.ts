import { readHeader, type RequestLike } from '../server/request.ts';

/**
 * The header in which `proxy()` tells the page its own path and query. Next has no function for it in server
 * components. `proxy()` overwrites what a client sends.
 */
export const PATH_HEADER = 'x-foyer-path';

/** The path and query of the page that is rendered, or that called a server action; otherwise `null`. */
export function presentPathOf(request: RequestLike): string | null {
  const path = readHeader(request, PATH_HEADER);
  if (path !== null) return isPath(path) ? path : null;
  // A browser names the page that calls a server action. A referrer policy can prevent it.
  const referer = readHeader(request, 'next-action') === null ? null : readHeader(request, 'referer');
  if (referer === null || !URL.canParse(referer)) return null;
  const { host, pathname, search } = new URL(referer);
  return host === readHeader(request, 'host') && isPath(pathname) ? pathname + search : null;
}

/** Browsers read `//host` and `/\host` as another host. */
export function isPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}
