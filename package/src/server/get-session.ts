import type { Session } from '../client.ts';
import { FoyerError, readFailure } from '../foyer-error.ts';
import { DEFAULT_TIMEOUT_MS, requestJson, toBase, type Fetch } from '../http.ts';
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

export interface GetSessionOptions extends FoyerServerOptions {
  /**
   * Is given each `Set-Cookie` of Foyer's answer: a session that is used is prolonged once a day, and the browser should hear of it.
   * Whoever passes it on keeps caches from keeping it.
   */
  readonly onSetCookie?: (cookie: string) => void;
}

/**
 * Who sent this request: asks Foyer with the request's session cookie, or with its access token, and sends it nothing else.
 *
 * `null`: nobody is signed in. Throws `FoyerError`: `UNAVAILABLE` when Foyer cannot answer, which is not "signed out";
 * `ACCESS_TOKEN_INVALID`, `SCOPE_MISSING` (`profile:read`) or `RATE_LIMITED` for an access token; `WRONG_HOST` when `url` or `origin` is not
 * its address.
 */
export async function getSession(request: RequestLike, options: GetSessionOptions): Promise<Session | null> {
  const url = toBase(options.url);
  const origin = toBase(options.origin ?? url);
  const credentials = readCredentials(request, origin);
  if (!credentials) return null;
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const fetch = fetchOf(options);
  const { answer, json } = await requestJson(fetch, timeoutMs, `${url}/trpc/session.get`, {
    headers: credentials,
    redirect: 'error',
  });
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

/** How Foyer is asked: by the `fetch` that was given, else under its public name. */
export function fetchOf({ url, origin = url, fetch }: FoyerServerOptions): Fetch {
  if (fetch) return fetch;
  const { host } = new URL(toBase(origin));
  return host === new URL(url).host ? (address, init) => globalThis.fetch(address, init) : fetchAsHost(host);
}

/** Whether the request brings Foyer's session cookie and no access token: then other sites can send it, too. */
export function bringsCookie(request: RequestLike, origin: string): boolean {
  return readCredentials(request, origin)?.['cookie'] !== undefined;
}

/** What Foyer needs to see of a request, and nothing of the app's own. */
function readCredentials(request: RequestLike, origin: string): Record<string, string> | null {
  const authorization = readHeader(request, 'authorization');
  // With an access token cookies do not count. Another `Authorization` is the app's own.
  if (authorization !== null && /^bearer +foyer_pat_\w+$/i.test(authorization)) return { authorization };
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

/** `undefined`: the answer is not `session.get`'s. */
function toSession(json: unknown): Session | null | undefined {
  const data = (json as { result?: { data?: { user?: { id?: unknown } | null } | null } } | null)?.result
    ?.data;
  if (data === null) return null;
  return typeof data?.user?.id === 'string' ? (data as Session) : undefined;
}
