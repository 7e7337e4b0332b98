import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from 'express';
import type { Permission } from '../config.ts';
import { isFoyerError } from '../foyer-error.ts';
import {
  checkOptions,
  decisionOf,
  levelCheck,
  permissionCheck,
  readContext,
  sessionCheck,
  type Check,
  type FoyerContext,
  type FoyerMiddlewareOptions,
  type SignedInContext,
} from './context.ts';
import { errorAnswerOf, type Refusal } from './error-answer.ts';
import type { Level, LevelOptions } from './level.ts';
import { keepPrivate } from './private-answer.ts';
import { hostOf } from './request.ts';

declare global {
  namespace Express {
    interface Request {
      /** The session of this request, and a client that acts as its user; set by `foyer()`. */
      foyer?: FoyerContext;
    }
  }
}

/** Passes only some requests: `app.use(requireSession)`. Around a handler it also types the session. */
export interface Guard {
  (req: Request, res: Response, next: NextFunction): void;
  <Params extends Request['params'] = Request['params']>(
    handler: (
      req: Request<Params> & { readonly foyer: SignedInContext },
      res: Response,
      next: NextFunction,
    ) => unknown,
  ): RequestHandler<Params>;
}

/**
 * Express middleware: sets `req.foyer`, with the session or `null`, and renews the session's cookie. It calls
 * Foyer only for requests with its cookie or, with `accessTokens`, with an access token. When the session is
 * unknown, and for an invalid access token or a missing scope, it answers 503, 401, 403 or 429 with
 * `{ error: { message, data: { appCode } } }`. A changing request with the cookie from another origin is
 * refused with 403 `FOREIGN_ORIGIN`.
 */
export function foyer(options: FoyerMiddlewareOptions): RequestHandler {
  checkOptions(options);
  return (req, res, next) => {
    let isPrivate = false;
    const onSetCookie = (cookie: string) => {
      // `client` may be called after the answer has begun.
      if (res.headersSent) return;
      if (!isPrivate) keepPrivate(res);
      isPrivate = true;
      res.append('Set-Cookie', cookie);
    };
    void (async () => {
      try {
        req.foyer = await readContext(req, options, onSetCookie);
      } catch (error) {
        return isFoyerError(error) ? refuse(res, errorAnswerOf(error)) : next(error);
      }
      next();
    })();
  };
}

/**
 * Express error handler, `app.use(foyerErrors)` after the routes: answers an uncaught error of
 * `req.foyer.client` with its status and `{ error: { message, data: { appCode } } }`. It passes other errors
 * on.
 */
export const foyerErrors: ErrorRequestHandler = (error, _req, res, next) => {
  if (isFoyerError(error) && !res.headersSent) refuse(res, errorAnswerOf(error));
  else next(error);
};

/** After `foyer()`: passes requests with a session, and answers 401 `SessionRequired` to others. */
export const requireSession: Guard = guardOf('requireSession', sessionCheck);

/**
 * After `foyer()`: passes requests whose user has verified this level within `within` seconds. It redirects
 * another navigation (a GET that accepts HTML) with 303 to Foyer's page for it, which returns to the
 * request's address. It answers other requests 403 with
 * `{ error: { message, data: { appCode: 'SECOND_FACTOR_REQUIRED', verifyUrl } } }`, or `SESSION_NOT_FRESH`
 * for level 1. Without a session it answers 401 `SessionRequired`.
 */
export function requireLevel(level: Level, options: LevelOptions = {}): Guard {
  return guardOf('requireLevel', levelCheck(level, options));
}

/** Like `requireLevel(1)`: the user has authenticated within `within` seconds; default 600. */
export function requireFresh(options: LevelOptions = {}): Guard {
  return guardOf('requireFresh', levelCheck(1, options));
}

/** After `foyer()`: answers 403 `PERMISSION_MISSING` without the permission, 401 without a session. */
export function requirePermission(permission: Permission): Guard {
  return guardOf('requirePermission', permissionCheck(permission));
}

type Handler = (req: Request, res: Response, next: NextFunction) => void | Promise<void>;

function guardOf(name: string, check: Check): Guard {
  const decide = decisionOf(name, check);
  /** Answers a request that may not continue. */
  const isRefused = (req: Request, res: Response): boolean => {
    const address = () => `${req.protocol}://${hostOf(req) ?? ''}${req.originalUrl}`;
    const refusal = decide(req.foyer, req, address);
    if (refusal) refuse(res, refusal);
    return refusal !== null;
  };
  const guard = (...args: [Handler] | Parameters<Handler>): Handler | void => {
    if (args.length === 1) {
      const [handler] = args;
      return (req, res, next) => (isRefused(req, res) ? undefined : handler(req, res, next));
    }
    const [req, res, next] = args;
    if (!isRefused(req, res)) next();
  };
  // The compiler derives no overloads from a union of arguments.
  return guard as Guard;
}

function refuse(res: Response, refusal: Refusal): void {
  if ('location' in refusal) {
    res.set('Cache-Control', 'no-store');
    res.redirect(303, refusal.location);
    return;
  }
  for (const [name, value] of Object.entries(refusal.headers)) res.set(name, value);
  res.status(refusal.status).json(refusal.body);
}
