import type { Session } from '../client.ts';
import { FoyerError, readFailure } from '../foyer-error.ts';
import { DEFAULT_TIMEOUT_MS, requestJson, toBase, type Fetch } from '../http.ts';
import type { Procedures, Scope } from '../procedures.ts';
import { fetchAsHost } from './fetch-as-host.ts';

/** A Fetch API `Request`, a Node `IncomingMessage` or an Express request: whatever has headers. */
export interface RequestLike {
  readonly headers:
    { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface FoyerServerOptions {
  /** Where this process reaches Foyer: `http://foyer.internal:3000`. */
  readonly url: string;
  /** Foyer's public origin (its `APP_ORIGIN`), where that is another than `url`: it answers under no other host. */
  readonly origin?: string;
  /** Instead of the platform's. With another `origin` than `url` it has to send that one's host. */
  readonly fetch?: Fetch;
  /** How long Foyer may take, in milliseconds; 10,000 unless told. */
  readonly timeoutMs?: number;
}

/** The scopes that an access token needs here: all of them. */
export interface AcceptedAccessTokens {
  readonly scopes: readonly [Scope, ...Scope[]];
}

/** Who sent a request, and by what. */
export interface RequestSession extends Session {
  /** The access token that the request brought; `null` for a browser that is signed in. */
  readonly accessToken: {
    readonly id: string;
    readonly name: string;
    /** All that the token may do at Foyer. */
    readonly scopes: readonly Scope[];
  } | null;
}

export interface GetSessionOptions extends FoyerServerOptions {
  /**
   * Accepts Foyer's access tokens as well, those that have all of these scopes and `profile:read`. Without it only a browser's cookie counts:
   * a person who makes a token with `profile:read` does not mean to open every application with it.
   */
  readonly accessTokens?: AcceptedAccessTokens;
  /**
   * Is given each `Set-Cookie` of Foyer's answer: a session that is used is prolonged once a day, and the browser should hear of it.
   * Whoever passes it on keeps caches from keeping it.
   */
  readonly onSetCookie?: (cookie: string) => void;
}

/**
 * Who sent this request: asks Foyer with the request's session cookie, and sends it nothing else. With `accessTokens` also with an access
 * token, and then the token alone counts.
 *
 * `null`: nobody is signed in. Throws `FoyerError`: `UNAVAILABLE` when Foyer cannot answer, which is not "signed out";
 * `ACCESS_TOKEN_INVALID`, `SCOPE_MISSING` or `RATE_LIMITED` for an access token; `WRONG_HOST` when `url` or `origin` is not its address.
 */
export async function getSession(
  request: RequestLike,
  options: GetSessionOptions,
): Promise<RequestSession | null> {
  requireScopes(options);
  const credentials = readCredentials(request, options);
  if (!credentials) return null;
  const accepted = 'authorization' in credentials ? options.accessTokens : undefined;
  const [session, token] = await ask(credentials, options, accepted !== undefined);
  if (session === null) return null;
  const missing = accepted?.scopes.find((scope) => !token?.scopes.includes(scope));
  if (missing) throw new FoyerError('SCOPE_MISSING', { scope: missing });
  const { id, name, scopes } = token ?? {};
  return {
    ...session,
    accessToken: id === undefined || name === undefined || !scopes ? null : { id, name, scopes },
  };
}

/** No scope would let every token in. */
export function requireScopes({ accessTokens }: Pick<GetSessionOptions, 'accessTokens'>): void {
  if (accessTokens && !(accessTokens.scopes.length > 0))
    throw new TypeError('accessTokens.scopes names the scopes that an access token needs: one at least');
}

type CurrentToken = Awaited<ReturnType<Procedures['accessTokens']['current']['query']>>;

/** The session and, by an access token, what the token is: two calls in one request. */
async function ask(
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

/** How Foyer is asked: by the `fetch` that was given, else under its public name. */
export function fetchOf({ url, origin = url, fetch }: FoyerServerOptions): Fetch {
  if (fetch) return fetch;
  const { host } = new URL(toBase(origin));
  return host === new URL(url).host ? (address, init) => globalThis.fetch(address, init) : fetchAsHost(host);
}

/** Whether the session cookie says who sends this request. Then other sites can have a browser send it, too. */
export function bringsCookie(request: RequestLike, options: GetSessionOptions): boolean {
  return readCredentials(request, options)?.['cookie'] !== undefined;
}

/** What Foyer needs to see of a request, and nothing of the app's own. */
function readCredentials(request: RequestLike, options: GetSessionOptions): Record<string, string> | null {
  const authorization = options.accessTokens ? readHeader(request, 'authorization') : null;
  // With an access token cookies do not count. Another `Authorization` is the app's own.
  if (authorization !== null && /^bearer +foyer_pat_\w+$/i.test(authorization)) return { authorization };
  const origin = toBase(options.origin ?? options.url);
  const name = `${origin.startsWith('https:') ? '__Host-' : ''}foyer.session`;
  // All of that name: where there are two, Foyer decides that neither counts.
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

/** `undefined`: the answer is not `accessTokens.current`'s. */
function toToken(json: unknown): CurrentToken | undefined {
  const data = (json as { result?: { data?: Partial<CurrentToken> | null } } | null)?.result?.data;
  return typeof data?.id === 'string' && Array.isArray(data.scopes) ? (data as CurrentToken) : undefined;
}

/** `undefined`: the answer is not `session.get`'s. */
function toSession(json: unknown): Session | null | undefined {
  const data = (json as { result?: { data?: { user?: { id?: unknown } | null } | null } } | null)?.result
    ?.data;
  if (data === null) return null;
  return typeof data?.user?.id === 'string' ? (data as Session) : undefined;
}
