import type { Context, MiddlewareHandler } from 'hono';
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
import { toErrorResponse, toResponse } from './error-answer.ts';
import type { Level, LevelOptions } from './level.ts';

export type FoyerMiddleware = MiddlewareHandler<{ Variables: { foyer: FoyerContext } }>;

/** After this middleware, `c.var.foyer.session` is not `null`. */
export type Guard = MiddlewareHandler<{ Variables: { foyer: SignedInContext } }>;

/**
 * Hono middleware: sets `c.var.foyer`, with the session or `null`, and renews the session's cookie. It calls
 * Foyer only for requests with its cookie or, with `accessTokens`, with an access token. When the session is
 * unknown, and for an invalid access token or a missing scope, it answers 503, 401, 403 or 429 with
 * `{ error: { message, data: { appCode } } }`. A changing request with the cookie from another origin is
 * refused with 403 `FOREIGN_ORIGIN`.
 */
export function foyer(options: FoyerMiddlewareOptions): FoyerMiddleware {
  checkOptions(options);
  return async (c, next) => {
    const cookies: string[] = [];
    try {
      c.set('foyer', await readContext(c.req.raw, options, (cookie) => cookies.push(cookie)));
    } catch (error) {
      if (isFoyerError(error)) return toErrorResponse(error);
      throw error;
    }
    await next();
    // A handler's own `Response` lacks headers that were set before.
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
    if (cookies.length > 0) c.header('Cache-Control', 'private, no-store');
  };
}

/**
 * Hono error handler, `app.onError(foyerErrors)`: answers an uncaught error of `c.var.foyer.client` with its
 * status and `{ error: { message, data: { appCode } } }`. It answers other errors as Hono does.
 */
export function foyerErrors(error: Error, c: Context): Response {
  if (isFoyerError(error)) return toErrorResponse(error);
  if (hasResponse(error)) {
    const response = error.getResponse();
    return c.newResponse(response.body, response);
  }
  console.error(error);
  return c.text('Internal Server Error', 500);
}

/** Hono's `HTTPException`. */
function hasResponse(error: Error): error is Error & { getResponse(): Response } {
  return 'getResponse' in error;
}

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

function guardOf(name: string, check: Check): Guard {
  const decide = decisionOf(name, check);
  return async (c, next) => {
    const refusal = decide(c.get('foyer'), c.req.raw, () => c.req.url);
    return refusal ? toResponse(refusal) : next();
  };
}
