import { NextResponse } from 'next/server';
import { FoyerError, isFoyerError } from '../foyer-error.ts';
import { toErrorResponse, toResponse } from '../server/error-answer.ts';
import { getSession, type RequestSession } from '../server/get-session.ts';
import { isNavigation, readHeader } from '../server/request.ts';
import { signInUrlOf } from './addresses.ts';
import { foyerPathTest, isBelow } from './foyer-path.ts';
import type { FoyerNextOptions } from './options.ts';
import { PATH_HEADER } from './present-path.ts';

export interface FoyerProxyOptions {
  /** Paths, with everything below: `/orders` protects `/orders/7`, not `/orders-archive`. Or a function. */
  readonly protect?: readonly string[] | ((path: string) => boolean);
}

/** The used parts of Next's `NextRequest`. */
export interface NextRequestLike extends Request {
  readonly nextUrl: { readonly pathname: string; readonly search: string; readonly basePath: string };
}

export function createProxy(
  options: FoyerNextOptions,
  { protect = [] }: FoyerProxyOptions,
): (request: NextRequestLike) => Promise<Response> {
  const isFoyerPath = foyerPathTest(options);
  const isProtected =
    typeof protect === 'function' ? protect : (path: string) => protect.some((begin) => isBelow(path, begin));
  return async (request) => {
    const { basePath, pathname } = request.nextUrl;
    // Next routes the path with its percent-encoding, so `/dev%2Fx` is not Foyer's `/dev/x`.
    if (isFoyerPath(basePath + pathname)) return NextResponse.next();
    const path = decode(pathname);
    if (path === null) return new Response(null, { status: 400 });
    const mustBeSignedIn = isProtected(path);
    // Only this file can hand a renewed cookie to a page, so each navigation asks for the session.
    if (!mustBeSignedIn && !isNavigation(request)) return passOn(request, [], false);
    const cookies: string[] = [];
    let session: RequestSession | null;
    try {
      session = await getSession(request, { ...options, onSetCookie: (cookie) => cookies.push(cookie) });
    } catch (error) {
      if (!isFoyerError(error)) throw error;
      return mustBeSignedIn ? refuse(request, error) : passOn(request, cookies, false);
    }
    if (mustBeSignedIn && session === null) return refuseSignedOut(request, options);
    return passOn(request, cookies, mustBeSignedIn);
  };
}

/** Next would let caches store a prerendered page, but it keeps a `Cache-Control` that is already set. */
function passOn(request: NextRequestLike, cookies: readonly string[], isProtected: boolean): Response {
  const headers = new Headers(request.headers);
  headers.set(PATH_HEADER, fullPathOf(request));
  const response = NextResponse.next({ request: { headers } });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  if (isProtected || cookies.length > 0) response.headers.set('cache-control', 'private, no-store');
  return response;
}

/** Redirects to the sign-in page and back. Answers 401 `SessionRequired` to what is no page. */
function refuseSignedOut(request: NextRequestLike, options: FoyerNextOptions): Response {
  const { method } = request;
  const location = signInUrlOf(options, fullPathOf(request));
  const isRead = method === 'GET' || method === 'HEAD';
  const accept = readHeader(request, 'accept') ?? '*/*';
  // Next's own fetches of pages accept anything. Next hides their other marks from this file.
  if (accept.includes('text/html') || (isRead && accept.includes('*/*'))) return toResponse({ location });
  const response = toErrorResponse(new FoyerError('SessionRequired'));
  // Next's client opens this address after a server action. It would show an error for a redirect.
  if (readHeader(request, 'next-action') !== null)
    response.headers.set('x-action-redirect', `${location};push`);
  return response;
}

/** Users read a sentence; programs read the code. */
function refuse(request: NextRequestLike, error: FoyerError): Response {
  if (!(readHeader(request, 'accept') ?? '').includes('text/html')) return toErrorResponse(error);
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };
  return new Response(error.message, { status: error.status, headers });
}

/** Next's `pathname` is below the app's own `basePath`. */
function fullPathOf({ nextUrl: { basePath, pathname, search } }: NextRequestLike): string {
  return basePath + pathname + search;
}

/** Next finds `/orders` for `/%6frders`, too. `null`: an invalid encoding. */
function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
