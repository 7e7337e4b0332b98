import { getTRPCErrorFromUnknown, initTRPC, TRPCError, type TRPCProcedureType } from '@trpc/server';
import { ERRORS } from '../../shared/errors/catalogue.ts';
import type { ErrorData } from '../../shared/errors/error-data.ts';
import { AppError } from '../app-error.ts';
import { requireConsoleReading } from '../domain/administration/console-reading.ts';
import { isAdministrator } from '../domain/rules/access.ts';
import type { Actor } from '../domain/rules/actor.ts';
import type { Authority } from '../domain/rules/authority.ts';
import type { RequestContext } from '../domain/rules/request-context.ts';
import { isStrong, needsSecondFactor } from '../domain/rules/second-factor-policy.ts';
import { isFresh } from '../domain/sign-in/reauthentication.ts';
import { isImpersonation } from '../domain/sessions/impersonations.ts';
import type { ReadSession } from '../domain/sessions/sessions.ts';
import type { Context } from './context.ts';
import { toFailure } from './failure.ts';
import { mayRaise, readDeclaration, type ProcedureMeta } from './procedure-meta.ts';

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    /** Field by field, because tRPC's own data have the stack trace outside production. */
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

export interface FastCall {
  readonly isOnFastPath: true;
}

function isFastCall(options: object): boolean {
  return 'isOnFastPath' in options;
}

/**
 * Refuses other origins and missing scopes, and gives every failure its code, which decides the HTTP status.
 * It is one middleware, because each middleware of tRPC costs more time than this work.
 */
const guarded = t.middleware(async (options) => {
  const { ctx, meta, path, next } = options;
  // A query that fails on the fast path runs again on the slow path, and is counted there. The fast path
  // counts its queries when all of them have succeeded.
  const metrics = isFastCall(options) ? null : ctx.deps.metrics;
  try {
    requireOrigin(ctx, meta);
    await requireScope(ctx, meta);
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause);
    metrics?.procedureCalled(path, toFailure(error).code);
    throw withStatusOfCode(error);
  }
  const result = await next();
  metrics?.procedureCalled(path, result.ok ? 'OK' : toFailure(result.error).code);
  if (result.ok) return result;
  const { cause } = result.error;
  if (cause instanceof AppError && !cause.byApplication && !mayRaise(meta, cause.code)) {
    ctx.deps.onUndeclaredError(path, cause.code);
  }
  throw withStatusOfCode(result.error);
});

function requireOrigin({ isFromTrustedOrigin }: Context, meta: ProcedureMeta | undefined): void {
  if (isFromTrustedOrigin && !readDeclaration(meta).fromTrustedOrigins) throw new AppError('FOREIGN_ORIGIN');
}

async function requireScope(ctx: Context, meta: ProcedureMeta | undefined): Promise<void> {
  const { scope, serviceScope } = readDeclaration(meta);
  if (serviceScope !== undefined && (await ctx.serviceKey())) return;
  const token = await ctx.accessToken();
  if (!token || scope === 'public') return;
  if (scope === 'session') throw new AppError('ACCESS_TOKEN_REFUSED');
  if (!token.accessToken.scopes.includes(scope)) throw new AppError('SCOPE_MISSING', { scope });
}

function withStatusOfCode(error: TRPCError): TRPCError {
  return new TRPCError({ code: ERRORS[toFailure(error).code].procedure, cause: error.cause ?? error });
}

/** A token needs the scope. Throws `ACCESS_TOKEN_INVALID`, `ACCESS_TOKEN_REFUSED`, `SCOPE_MISSING`. */
export const publicProcedure = t.procedure.meta({ kind: 'public' }).use(guarded);

/**
 * Needs a session, `ctx.current`, or an access token with the declared scope. `ctx.actor` is either.
 * Throws `SessionRequired`, and `IMPERSONATION_REFUSED` unless it is declared `whileImpersonating`.
 */
export const signedInProcedure = publicProcedure
  .meta({ kind: 'signed-in' })
  .use(async ({ ctx, meta, next }) => {
    const token = await ctx.accessToken();
    const current: ReadSession | null = await ctx.session();
    if (!token && current) requireNoImpersonation(current, meta);
    const actor: Actor | null = token ?? current;
    if (!actor) throw new AppError('SessionRequired');
    const requestContext = token || !current ? ctx.requestContext : inSession(ctx, current);
    return next({ ctx: { current, actor, user: actor.user, requestContext } });
  });

/** Needs a session; no access token is enough. Throws `SessionRequired`, `ACCESS_TOKEN_REFUSED`. */
export const sessionProcedure = signedInProcedure
  .meta({ kind: 'session', scope: 'session' })
  .use(({ ctx, next }) => {
    if (!ctx.current) throw new AppError('ACCESS_TOKEN_REFUSED');
    return next({ ctx: { current: ctx.current } });
  });

