import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { Router } from 'express';
import { ERRORS } from '../../shared/errors.ts';
import { TRPC_MAX_BATCH, TRPC_MAX_BODY_BYTES } from '../../shared/limits.ts';
import { logAuthEvent } from '../auth-event.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { requireSameOrigin } from '../origin-check.ts';
import { clientOf, requestIdOf, sendError } from '../request.ts';
import { createContext } from './context.ts';
import { toFailure } from './procedures.ts';
import { appRouter } from './router.ts';

const METHODS = ['GET', 'HEAD', 'POST'];

/** The procedures over HTTP: queries by GET, mutations by POST with JSON, from our own pages or from programs without cookies. */
export function createTrpcRouter(deps: AuthDependencies): Router {
  const router = Router({ caseSensitive: true });
  router.use(requireSameOrigin(deps.settings.origin));
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
      createContext: ({ req, res }) =>
        createContext(deps, {
          headers: req.headers,
          requestId: requestIdOf(req),
          client: () => clientOf(req),
          setCookie: (cookie) => void res.append('Set-Cookie', cookie),
        }),
      maxBatchSize: TRPC_MAX_BATCH,
      maxBodySize: TRPC_MAX_BODY_BYTES,
      onError: ({ error, path, type, req }) => {
        const { code } = toFailure(error);
        const line = { requestId: requestIdOf(req), procedure: path, type, code };
        if (path !== undefined && /^(session|password)\./.test(path) && type === 'mutation') {
          const { ip } = clientOf(req);
          logAuthEvent(deps.log, 'auth.failed', { requestId: line.requestId, at: path, ip, code });
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
