import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
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

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of this request, and a client that acts as its user; set by the plugin `foyer`. */
    foyer: FoyerContext;
  }
}

/** Passes only some requests: `{ preHandler: requireSession }`. Around a handler it types the session. */
export interface Guard {
  (request: FastifyRequest, reply: FastifyReply): Promise<void>;
  <Request extends FastifyRequest, Reply extends FastifyReply, Answer>(
    handler: (request: Request & { readonly foyer: SignedInContext }, reply: Reply) => Answer,
  ): (request: Request, reply: Reply) => Promise<Awaited<Answer> | Reply>;
}

/**
 * Fastify plugin, `app.register(foyer, { url })`: sets `request.foyer`, with the session or `null`, and
 * renews the session's cookie. It calls Foyer only for requests with its cookie or, with `accessTokens`, with
 * an access token. When the session is unknown, and for an invalid access token or a missing scope, it
 * answers 503, 401, 403 or 429 with `{ error: { message, data: { appCode } } }`. A changing request with the
 * cookie from another origin is refused with 403 `FOREIGN_ORIGIN`.
 */
export const foyer: FastifyPluginAsync<FoyerMiddlewareOptions> = Object.assign(
  (async (app, options) => {
    checkOptions(options);
    // Fastify needs the property before the first request, so that all requests have one shape.
    app.decorateRequest('foyer', null as never);
    const withCookie = new WeakSet<FastifyReply>();
    app.addHook('onRequest', async (request, reply) => {
      const onSetCookie = (cookie: string) => {
        // `client` may be called after the answer has begun.
        if (reply.sent || reply.raw.headersSent) return;
        // Fastify appends cookies.
        reply.header('set-cookie', cookie);
        withCookie.add(reply);
      };
      try {
        request.foyer = await readContext(request, options, onSetCookie);
      } catch (error) {
        if (!isFoyerError(error)) throw error;
        await refuse(reply, errorAnswerOf(error));
      }
    });
    // Runs after the handler, whose `cache-control` would let a shared cache keep the cookie.
    app.addHook('onSend', async (_request, reply) => {
      if (withCookie.has(reply)) reply.header('cache-control', 'private, no-store');
    });
  }) satisfies FastifyPluginAsync<FoyerMiddlewareOptions>,
  {
    // Like `fastify-plugin`: the hook also applies to routes outside this plugin.
    [Symbol.for('skip-override')]: true,
    [Symbol.for('fastify.display-name')]: 'foyer-auth',
  },
);

/**
 * Fastify error handler, `app.setErrorHandler(foyerErrors)`: answers an uncaught error of
 * `request.foyer.client` with its status and `{ error: { message, data: { appCode } } }`. Fastify answers
 * other errors.
 */
export function foyerErrors(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return isFoyerError(error) ? refuse(reply, errorAnswerOf(error)) : reply.send(error);
}

/** After `foyer`: passes requests with a session, and answers 401 `SessionRequired` to others. */
export const requireSession: Guard = guardOf('requireSession', sessionCheck);

/**
 * After `foyer`: passes requests whose user has verified this level within `within` seconds. It redirects
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

/** After `foyer`: answers 403 `PERMISSION_MISSING` without the permission, 401 without a session. */
export function requirePermission(permission: Permission): Guard {
  return guardOf('requirePermission', permissionCheck(permission));
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

function guardOf(name: string, check: Check): Guard {
  const decide = decisionOf(name, check, 'register the plugin foyer');
  const isRefused = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const address = () => `${request.protocol}://${request.host}${request.originalUrl}`;
    const refusal = decide(request.foyer, request, address);
    if (refusal) await refuse(reply, refusal);
    return refusal !== null;
  };
  const guard = (...args: [Handler] | Parameters<Handler>): Handler | Promise<void> => {
    if (args.length === 1) {
      const [handler] = args;
      return async (request, reply) => ((await isRefused(request, reply)) ? reply : handler(request, reply));
    }
    return isRefused(...args).then(() => undefined);
  };
  // The compiler derives no overloads from a union of arguments.
  return guard as Guard;
}

function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return 'location' in refusal
    ? reply.header('cache-control', 'no-store').redirect(refusal.location, 303)
    : reply.code(refusal.status).headers(refusal.headers).send(refusal.body);
}
