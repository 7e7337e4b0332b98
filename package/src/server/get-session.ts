import type { Session } from '../client.ts';
import { FoyerError, readFailure } from '../foyer-error.ts';
import { DEFAULT_TIMEOUT_MS, requestJson, toBase, type Fetch } from '../http.ts';
import type { Procedures, Scope } from '../procedures.ts';
import { fetchAsHost } from './fetch-as-host.ts';

/** A Fetch API `Request`, a Node `IncomingMessage` or an Express request: anything with headers. */
export interface RequestLike {
  readonly headers:
    { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface FoyerServerOptions {
  /** The address at which this process reaches Foyer: `http://foyer.internal:3000`. */
  readonly url: string;
  /** Foyer's public origin (`APP_ORIGIN`), when it differs from `url`. Foyer answers only under this host. */
  readonly origin?: string;
  /** Replaces the platform's `fetch`. When `origin` differs from `url`, it must send the host of `origin`. */
  readonly fetch?: Fetch;
  /** The time limit for Foyer's answer in milliseconds; default 10,000. */
  readonly timeoutMs?: number;
}

/** The scopes that an access token must have, all of them. */
export interface AcceptedAccessTokens {
  readonly scopes: readonly [Scope, ...Scope[]];
}

/** The session of a request, and its access token. */
export interface RequestSession extends Session {
  /** The access token of the request; `null` for a browser's session. */
  readonly accessToken: {
    readonly id: string;
    readonly name: string;
    /** All scopes of the token. */
    readonly scopes: readonly Scope[];
  } | null;
}

export interface GetSessionOptions extends FoyerServerOptions {
  /**
   * Also accepts access tokens that have all of these scopes and `profile:read`. Without it only a browser's
   * cookie counts, because a user who creates a token with `profile:read` does not want to open every
   * application with it.
   */
  readonly accessTokens?: AcceptedAccessTokens;
  /**
   * Called with each `Set-Cookie` of Foyer's answer: a used session is renewed once a day, and the browser
   * needs the new cookie. Answers with the cookie must not be cached.
   */
  readonly onSetCookie?: (cookie: string) => void;
}

/**
 * Returns the session of this request. It sends Foyer only the session cookie, or with `accessTokens` only
 * the access token of the request, which then counts alone.
 *
 * `null`: nobody is signed in. Throws `FoyerError`: `UNAVAILABLE` when Foyer cannot answer, which is not
 * "signed out"; `ACCESS_TOKEN_INVALID`, `SCOPE_MISSING` or `RATE_LIMITED` for an access token; `WRONG_HOST`
 * when `url` or `origin` is not Foyer's address.
 */
export async function getSession(
  request: RequestLike,
  options: GetSessionOptions,
): Promise<RequestSession | null> {
  requireScopes(options);
  const credentials = readCredentials(request, options);
  if (!credentials) return null;
  const accepted = 'authorization' in credentials ? options.accessTokens : undefined;
  const [session, token] = await requestSession(credentials, options, accepted !== undefined);
  if (session === null) return null;
  const missing = accepted?.scopes.find((scope) => !token?.scopes.includes(scope));
  if (missing) throw new FoyerError('SCOPE_MISSING', { scope: missing });
  const { id, name, scopes } = token ?? {};
  return {
    ...session,
    accessToken: id === undefined || name === undefined || !scopes ? null : { id, name, scopes },
  };
}

/** An empty list would accept every token. */
export function requireScopes({ accessTokens }: Pick<GetSessionOptions, 'accessTokens'>): void {
  if (accessTokens && !(accessTokens.scopes.length > 0))
    throw new TypeError('accessTokens.scopes names the scopes that an access token needs: one at least');
}

type CurrentToken = Awaited<ReturnType<Procedures['accessTokens']['current']['query']>>;

/** Requests the session and, with an access token, the token's details: two calls in one request. */
async function requestSession(
  headers: Record<string, string>,
  options: GetSessionOptions,
  byToken: boolean,
): Promise<[Session | null, CurrentToken | null]> {
  const calls = byToken ? 'session.get,accessTokens.current?batch=1&input=%7B%7D' : 'session.get';
  const { answer, json } = await requestJson(
    fetchOf(options),
    options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    `${toBase(options.url)}/trpc/${calls}`,
    { headers, redirect: 'error' },
  );
  const [first, second] = byToken && Array.isArray(json) ? (json as unknown[]) : [json];
  const failure = readFailure(first) ?? readFailure(second);
  if (failure) throw failure;
  const session = toSession(first);
  const token = byToken ? toToken(second) : null;
  if (!answer.ok || session === undefined || token === undefined)
    throw new FoyerError('UNAVAILABLE', {
      cause: new Error(`Foyer answered ${answer.status} and no session`),
    });
  for (const cookie of answer.headers.getSetCookie()) options.onSetCookie?.(cookie);
  return [session, token];
}

/** The given `fetch`, or one that sends Foyer's public host. */
export function fetchOf({ url, origin = url, fetch }: FoyerServerOptions): Fetch {
  if (fetch) return fetch;
  const { host } = new URL(toBase(origin));
  return host === new URL(url).host ? (address, init) => globalThis.fetch(address, init) : fetchAsHost(host);
}

/** Whether the request uses the session cookie, which other sites can make a browser send too. */
export function hasSessionCookie(request: RequestLike, options: GetSessionOptions): boolean {
  return readCredentials(request, options)?.['cookie'] !== undefined;
}

/** The headers that Foyer needs, and none of the app's own. */
function readCredentials(request: RequestLike, options: GetSessionOptions): Record<string, string> | null {
  const authorization = options.accessTokens ? readHeader(request, 'authorization') : null;
  // An access token wins over cookies. Another kind of `Authorization` belongs to the app.
  if (authorization !== null && /^bearer +foyer_pat_\w+$/i.test(authorization)) return { authorization };
  const origin = toBase(options.origin ?? options.url);
  const name = `${origin.startsWith('https:') ? '__Host-' : ''}foyer.session`;
  // All cookies of that name: when there are two, Foyer accepts neither.
  const cookies = (readHeader(request, 'cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return cookies.length === 0 ? null : { cookie: cookies.join('; ') };
}

export function readHeader({ headers }: RequestLike, name: string): string | null {
  if (isFetchHeaders(headers)) return headers.get(name);
  const value = headers[name];
  return typeof value === 'string' ? value : (value?.join('; ') ?? null);
}

function isFetchHeaders(headers: RequestLike['headers']): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}

/** `undefined` when the answer is not one of `accessTokens.current`. */
function toToken(json: unknown): CurrentToken | undefined {
  const data = (json as { result?: { data?: Partial<CurrentToken> | null } } | null)?.result?.data;
  return typeof data?.id === 'string' && Array.isArray(data.scopes) ? (data as CurrentToken) : undefined;
}

/** `undefined` when the answer is not one of `session.get`. */
function toSession(json: unknown): Session | null | undefined {
  const data = (json as { result?: { data?: { user?: { id?: unknown } | null } | null } } | null)?.result
    ?.data;
  if (data === null) return null;
  return typeof data?.user?.id === 'string' ? (data as Session) : undefined;
}
