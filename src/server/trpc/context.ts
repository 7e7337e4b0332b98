import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { AppError } from '../app-error.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import type { CookieKind } from '../auth/cookies.ts';
import type { RequestContext, SeenProxies } from '../domain/rules/request-context.ts';
import type { ServiceKeyDocument } from '../database/administration-documents.ts';
import { readServiceKey } from '../domain/administration/service-keys.ts';
import { readAccessToken, type ReadAccessToken } from '../domain/tokens/access-tokens.ts';
import { addressKey } from '../domain/limits/rate-limits.ts';
import { mustEnrolFirst, readAnySession, type ReadSession } from '../domain/sessions/sessions.ts';
import { readAuthorization, type Authorization } from '../http/authorization.ts';
import { seenProxiesOf } from '../http/client-address.ts';
import { localeCookie } from '../http/locale-route.ts';
import { logAuthEvent, type AuthEvent, type AuthEventDetails } from '../log/auth-event.ts';
import { requestContextOf, readLocale, requestIdOf } from '../http/request.ts';
import { trustedOriginOf } from '../http/trusted-origins.ts';

export interface Context {
  readonly deps: AuthDependencies;
  readonly requestContext: RequestContext;
  readonly requestId: string;
  /** For the checklist of operators. */
  readonly seenProxies: () => SeenProxies;
  /** A request with an `Authorization` header has none. */
  readonly cookies: Partial<Record<CookieKind, string>>;
  /** Whether the caller is a browser, which names its origin, so its cookies may be set (`origin-check.ts`). */
  readonly keepsCookies: boolean;
  /** Whether a page of `TRUSTED_ORIGINS` calls. It may call few procedures (`fromTrustedOrigins`). */
  readonly isFromTrustedOrigin: boolean;
  /** Does nothing for a request with a token or a key. */
  readonly setCookie: (cookie: string) => void;
  /** Read once for all calls of a batch. The cookie is renewed when that is due. */
  readonly session: () => Promise<ReadSession | null>;
  /** The session of a user who must set up a second factor first; `session()` is then `null`. */
  readonly enrolmentSession: () => Promise<ReadSession | null>;
  /** `null` without a key in the header. Throws `SERVICE_KEY_INVALID`, `RATE_LIMITED`. */
  readonly serviceKey: () => Promise<ServiceKeyDocument | null>;
  /**
   * Looked up once for a batch. `null` without the header, and for a scheme other than `Bearer`. Throws
   * `ACCESS_TOKEN_INVALID`, `SERVICE_KEY_REFUSED`, `RATE_LIMITED` for many wrong tokens.
   */
  readonly accessToken: () => Promise<ReadAccessToken | null>;
}

const CONTEXT = Symbol('context');
/** A WeakMap would keep its values until a full collection, because of V8's young objects (decision 053). */
type RequestWithContext = IncomingMessage & { [CONTEXT]?: Context };

/** All calls of a request, on both paths, share one context: the session is read and renewed once. */
export function contextOf(
  deps: AuthDependencies,
  req: RequestWithContext,
  res: ServerResponse,
  describe: (cookies: Context['cookies']) => RequestContext,
): Context {
  return (req[CONTEXT] ??= createContext(deps, req, res, describe, {
    authorization: readAuthorization(req),
    isFromTrustedOrigin: trustedOriginOf(deps.settings.trustedOrigins, req) !== null,
  }));
}

/**
 * The context of a page uses cookies only. No `Authorization` or `Origin` header signs somebody in, or makes
 * a page fail.
 */
export function pageContextOf(
  deps: AuthDependencies,
  req: Request & RequestWithContext,
  res: ServerResponse,
): Context {
  return (req[CONTEXT] ??= createContext(deps, req, res, () => requestContextOf(req), {
    authorization: { kind: 'none' },
    isFromTrustedOrigin: false,
  }));
}

function createContext(
  deps: AuthDependencies,
  req: IncomingMessage,
  res: ServerResponse,
  describe: (cookies: Context['cookies']) => RequestContext,
  {
    authorization,
    isFromTrustedOrigin,
  }: { readonly authorization: Authorization; readonly isFromTrustedOrigin: boolean },
): Context {
  const isBrowser = authorization.kind === 'none';
  const setCookie = (cookie: string) => {
    if (isBrowser) res.appendHeader('Set-Cookie', cookie);
  };
  const cookies = isBrowser ? deps.cookies.read(req.headers.cookie) : {};
  let anySession: Promise<ReadSession | null> | undefined;
  let session: Promise<ReadSession | null> | undefined;
  let accessToken: Promise<ReadAccessToken | null> | undefined;
  let serviceKey: Promise<ServiceKeyDocument | null> | undefined;
  const context: Context = {
    deps,
    cookies,
    keepsCookies:
      isBrowser && (req.headers.origin !== undefined || req.headers['sec-fetch-site'] !== undefined),
    isFromTrustedOrigin,
    setCookie,
    // No getter: V8 would keep each context until a full collection.
    requestContext: describe(cookies),
    requestId: requestIdOf(req),
    seenProxies: () => seenProxiesOf(req, deps.settings.trustProxy),
    session: () => (session ??= sessionIf(false)),
    enrolmentSession: () => sessionIf(true),
    accessToken: () => (accessToken ??= loadAccessToken()),
    serviceKey: () => (serviceKey ??= loadServiceKey()),
  };
  return context;

  async function loadAccessToken(): Promise<ReadAccessToken | null> {
    if (authorization.kind === 'none') return null;
    if (authorization.kind === 'service-key') {
      await context.serviceKey();
      throw new AppError('SERVICE_KEY_REFUSED');
    }
    // A malformed token costs no look-up, so it is not counted.
    if (authorization.kind === 'malformed') throw new AppError('ACCESS_TOKEN_INVALID');
    const active = await readAccessToken(deps, authorization.token, context.requestContext);
    if (active) return active;
    await deps.rateLimits.consume('bad-token', 'ip', addressKey(context.requestContext.ip));
    throw new AppError('ACCESS_TOKEN_INVALID');
  }

  async function loadServiceKey(): Promise<ServiceKeyDocument | null> {
    if (authorization.kind !== 'service-key') return null;
    const key = await readServiceKey(deps, authorization.key, context.requestContext);
    if (key) return key;
    await deps.rateLimits.consume('bad-token', 'ip', addressKey(context.requestContext.ip));
    throw new AppError('SERVICE_KEY_INVALID');
  }

  async function sessionIf(isForEnrolment: boolean): Promise<ReadSession | null> {
    const read = await (anySession ??= loadSession());
    return read && mustEnrolFirst(deps, read) === isForEnrolment ? read : null;
  }

  async function loadSession(): Promise<ReadSession | null> {
    const token = cookies.session;
    if (token === undefined) return null;
    const active = await readAnySession(deps, token);
    // The cookie of an ended session is not cleared, because another tab may just have got a new one.
    if (active?.renewed) setCookie(deps.cookies.set('session', token, active.session.expires));
    // The next page then has this user's language without a database query.
    if (active && active.user.locale !== readLocale(req, cookies))
      setCookie(localeCookie(deps, active.user.locale));
    return active;
  }
}

export function logEvent(
  { deps, requestId, requestContext }: Context,
  event: AuthEvent,
  details: Omit<AuthEventDetails, 'requestId' | 'ip'> = {},
): void {
  logAuthEvent(deps.log, event, { requestId, ip: requestContext.ip, ...details });
}
