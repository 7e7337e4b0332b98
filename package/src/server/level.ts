import { aalOf } from '../../../src/shared/assurance-level.ts';
import { FoyerError } from '../foyer-error.ts';
import { toBase } from '../http.ts';
import { readHeader, type FoyerServerOptions, type RequestLike, type RequestSession } from './get-session.ts';

/** 1: any sign-in. 2: a passkey, or two different factors with an authenticator app or a recovery code. */
export type Level = 1 | 2;

export interface LevelOptions {
  /** The proofs must be at most this old, in seconds; default 600. `Infinity` accepts those of the whole session. */
  readonly within?: number;
  /**
   * The public origin of the app, to which Foyer returns. Default: that of the request. It is needed behind a
   * proxy that changes the scheme or the `Host` of requests.
   */
  readonly appOrigin?: string;
}

/** Like Foyer's own limit for sensitive changes. */
const WITHIN_SECONDS = 600;

/**
 * Whether the user has proven this level within the last `within` seconds; default 600. The clocks of this server
 * and of Foyer are compared.
 */
export function hasLevel(
  session: Pick<RequestSession, 'proofs'> | null,
  level: Level,
  { within = WITHIN_SECONDS }: Pick<LevelOptions, 'within'> = {},
): boolean {
  const since = Date.now() - within * 1000;
  const recent = session?.proofs.filter(({ at }) => Date.parse(at) >= since) ?? [];
  return recent.length > 0 && aalOf(recent) >= level;
}

/** How a request below the level is answered: with a redirect, or with an error. */
export type LevelRefusal =
  { readonly location: string } | { readonly error: FoyerError; readonly verifyUrl: string | null };

export interface NavigableRequest extends RequestLike {
  readonly method: string;
}

/** `null` when the session has the level. `address` is the absolute URL of the request. */
export function refusalOf(
  request: NavigableRequest,
  address: string,
  session: RequestSession | null,
  level: Level,
  options: LevelOptions & Pick<FoyerServerOptions, 'url' | 'origin'>,
): LevelRefusal | null {
  if (session === null) return { error: new FoyerError('SessionRequired'), verifyUrl: null };
  if (hasLevel(session, level, options)) return null;
  const error = new FoyerError(level === 2 ? 'SECOND_FACTOR_REQUIRED' : 'SESSION_NOT_FRESH');
  // A browser cannot make an access token stronger.
  if (session.accessToken) return { error, verifyUrl: null };
  const verifyUrl = `${toBase(options.origin ?? options.url)}/verify?level=${level}`;
  // A `Host` that is no host makes no address.
  if (!isNavigation(request) || !URL.canParse(address)) return { error, verifyUrl };
  const { origin, pathname, search } = new URL(address);
  const callbackUrl = toBase(options.appOrigin ?? origin) + pathname + search;
  return { location: `${verifyUrl}&callbackUrl=${encodeURIComponent(callbackUrl)}` };
}

function isNavigation(request: NavigableRequest): boolean {
  return request.method === 'GET' && (readHeader(request, 'accept') ?? '').includes('text/html');
}

/** The body of an error, as Foyer itself answers it. */
export function toErrorBody({ code, message, scope }: FoyerError, verifyUrl: string | null = null): object {
  return {
    error: { message, data: { appCode: code, ...(scope && { scope }), ...(verifyUrl && { verifyUrl }) } },
  };
}

/**
 * For frameworks with Fetch requests: `null` when the user has proven this level within `within` seconds, otherwise the
 * answer to send instead. That is a redirect (303) of a navigation to Foyer's page for it, which returns to the
 * address of the request; or 403 with `{ error: { message, data: { appCode, verifyUrl } } }`, where `appCode` is
 * `SECOND_FACTOR_REQUIRED`, or `SESSION_NOT_FRESH` for level 1; or 401 `SessionRequired` without a session.
 */
export function checkLevel(
  request: Request,
  session: RequestSession | null,
  level: Level,
  options: LevelOptions & Pick<FoyerServerOptions, 'url' | 'origin'>,
): Response | null {
  const refusal = refusalOf(request, request.url, session, level, options);
  if (!refusal) return null;
  if ('location' in refusal) {
    const headers = { 'cache-control': 'no-store', location: refusal.location };
    return new Response(null, { status: 303, headers });
  }
  return toErrorResponse(refusal.error, refusal.verifyUrl);
}

/** The answer for an error, for frameworks with Fetch requests. */
export function toErrorResponse(error: FoyerError, verifyUrl: string | null = null): Response {
  const { status } = error;
  return Response.json(toErrorBody(error, verifyUrl), {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(status === 401 && { 'www-authenticate': 'Bearer realm="Foyer"' }),
    },
  });
}
