import { FoyerError, isFoyerError } from '../foyer-error.ts';
import { toBase } from '../http.ts';
import {
  bringsCookie,
  getSession,
  readHeader,
  requireScopes,
  type FoyerServerOptions,
  type GetSessionOptions,
  type RequestSession,
} from './get-session.ts';

declare global {
  // Express's own types are extended by merging with this one.
  namespace Express {
    interface Request {
      /** Who is signed in, or `null`; there behind `foyer()`. */
      session?: RequestSession | null;
    }
  }
}

/** What is needed of Express, so that its types are not. */
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
 * Express middleware: puts who is signed in into `req.session`, `null` for nobody, and prolongs the session's cookie. Asks Foyer only about requests
 * that bring its cookie or, with `accessTokens`, an access token. Where it cannot know, and for an access token that is not valid or lacks a
 * scope, it answers by itself: 503, 401, 403 or 429 with `{ error: { message, data: { appCode } } }`.
 *
 * A request that changes something, brings the cookie and comes from another origin is refused with 403 `FOREIGN_ORIGIN`.
 */
export function foyer(options: FoyerMiddlewareOptions): Handler {
  // A wrong address or no scope is told at start.
  toBase(options.origin ?? options.url);
  requireScopes(options);
  return (req, res, next) => {
    void (async () => {
      try {
        if (!SAFE_METHODS.has(req.method) && bringsCookie(req, options) && isFromElsewhere(req))
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

/** Express middleware behind `foyer()`: lets through whoever is signed in, answers 401 `SessionRequired` to everybody else. */
export const requireSession: Handler = (req, res, next) => {
  if (req.session === undefined) return next(new Error('requireSession stands behind foyer({ url })'));
  if (req.session === null) return refuse(res, new FoyerError('SessionRequired'));
  next();
};

function refuse(res: ExpressResponse, { code, status, message, scope, retryAfter }: FoyerError): void {
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  if (status === 401) res.set('WWW-Authenticate', 'Bearer realm="Foyer"');
  res.set('Cache-Control', 'no-store');
  // To the app's own client a Foyer that is not where it should be is one that does not answer.
  const isOurFault = code === 'WRONG_HOST' || status === 500;
  const data = { appCode: isOurFault ? 'UNAVAILABLE' : code, ...(scope && { scope }) };
  res.status(isOurFault ? 503 : status).json({ error: { message, data } });
}

/** A browser tells by `Sec-Fetch-Site` or `Origin` where a request comes from; a program that tells neither carries nobody's cookie but its own. */
function isFromElsewhere(req: ExpressRequest): boolean {
  const site = readHeader(req, 'sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const from = readHeader(req, 'origin');
  return from !== null && hostOf(from) !== readHeader(req, 'host');
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
