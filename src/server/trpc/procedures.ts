import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { ERRORS, type ErrorCode, type ErrorData, type InputIssue } from '../../shared/errors.ts';
import type { Scope } from '../../shared/schemas/access-tokens.ts';
import { AppError } from '../app-error.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import { isFresh } from '../domain/reauthentication.ts';
import type { Context } from './context.ts';

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
      };
      return {
        code: shape.code,
        message: ERRORS[failure.code].message,
        data: { ...data, httpStatus: shape.data.httpStatus },
      };
    },
  });

export const router = t.router;

/** Gives every failure of a procedure its code of the catalogue, and with it its HTTP status. */
const withCodes = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const failure = toFailure(result.error);
  throw new TRPCError({ code: ERRORS[failure.code].procedure, cause: result.error.cause ?? result.error });
});

/** Anyone may call it. */
export const publicProcedure = t.procedure.use(withCodes);

/** Needs a session: `ctx.user` and `ctx.current` are there. Throws `SessionRequired`. */
export const signedInProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const current = await ctx.session();
  if (!current) throw new AppError('SessionRequired');
  return next({ ctx: { current, user: current.user } });
});

/** Needs a session in which the person has shown within ten minutes that it is them. Throws `SESSION_NOT_FRESH`. */
export const freshProcedure = signedInProcedure.use(({ ctx, next }) => {
  if (!isFresh(ctx.deps, ctx.current.session)) throw new AppError('SESSION_NOT_FRESH');
  return next();
});

export interface Failure {
  readonly code: ErrorCode;
  readonly issues?: readonly InputIssue[] | undefined;
  readonly retryAfter?: number | undefined;
}

/** What tRPC itself refuses, by its own keys. */
const BY_KEY: Partial<Record<TRPCError['code'], ErrorCode>> = {
  PARSE_ERROR: 'MALFORMED_REQUEST',
  BAD_REQUEST: 'MALFORMED_REQUEST',
  NOT_FOUND: 'NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'METHOD_NOT_ALLOWED',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
};

export function toFailure(error: TRPCError): Failure {
  const { cause } = error;
  if (cause instanceof AppError)
    return { code: cause.code, issues: cause.issues, retryAfter: cause.retryAfter };
  if (cause instanceof ZodError && error.code === 'BAD_REQUEST') {
    return {
      code: 'INVALID_INPUT',
      issues: cause.issues.map(({ path, message }) => ({
        path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
        message,
      })),
    };
  }
  if (isDatabaseUnavailable(cause)) return { code: 'UNAVAILABLE' };
  return { code: BY_KEY[error.code] ?? 'INTERNAL' };
}
