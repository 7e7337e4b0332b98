export {
  foyer,
  foyerErrors,
  requireFresh,
  requireLevel,
  requirePermission,
  requireSession,
  type Guard,
} from './server/fastify.ts';
export type { FoyerContext, FoyerMiddlewareOptions, SignedInContext } from './server/context.ts';
