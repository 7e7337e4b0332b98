import { getTRPCErrorFromUnknown, initTRPC, TRPCError } from '@trpc/server';
import { ERRORS, type ErrorData } from '../../shared/errors.ts';
import type { Scope } from '../../shared/scopes.ts';
import { AppError } from '../app-error.ts';
import type { Actor } from '../domain/rules/actor.ts';
import { isFresh } from '../domain/sign-in/reauthentication.ts';
import type { ReadSession } from '../domain/sessions/sessions.ts';
import type { Context } from './context.ts';
import { toFailure } from './failure.ts';

/** What every procedure declares about who may call it. */
export interface ProcedureMeta {
  /**
   * - a scope: a browser session, or an access token that has the scope
   * - `session`: a browser session only; sign-in itself, whatever changes credentials, whatever needs a fresh session
   * - `public`: anyone, and any access token whatever its scopes
   */
  readonly scope: Scope | 'session' | 'public';
}

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    /** Built field by field: outside production tRPC's own data holds the stack. */
    errorFormatter: ({ error, shape, ctx }) => {
      const failure = toFailure(error);
      const data: ErrorData = {
        appCode: failure.code,
        requestId: ctx?.requestId ?? 'unknown',
        ...(failure.issues ? { issues: failure.issues } : {}),
        ...(failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter }),
        ...(failure.scope === undefined ? {} : { scope: failure.scope }),
        ...(failure.challenge ? { challenge: failure.challenge } : {}),
      };
      return {
        code: shape.code,
        message: ERRORS[failure.code].message,
        data: { ...data, httpStatus: shape.data.httpStatus },
      };
    },
  });

export const router = t.router;

/**
 * Lets an access token through to what it was made for, and gives every failure its code of the catalogue and with it its HTTP status. It
 * is one middleware and not two, because a middleware of tRPC costs more than what either of them does.
 */
const guarded = t.middleware(async ({ ctx, meta, next }) => {
  try {
    await requireScope(ctx, meta);
  } catch (error) {
    throw withCode(getTRPCErrorFromUnknown(error));
  }
  const result = await next();
  if (result.ok) return result;
  throw withCode(result.error);
});

/** A procedure that declares nothing is not for tokens. */
async function requireScope(ctx: Context, meta: ProcedureMeta | undefined): Promise<void> {
  const token = await ctx.accessToken();
  const scope = meta?.scope ?? 'session';
  if (!token || scope === 'public') return;
  if (scope === 'session') throw new AppError('ACCESS_TOKEN_REFUSED');
  if (!token.accessToken.scopes.includes(scope)) throw new AppError('SCOPE_MISSING', { scope });
}

function withCode(error: TRPCError): TRPCError {
  return new TRPCError({ code: ERRORS[toFailure(error).code].procedure, cause: error.cause ?? error });
}

/**
 * Anyone may call it. Whoever brings an access token needs the scope that the procedure declares all the same: throws
 * `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SCOPE_MISSING`.
 */
export const publicProcedure = t.procedure.use(guarded);

/**
 * Needs a session, or an access token with the scope that the procedure declares: `ctx.user` is there, `ctx.actor` is who asks, and `ctx.current`
 * is the session or `null`. Throws `SessionRequired`.
 */
export const signedInProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const token = await ctx.accessToken();
  const current: ReadSession | null = await ctx.session();
  const actor: Actor | null = token ?? current;
  if (!actor) throw new AppError('SessionRequired');
  return next({ ctx: { current, actor, user: actor.user } });
});

/** Needs a session, `ctx.current`, for what no access token will do. Throws `SessionRequired`. */
export const sessionProcedure = signedInProcedure.use(({ ctx, next }) => {
  if (!ctx.current) throw new AppError('ACCESS_TOKEN_REFUSED');
  return next({ ctx: { current: ctx.current } });
});

/** Needs a session in which the person has shown within ten minutes that it is them. Throws `SESSION_NOT_FRESH`. */
export const freshProcedure = sessionProcedure.use(({ ctx, next }) => {
  if (!isFresh(ctx.deps, ctx.current.session)) throw new AppError('SESSION_NOT_FRESH');
  return next();
});
