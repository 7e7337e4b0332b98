import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { Router } from 'express';
import { ERRORS } from '../../shared/errors.ts';
import { TRPC_MAX_BATCH, TRPC_MAX_BODY_BYTES } from '../../shared/limits.ts';
import { logAuthEvent } from '../auth-event.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { requireSameOrigin } from '../origin-check.ts';
import { clientOf, requestIdOf, sendError } from '../request.ts';
import { challengeFor, readAuthorization } from './authorization.ts';
import { contextOf } from './context.ts';
import { toFailure } from './failure.ts';
import { appRouter } from './router.ts';

const METHODS = ['GET', 'HEAD', 'POST'];

/** The procedures over HTTP: queries by GET, mutations by POST with JSON, from our own pages or from programs without cookies. */
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
    // A form post cannot have this type: it is what keeps other sites' forms out even where the origin is not told.
    if (req.method === 'POST' && !req.is('application/json'))
      return sendError(req, res, 'UNSUPPORTED_MEDIA_TYPE');
    next();
  });
  router.use(
    createExpressMiddleware({
      router: appRouter,
      createContext: ({ req, res }) => contextOf(deps, req, res, () => clientOf(req)),
      maxBatchSize: TRPC_MAX_BATCH,
      maxBodySize: TRPC_MAX_BODY_BYTES,
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
    }),
  );
  return router;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
