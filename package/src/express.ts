export {
  foyer,
  foyerErrors,
  requireFresh,
  requireLevel,
  requirePermission,
  requireSession,
  type Guard,
} from './server/express.ts';
export type { FoyerContext, FoyerMiddlewareOptions, SignedInContext } from './server/context.ts';
