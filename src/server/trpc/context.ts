import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../app-error.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import type { CookieKind } from '../auth/cookies.ts';
import type { RequestClient } from '../dependencies.ts';
import { readAccessToken, type ReadAccessToken } from '../domain/tokens/access-tokens.ts';
import { clientKey } from '../domain/limits/rate-limits.ts';
import { readSession, type ReadSession } from '../domain/sessions/sessions.ts';
import { localeCookie } from '../http/locale-route.ts';
import { readLocale, requestIdOf } from '../http/request.ts';
import { readAuthorization } from './authorization.ts';

export interface Context {
  readonly deps: AuthDependencies;
  readonly client: RequestClient;
  readonly requestId: string;
  /** None, where the request brings an access token. */
  readonly cookies: Partial<Record<CookieKind, string>>;
  /** Whether the client is a browser, which says where a request comes from. A client that does not may hold no cookies (`origin-check.ts`). */
  readonly keepsCookies: boolean;
  /** Adds a `Set-Cookie` to the answer; an answer to an access token has none. */
  readonly setCookie: (cookie: string) => void;
  /** The session of the cookie, read once for all calls of a batch; its cookie is renewed when that is due. */
  readonly session: () => Promise<ReadSession | null>;
  /**
   * The access token of the `Authorization` header, looked up once for all calls of a batch; `null` where there is no such header. Throws
   * `ACCESS_TOKEN_INVALID` for whatever else is in it, `RATE_LIMITED` for a client that goes on with such.
   */
  readonly accessToken: () => Promise<ReadAccessToken | null>;
}

const contexts = new WeakMap<IncomingMessage, Context>();

/**
 * The context of a request's calls, one for all of them, also when the fast path has run them first: so the session is read,
 * and renewed, once. `clientOf` is called only for a query that needs the client, which most do not.
 */
export function contextOf(
  deps: AuthDependencies,
  req: IncomingMessage,
  res: ServerResponse,
  clientOf: () => RequestClient,
): Context {
  let context = contexts.get(req);
  if (!context) contexts.set(req, (context = createContext(deps, req, res, clientOf)));
  return context;
}

function createContext(
  deps: AuthDependencies,
  req: IncomingMessage,
  res: ServerResponse,
  clientOf: () => RequestClient,
): Context {
  const authorization = readAuthorization(req);
  const isBrowser = authorization.kind === 'none';
  const setCookie = (cookie: string) => {
    if (isBrowser) res.appendHeader('Set-Cookie', cookie);
  };
  const cookies = isBrowser ? deps.cookies.read(req.headers.cookie) : {};
  let client: RequestClient | undefined;
  let session: Promise<ReadSession | null> | undefined;
  let accessToken: Promise<ReadAccessToken | null> | undefined;
  const context: Context = {
    deps,
    cookies,
    keepsCookies:
      isBrowser && (req.headers.origin !== undefined || req.headers['sec-fetch-site'] !== undefined),
    setCookie,
    get client() {
      return (client ??= clientOf());
    },
    requestId: requestIdOf(req),
    session: () => (session ??= loadSession()),
    accessToken: () => (accessToken ??= loadAccessToken()),
  };
  return context;

  async function loadAccessToken(): Promise<ReadAccessToken | null> {
    if (authorization.kind === 'none') return null;
    // What cannot be one of ours costs no look-up, and so needs no counting.
    if (authorization.kind === 'malformed') throw new AppError('ACCESS_TOKEN_INVALID');
    const read = await readAccessToken(deps, authorization.token, context.client);
    if (read) return read;
    await deps.rateLimits.consume('bad-token-from-client', clientKey(context.client.ip));
    throw new AppError('ACCESS_TOKEN_INVALID');
  }

  async function loadSession(): Promise<ReadSession | null> {
    const token = cookies.session;
    if (token === undefined) return null;
    const read = await readSession(deps, token);
    // A dead cookie is left alone: another tab may just have got a new one, which clearing would wipe out.
    if (read?.renewed) setCookie(deps.cookies.set('session', token, read.session.expires));
    // So that the next page begins in this person's language without asking the database for it.
    if (read && read.user.locale !== readLocale(req, cookies))
      setCookie(localeCookie(deps, read.user.locale));
    return read;
  }
}
