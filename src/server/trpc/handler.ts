import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { Router, type RequestHandler } from 'express';
import {
  BRAND_DRAFT_MAX_BODY_BYTES,
  IMPORT_MAX_BODY_BYTES,
  PICTURE_MAX_BYTES,
  TRPC_MAX_BATCH,
} from '../../shared/limits.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { readAuthorization } from '../http/authorization.ts';
import { requireSameOrigin } from '../http/origin-check.ts';
import { refuseMethod, requestContextOf, sendError } from '../http/request.ts';
import { trustedOriginOf } from '../http/trusted-origins.ts';
import { contextOf } from './context.ts';
import { toFailure, type Failure } from './failure.ts';
import { logFailedCall } from './log-failed-call.ts';
import { readQueryParameters } from './query-parameters.ts';
import { refuseCall } from './refuse-call.ts';
import { appRouter } from './router.ts';

const TRPC_MAX_BODY_BYTES = 64 * 1024;
const METHODS = ['GET', 'HEAD', 'POST'];
/** The only procedure that takes bytes. Another spelling of this path gets no larger limit. */
const UPLOAD_PATH = '/profile.uploadPicture';
/** tRPC reads these bodies after the guard has refused unknown callers. */
const LARGE_BODIES: Readonly<Record<string, number>> = {
  '/users.import': IMPORT_MAX_BODY_BYTES,
  '/administration.checkBrand': BRAND_DRAFT_MAX_BODY_BYTES,
  '/administration.brandFolder': BRAND_DRAFT_MAX_BODY_BYTES,
};
const BYTES = 'application/octet-stream';

/** Queries by GET, mutations by POST with JSON, or with bytes for a picture. */
export function createTrpcRouter(deps: AuthDependencies): Router {
  const router = Router({ caseSensitive: true });
  const sameOrigin = requireSameOrigin(deps.settings.origin);
  // tRPC calls the procedure after the last slash, which the checks of the path would not find.
  router.use((req, res, next) =>
    req.path.lastIndexOf('/') > 0 ? refuseCall(req, res, 'NOT_FOUND') : next(),
  );
  router.use((req, res, next) => {
    // Another site cannot add this header without CORS. With the header, no cookie counts.
    if (readAuthorization(req).kind !== 'none') return next();
    // `guarded` refuses the procedures that are not for these origins.
    if (trustedOriginOf(deps.settings.trustedOrigins, req) !== null) return next();
    sameOrigin(req, res, next);
  });
  router.use((req, res, next) => {
    res.set('Cache-Control', 'private, no-store');
    // tRPC 11 answers 500 to methods that `Request` does not know (TRACE) and to paths that it cannot decode.
    if (!METHODS.includes(req.method)) return refuseMethod(req, res, METHODS);
    if (!isDecodable(req.path)) return sendError(req, res, 'MALFORMED_REQUEST');
    // A form cannot send these types. This refuses forms of other sites, even when a browser sends no origin.
    if (
      req.method === 'POST' &&
      !req.is(req.path === UPLOAD_PATH ? ['application/json', BYTES] : 'application/json')
    )
      return sendError(req, res, 'UNSUPPORTED_MEDIA_TYPE');
    next();
  });
  router.use(readQueryParameters);
  const upload = callProcedures(deps, PICTURE_MAX_BYTES);
  router.use((req, res, next) => {
    if (req.path !== UPLOAD_PATH || !req.is(BYTES)) return next();
    // A body whose declared length is too large is not read.
    if (Number(req.get('content-length') ?? 0) > PICTURE_MAX_BYTES)
      return refuseCall(req, res, 'PICTURE_TOO_LARGE');
    return upload(req, res, next);
  });
  const large = new Map(
    Object.entries(LARGE_BODIES).map(([path, bytes]) => [path, callProcedures(deps, bytes)]),
  );
  const others = callProcedures(deps, TRPC_MAX_BODY_BYTES);
  router.use((req, res, next) => (large.get(req.path) ?? others)(req, res, next));
  return router;
}

/** `maxBodySize`: bytes. The rest of a larger body is not read. */
function callProcedures(deps: AuthDependencies, maxBodySize: number): RequestHandler {
  return createExpressMiddleware({
    router: appRouter,
    createContext: ({ req, res }) => contextOf(deps, req, res, () => requestContextOf(req)),
    maxBatchSize: TRPC_MAX_BATCH,
    maxBodySize,
    responseMeta: ({ errors }) => {
      const failures = errors.map(toFailure);
      const challenge = challengeFor(failures);
      const waits = failures.flatMap(({ retryAfter }) => retryAfter ?? []);
      const headers = new Headers();
      // tRPC replaces the header that `allowTrustedOrigins` has set.
      if (deps.settings.trustedOrigins.length > 0) headers.set('Vary', 'Origin');
      if (challenge !== null) headers.set('WWW-Authenticate', challenge);
      // Whole seconds (RFC 9110, 10.2.3).
      if (waits.length > 0) headers.set('Retry-After', String(Math.ceil(Math.max(...waits))));
      return { headers };
    },
    onError: ({ error, path, type, req }) => logFailedCall(deps, req, { error, path, type }),
  });
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** `WWW-Authenticate` (RFC 6750, section 3), or `null`. A 401 must have one. */
function challengeFor(failures: readonly Failure[]): string | null {
  const has = (...codes: Failure['code'][]) => failures.some(({ code }) => codes.includes(code));
  const challenge = (...parts: string[]) => ['Bearer realm="Foyer"', ...parts].join(', ');
  if (has('ACCESS_TOKEN_INVALID', 'SERVICE_KEY_INVALID')) return challenge('error="invalid_token"');
  const scopes = [...new Set(failures.flatMap(({ scope }) => scope ?? []))];
  if (scopes.length > 0) return challenge('error="insufficient_scope"', `scope="${scopes.join(' ')}"`);
  if (has('ACCESS_TOKEN_REFUSED', 'SERVICE_KEY_REFUSED')) return challenge('error="insufficient_scope"');
  return failures.some(({ status }) => status === 401) ? challenge() : null;
}
