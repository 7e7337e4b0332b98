import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { PICTURE_MAX_BYTES, TRPC_MAX_BATCH, TRPC_MAX_BODY_BYTES } from '../../shared/limits.ts';
import { logAuthEvent } from '../auth-event.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { requireSameOrigin } from '../http/origin-check.ts';
import { clientOf, requestIdOf, sendError } from '../http/request.ts';
import { challengeFor, readAuthorization } from './authorization.ts';
import { contextOf } from './context.ts';
import { toFailure } from './failure.ts';
import { appRouter } from './router.ts';

const METHODS = ['GET', 'HEAD', 'POST'];
/** The one procedure that takes bytes. Only an address written to the letter counts as its own. */
const UPLOAD = '/profile.uploadPicture';
const BYTES = 'application/octet-stream';

/** The procedures over HTTP: queries by GET, mutations by POST with JSON or, for a picture, bytes, from our own pages or from programs without cookies. */
export function createTrpcRouter(deps: AuthDependencies): Router {
  const router = Router({ caseSensitive: true });
  const sameOrigin = requireSameOrigin(deps.settings.origin);
  router.use((req, res, next) => {
    // Another site cannot add this header to a victim's request (it would need our leave by CORS), and with it no cookie counts.
    if (readAuthorization(req).kind === 'none') sameOrigin(req, res, next);
    else next();
  });
  router.use((req, res, next) => {
    res.set('Cache-Control', 'private, no-store');
    // tRPC 11 answers 500 to methods that `Request` does not know (TRACE) and to paths that cannot be decoded.
    if (!METHODS.includes(req.method)) {
      res.set('Allow', METHODS.join(', '));
      return sendError(req, res, 'METHOD_NOT_ALLOWED');
    }
    if (!isDecodable(req.path)) return sendError(req, res, 'MALFORMED_REQUEST');
    // A form post cannot have these types: it is what keeps other sites' forms out even where the origin is not told.
    if (
      req.method === 'POST' &&
      !req.is(req.path === UPLOAD ? ['application/json', BYTES] : 'application/json')
    )
      return sendError(req, res, 'UNSUPPORTED_MEDIA_TYPE');
    next();
  });
  const upload = callProcedures(deps, PICTURE_MAX_BYTES);
  router.use((req, res, next) => {
    if (req.path !== UPLOAD || !req.is(BYTES)) return next();
    // What says that it is too large is not listened to.
    if (Number(req.get('content-length') ?? 0) > PICTURE_MAX_BYTES)
      return refuseCall(req, res, 'PICTURE_TOO_LARGE');
    return upload(req, res, next);
  });
  router.use(callProcedures(deps, TRPC_MAX_BODY_BYTES));
  return router;
}

/** @param maxBodySize in bytes; what comes beyond is not kept */
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
    onError: ({ error, path, type, req }) => {
      const { code } = toFailure(error);
      const line = { requestId: requestIdOf(req), procedure: path, type, code };
      const isSignIn = path !== undefined && /^(session|password)\./.test(path) && type === 'mutation';
      if (isSignIn || code === 'ACCESS_TOKEN_INVALID') {
        const { ip } = clientOf(req);
        logAuthEvent(deps.log, 'auth.failed', { requestId: line.requestId, at: path ?? 'trpc', ip, code });
      }
      if (ERRORS[code].status >= 500)
        deps.log.error({ ...line, err: error.cause ?? error }, 'procedure failed');
      else deps.log.info(line, 'procedure refused');
    },
  });
}

/** As the procedure itself would refuse it: a typed client reads a failure only where tRPC's own number stands beside our code. */
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
