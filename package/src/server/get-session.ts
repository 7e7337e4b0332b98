import { sessionCookieName } from '../../../src/shared/session-cookie.ts';
import type { Session } from '../client.ts';
import { FoyerError, readFailure } from '../foyer-error.ts';
import { DEFAULT_TIMEOUT_MS, requestJson, toBase, type Fetch } from '../http.ts';
import type { Scope } from '../procedures.ts';
import { fetchAsHost } from './fetch-as-host.ts';
import { isForeign, isUnsafe } from './own-origin.ts';
import { readHeader, type RequestLike } from './request.ts';

export interface FoyerServerOptions {
  /** The address at which this process reaches Foyer, such as `http://foyer.internal:3000`. */
  readonly url: string;
  /** Foyer's public origin (`APP_ORIGIN`), when it differs from `url`. Foyer answers only under this host. */
  readonly origin?: string;
  /** Foyer's `COOKIE_PREFIX`. Default: `foyer` on https, `foyer-` with the port of `origin` on http. */
  readonly cookiePrefix?: string;
  /** Replaces the platform's `fetch`. When `origin` differs from `url`, it must send the host of `origin`. */
  readonly fetch?: Fetch;
  /** The time limit for Foyer's answer in milliseconds; default 10,000. */
  readonly timeoutMs?: number;
  /** The app's public origin, when it is not Foyer's and a proxy changes `Host` or the scheme. */
  readonly appOrigin?: string;
  /** Other origins whose pages may send changes with the cookie, such as `https://shop.example.com`. */
  readonly trustedOrigins?: readonly string[];
}

/** The required scopes of an access token. */
export interface AcceptedAccessTokens {
  readonly scopes: readonly [Scope, ...Scope[]];
}

/** `via` says whether the request came with a browser's cookie or with an access token. */
export interface RequestSession extends Session {}

export interface GetSessionOptions extends FoyerServerOptions {
  /** Also accepts access tokens with these scopes and `profile:read`. Default: only the cookie counts. */
  readonly accessTokens?: AcceptedAccessTokens;
  /** Gets each `Set-Cookie` for the browser (a renewal once a day). Do not cache such answers. */
  readonly onSetCookie?: (cookie: string) => void;
}

/**
 * Returns the session of this request. It sends Foyer only the session cookie or, with `accessTokens`, only
 * the request's access token.
 *
 * `null`: nobody is signed in. Throws `FoyerError`: `UNAVAILABLE` when Foyer cannot answer, which is not
 * "signed out"; `ACCESS_TOKEN_INVALID`, `SCOPE_MISSING` or `RATE_LIMITED` for an access token; `WRONG_HOST`
 * when `url` or `origin` is not Foyer's address; `FOREIGN_ORIGIN` when a page of another origin sent a change
 * (no GET, HEAD or OPTIONS) with the cookie.
 */
export async function getSession(
  request: RequestLike,
  options: GetSessionOptions,
): Promise<RequestSession | null> {
  requireScopes(options);
  const credentials = readCredentials(request, options);
  if (!credentials) return null;
  if ('cookie' in credentials && isUnsafe(request) && isForeign(request, options))
    throw new FoyerError('FOREIGN_ORIGIN');
  const accepted = 'authorization' in credentials ? options.accessTokens : undefined;
  const session = await requestSession(credentials, options);
  if (session === null || !accepted) return session;
  const { via } = session;
  const held: readonly string[] = via.kind === 'access-token' ? via.scopes : [];
  const missing = accepted.scopes.find((scope) => !held.includes(scope));
  if (missing !== undefined) throw new FoyerError('SCOPE_MISSING', { scope: missing });
  return session;
}

/** An empty list would accept every token. */
export function requireScopes({ accessTokens }: Pick<GetSessionOptions, 'accessTokens'>): void {
  if (accessTokens && !(accessTokens.scopes.length > 0))
    throw new TypeError('accessTokens.scopes names the scopes that an access token needs: one at least');
}

async function requestSession(
  headers: Record<string, string>,
  options: GetSessionOptions,
): Promise<RequestSession | null> {
  const { answer, json } = await requestJson(
    fetchOf(options),
    options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    `${toBase(options.url)}/trpc/session.get`,
    { headers, redirect: 'manual' },
  );
  const failure = readFailure(json);
  if (failure) throw failure;
  const session = toSession(json);
  if (!answer.ok || session === undefined)
    throw new FoyerError('UNAVAILABLE', {
      cause: new Error(`Foyer answered ${answer.status} and no session`),
    });
  for (const cookie of answer.headers.getSetCookie()) options.onSetCookie?.(cookie);
  return session;
}

export function fetchOf({ url, origin = url, fetch }: FoyerServerOptions): Fetch {
  if (fetch) return fetch;
  return new URL(toBase(origin)).host === new URL(url).host
    ? (address, init) => globalThis.fetch(address, init)
    : fetchAsHost(toBase(origin));
}

/** The headers that Foyer needs, without the app's own. */
export function readCredentials(
  request: RequestLike,
  options: GetSessionOptions,
): { cookie: string } | { authorization: string } | null {
  const authorization = options.accessTokens ? readHeader(request, 'authorization') : null;
  // An access token precedes cookies. Another kind of `Authorization` belongs to the app.
  if (authorization !== null && /^bearer +foyer_pat_\w+$/i.test(authorization)) return { authorization };
  const name = sessionCookieName(toBase(options.origin ?? options.url), options.cookiePrefix);
  // Keeps several cookies of that name, because Foyer then accepts none.
  const cookies = (readHeader(request, 'cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return cookies.length === 0 ? null : { cookie: cookies.join('; ') };
}

/** `undefined`: not an answer of `session.get`. */
function toSession(json: unknown): Session | null | undefined {
  const data = (json as { result?: { data?: Partial<Session> | null } } | null)?.result?.data;
  if (data === null) return null;
  return typeof data?.user?.id === 'string' && typeof data.via?.kind === 'string'
    ? (data as Session)
    : undefined;
}
