export {
  foyer,
  foyerErrors,
  requireFresh,
  requireLevel,
  requirePermission,
  requireSession,
  type FoyerMiddleware,
  type Guard,
} from './server/hono.ts';
export type { FoyerContext, FoyerMiddlewareOptions, SignedInContext } from './server/context.ts';
