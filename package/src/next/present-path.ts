import { readHeader, type RequestLike } from '../server/request.ts';

/** `proxy()` tells server components the path in this header. It overwrites what a browser sends. */
export const PATH_HEADER = 'x-foyer-path';

/** The path and query of the rendered page, or of the page that called a server action; otherwise `null`. */
export function presentPathOf(request: RequestLike): string | null {
  const path = readHeader(request, PATH_HEADER);
  if (path !== null) return isPath(path) ? path : null;
  // `Referer` has the page that calls a server action, unless a referrer policy prevents that.
  const referer = readHeader(request, 'next-action') === null ? null : readHeader(request, 'referer');
  if (referer === null || !URL.canParse(referer)) return null;
  const { host, pathname, search } = new URL(referer);
  return host === readHeader(request, 'host') && isPath(pathname) ? pathname + search : null;
}

/** Browsers read `//host` and `/\host` as another host. */
export function isPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}
