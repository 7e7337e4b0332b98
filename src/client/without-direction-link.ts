import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from '../server/trpc/router.ts';

/** tRPC's hook for endless lists adds `direction` to the input. No procedure has it, and strict inputs refuse what they do not know. */
export const withoutDirectionLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) => {
    if (op.type !== 'query' || typeof op.input !== 'object' || op.input === null) return next(op);
    const { direction: _direction, ...input } = op.input as Record<string, unknown>;
    return next({ ...op, input });
  };