/** Verified within ten minutes, by all factors. Throws `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`. */
export const freshProcedure = sessionProcedure.meta({ kind: 'fresh' }).use(({ ctx, next }) => {
  requireFresh(ctx.deps, ctx.current);
  return next();
});

/** Needs level 2 within ten minutes, of everybody. Throws `SECOND_FACTOR_REQUIRED`. */
export const strongProcedure = sessionProcedure.meta({ kind: 'strong' }).use(({ ctx, next }) => {
  if (!isStrong(ctx.deps, ctx.current.session)) throw new AppError('SECOND_FACTOR_REQUIRED');
  return next();
});

/** Also for users who must set up a second factor first. Throws `SessionRequired`, `ACCESS_TOKEN_REFUSED`. */
export const enrolmentProcedure = publicProcedure
  .meta({ kind: 'enrolment', scope: 'session' })
  .use(async ({ ctx, meta, next }) => {
    if (await ctx.accessToken()) throw new AppError('ACCESS_TOKEN_REFUSED');
    const current = (await ctx.session()) ?? (await ctx.enrolmentSession());
    if (!current) throw new AppError('SessionRequired');
    requireNoImpersonation(current, meta);
    const requestContext = inSession(ctx, current);
    return next({ ctx: { current, actor: current, user: current.user, requestContext } });
  });

/** A fresh `enrolmentProcedure`. Throws `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`. */
export const freshEnrolmentProcedure = enrolmentProcedure
  .meta({ kind: 'fresh-enrolment' })
  .use(({ ctx, next }) => {
    requireFresh(ctx.deps, ctx.current);
    return next();
  });

/**
 * Needs a session of an administrator, with a second factor where the policy demands one: a fresh one for a
 * mutation, one that is in use for a query.
 * Throws `ADMINISTRATOR_REQUIRED`, `SESSION_NOT_FRESH`, `SECOND_FACTOR_REQUIRED`.
 */
export const administratorProcedure = sessionProcedure
  .meta({ kind: 'administrator' })
  .use(async ({ ctx, meta, type, next }) => {
    const guardedAs = readDeclaration(meta).readsOnly ? 'query' : type;
    return next({ ctx: { authority: await authorityOf(ctx.deps, ctx.current, guardedAs) } });
  });

/**
 * Needs a service key with `serviceScope`, or an administrator. Throws what `administratorProcedure` throws,
 * `SERVICE_KEY_INVALID`, `SCOPE_MISSING`, and `RATE_LIMITED` for too many `heavy` calls of one key.
 */
export const serviceProcedure = publicProcedure
  .meta({ kind: 'service', scope: 'session' })
  .use(async ({ ctx, meta, type, next }) => {
    const { serviceScope, heavy } = readDeclaration(meta);
    const key = serviceScope === undefined ? null : await ctx.serviceKey();
    if (key) {
      if (serviceScope !== undefined && !key.scopes.includes(serviceScope)) {
        throw new AppError('SCOPE_MISSING', { scope: serviceScope });
      }
      const authority: Authority = { kind: 'service-key', key };
      const call = () => next({ ctx: { authority } });
      return heavy ? ctx.deps.heavyCalls.run(key._id, call) : call();
    }
    if (await ctx.accessToken()) throw new AppError('ACCESS_TOKEN_REFUSED');
    const current = await ctx.session();
    if (!current) throw new AppError('SessionRequired');
    requireNoImpersonation(current, meta);
    const requestContext = inSession(ctx, current);
    return next({ ctx: { authority: await authorityOf(ctx.deps, current, type), requestContext } });
  });

async function authorityOf(
  deps: Context['deps'],
  current: ReadSession,
  type: TRPCProcedureType,
): Promise<Authority> {
  if (!isAdministrator(current.user)) throw new AppError('ADMINISTRATOR_REQUIRED');
  if (type === 'query') await requireConsoleReading(deps, current);
  else requireFresh(deps, current);
  return { kind: 'administrator', actor: current };
}

function inSession({ requestContext }: Context, { session }: ReadSession): RequestContext {
  return { ...requestContext, sessionId: session._id };
}

/** Impersonation allows only what is declared `whileImpersonating`. */
function requireNoImpersonation({ session }: ReadSession, meta: ProcedureMeta | undefined): void {
  if (isImpersonation(session) && !readDeclaration(meta).whileImpersonating) {
    throw new AppError('IMPERSONATION_REFUSED');
  }
}

function requireFresh(deps: Context['deps'], { session, user }: ReadSession): void {
  if (!isFresh(deps, session)) throw new AppError('SESSION_NOT_FRESH');
  if (needsSecondFactor(deps.settings, user) && !isStrong(deps, session))
    throw new AppError('SECOND_FACTOR_REQUIRED');
}
