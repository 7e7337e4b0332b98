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
interface ExpressResponse {
  append(name: string, value: string): unknown;
  set(name: string, value: string): unknown;
  status(code: number): { json(body: unknown): unknown };
}
type Handler = (req: ExpressRequest, res: ExpressResponse, next: (error?: unknown) => void) => void;

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

function refuse(res: ExpressResponse, { code, status, message, scope, retryAfter }: FoyerError): void {
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  if (status === 401) res.set('WWW-Authenticate', 'Bearer realm="Foyer"');
  res.set('Cache-Control', 'no-store');
  // For the app's client, a misconfigured Foyer is an unavailable one.
  const isServerFault = code === 'WRONG_HOST' || status === 500;
  const data = { appCode: isServerFault ? 'UNAVAILABLE' : code, ...(scope && { scope }) };
  res.status(isServerFault ? 503 : status).json({ error: { message, data } });
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
