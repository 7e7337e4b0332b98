import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import {
  IMPORT_MAX_BODY_BYTES,
  PICTURE_MAX_BYTES,
  TRPC_MAX_BATCH,
  TRPC_MAX_BODY_BYTES,
} from '../../shared/limits.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { requireSameOrigin } from '../http/origin-check.ts';
import { clientOf, requestIdOf, sendError } from '../http/request.ts';
import { challengeFor, readAuthorization } from './authorization.ts';
import { contextOf } from './context.ts';
import { toFailure } from './failure.ts';
import { logFailedCall } from './log-failed-call.ts';
import { appRouter } from './router.ts';

const METHODS = ['GET', 'HEAD', 'POST'];
/** The only procedure that takes bytes. Another spelling of this path gets no larger limit. */
const UPLOAD_PATH = '/profile.uploadPicture';
/** The procedure that takes hundreds of people. tRPC reads its body after the guard has refused strangers. */
const IMPORT_PATH = '/users.import';
const BYTES = 'application/octet-stream';

/**
 * The procedures over HTTP: queries by GET, mutations by POST with JSON, or with bytes for a picture. Calls come from our own pages or from
 * programs without cookies.
 */
export function createTrpcRouter(deps: AuthDependencies): Router {
  const router = Router({ caseSensitive: true });
  const sameOrigin = requireSameOrigin(deps.settings.origin);
  router.use((req, res, next) => {
    // Another site cannot add this header to a victim's request without CORS, which we do not allow. And with it, no cookie counts.
    if (readAuthorization(req).kind === 'none') sameOrigin(req, res, next);
    else next();
  });
  router.use((req, res, next) => {
    res.set('Cache-Control', 'private, no-store');
    // tRPC 11 answers 500 to methods that `Request` does not know (TRACE) and to paths that it cannot decode.
    if (!METHODS.includes(req.method)) {
      res.set('Allow', METHODS.join(', '));
      return sendError(req, res, 'METHOD_NOT_ALLOWED');
    }
    if (!isDecodable(req.path)) return sendError(req, res, 'MALFORMED_REQUEST');
    // A form cannot send these types. This keeps out other sites' forms, even when a browser sends no origin.
    if (
      req.method === 'POST' &&
      !req.is(req.path === UPLOAD_PATH ? ['application/json', BYTES] : 'application/json')
    )
      return sendError(req, res, 'UNSUPPORTED_MEDIA_TYPE');
    next();
  });
  const upload = callProcedures(deps, PICTURE_MAX_BYTES);
  router.use((req, res, next) => {
    if (req.path !== UPLOAD_PATH || !req.is(BYTES)) return next();
    // A body whose declared length is too large is not read.
    if (Number(req.get('content-length') ?? 0) > PICTURE_MAX_BYTES)
      return refuseCall(req, res, 'PICTURE_TOO_LARGE');
    return upload(req, res, next);
  });
  const importPeople = callProcedures(deps, IMPORT_MAX_BODY_BYTES);
  const others = callProcedures(deps, TRPC_MAX_BODY_BYTES);
  router.use((req, res, next) => (req.path === IMPORT_PATH ? importPeople : others)(req, res, next));
  return router;
}

/** @param maxBodySize in bytes; the rest of a larger body is not read */
function callProcedures(deps: AuthDependencies, maxBodySize: number): RequestHandler {
  return createExpressMiddleware({
    router: appRouter,
    createContext: ({ req, res }) => contextOf(deps, req, res, () => clientOf(req)),
    maxBatchSize: TRPC_MAX_BATCH,
    maxBodySize,
    responseMeta: ({ errors }) => {
      const challenge = challengeFor(errors.map(toFailure));
      return challenge === null ? {} : { headers: new Headers({ 'WWW-Authenticate': challenge }) };
    },
    onError: ({ error, path, type, req }) => logFailedCall(deps, req, { error, path, type }),
  });
}

/** Refuses a call in the shape of a procedure's error. tRPC's client reads a failure only when tRPC's own number is in it. */
function refuseCall(req: Request, res: Response, code: ErrorCode): void {
  const { procedure, status, message } = ERRORS[code];
  const data = { appCode: code, requestId: requestIdOf(req), httpStatus: status };
  res.status(status).json({ error: { message, code: TRPC_ERROR_CODES_BY_KEY[procedure], data } });
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
