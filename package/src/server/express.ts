import { can } from '../access.ts';
import type { Permission } from '../config.ts';
import { FoyerError, isFoyerError } from '../foyer-error.ts';
import { toBase } from '../http.ts';
import {
  hasSessionCookie,
  getSession,
  readHeader,
  requireScopes,
  type FoyerServerOptions,
  type GetSessionOptions,
  type RequestSession,
} from './get-session.ts';
import { refusalOf, toErrorBody, type Level, type LevelOptions } from './level.ts';

declare global {
  // Declaration merging extends Express's types.
  namespace Express {
    interface Request {
      /** The session, or `null`; set by `foyer()`. */
      session?: RequestSession | null;
    }
  }
}

/** The used parts of Express, so that its types are not required. */
interface ExpressRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  session?: RequestSession | null;
}
interface ExpressAddress extends ExpressRequest {
  readonly protocol: string;
  readonly originalUrl: string;
}
interface ExpressResponse {
  append(name: string, value: string): unknown;
  redirect(status: number, url: string): unknown;
  set(name: string, value: string): unknown;
  status(code: number): { json(body: unknown): unknown };
}
type Handler<Request = ExpressRequest> = (
  req: Request,
  res: ExpressResponse,
  next: (error?: unknown) => void,
) => void;

/** The options of the `foyer()` that read the session of a request. */
const optionsByRequest = new WeakMap<ExpressRequest, FoyerServerOptions>();

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export type FoyerMiddlewareOptions = FoyerServerOptions & Pick<GetSessionOptions, 'accessTokens'>;

/**
 * Express middleware: sets `req.session` to the session or `null`, and renews the session's cookie. It calls
 * Foyer only for requests with its cookie or, with `accessTokens`, with an access token. When the session is
 * unknown, and for an invalid access token or a missing scope, it answers itself: 503, 401, 403 or 429 with
 * `{ error: { message, data: { appCode } } }`.
 *
 * A changing request with the cookie from another origin is refused with 403 `FOREIGN_ORIGIN`.
 */
export function foyer(options: FoyerMiddlewareOptions): Handler {
  // A wrong address or a missing scope throws at the start.
  toBase(options.origin ?? options.url);
  requireScopes(options);
  return (req, res, next) => {
    optionsByRequest.set(req, options);
    void (async () => {
      try {
        if (!SAFE_METHODS.has(req.method) && hasSessionCookie(req, options) && isCrossOrigin(req))
          throw new FoyerError('FOREIGN_ORIGIN');
        req.session = await getSession(req, {
          ...options,
          onSetCookie(cookie) {
            res.append('Set-Cookie', cookie);
            res.set('Cache-Control', 'private, no-store');
          },
        });
      } catch (error) {
        return isFoyerError(error) ? refuse(res, error) : next(error);
      }
      next();
    })();
  };
}

/**
 * Express middleware after `foyer()`: passes requests with a session, and answers 401 `SessionRequired` to
 * others.
 */
export const requireSession: Handler = (req, res, next) => {
  if (req.session === undefined) return next(new Error('requireSession stands behind foyer({ url })'));
  if (req.session === null) return refuse(res, new FoyerError('SessionRequired'));
  next();
};

/**
 * Express middleware after `foyer()`: passes requests whose user has proven this level within `within` seconds. Of
 * the others, it redirects a navigation (a GET that accepts HTML) with 303 to Foyer's page for it, which returns to
 * the address of the request. To the rest it answers 403 with
 * `{ error: { message, data: { appCode: 'SECOND_FACTOR_REQUIRED', verifyUrl } } }`, or `SESSION_NOT_FRESH` for
 * level 1. Without a session it answers 401 `SessionRequired`.
 */
export function requireLevel(level: Level, options: LevelOptions = {}): Handler<ExpressAddress> {
  return (req, res, next) => {
    const foyerOptions = optionsByRequest.get(req);
    if (req.session === undefined || !foyerOptions)
      return next(new Error('requireLevel stands behind foyer({ url })'));
    const address = `${req.protocol}://${readHeader(req, 'host') ?? ''}${req.originalUrl}`;
    const refusal = refusalOf(req, address, req.session, level, { ...foyerOptions, ...options });
    if (!refusal) return next();
    if ('error' in refusal) return refuse(res, refusal.error, refusal.verifyUrl);
    res.set('Cache-Control', 'no-store');
    res.redirect(303, refusal.location);
  };
}

/**
 * Express middleware after `foyer()`: passes requests whose user may do this, and answers 403 `PERMISSION_MISSING` to the
 * others. Without a session it answers 401 `SessionRequired`.
 */
export function requirePermission(permission: Permission): Handler {
  return (req, res, next) => {
    if (req.session === undefined) return next(new Error('requirePermission stands behind foyer({ url })'));
    if (req.session === null) return refuse(res, new FoyerError('SessionRequired'));
    if (!can(req.session, permission)) return refuse(res, new FoyerError('PERMISSION_MISSING'));
    next();
  };
}

function refuse(res: ExpressResponse, error: FoyerError, verifyUrl: string | null = null): void {
  const { code, status, message, retryAfter } = error;
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  if (status === 401) res.set('WWW-Authenticate', 'Bearer realm="Foyer"');
  res.set('Cache-Control', 'no-store');
  // For the app's client, a misconfigured Foyer is an unavailable one.
  const isServerFault = code === 'WRONG_HOST' || status === 500;
  const answered = isServerFault ? new FoyerError('UNAVAILABLE', { message }) : error;
  res.status(answered.status).json(toErrorBody(answered, verifyUrl));
}

/** Browsers send `Sec-Fetch-Site` or `Origin`. A program that sends neither has no cookie of a victim. */
function isCrossOrigin(req: ExpressRequest): boolean {
  const site = readHeader(req, 'sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const requestOrigin = readHeader(req, 'origin');
  return requestOrigin !== null && hostOf(requestOrigin) !== readHeader(req, 'host');
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
