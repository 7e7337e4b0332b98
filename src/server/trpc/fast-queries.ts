import type { AnyTRPCMutationProcedure, AnyTRPCQueryProcedure } from '@trpc/server';
import type { AppRouter } from './router.ts';

type PathsOf<Routes, Procedure> = {
  [Name in keyof Routes & string]: Routes[Name] extends Procedure
    ? Name
    : Routes[Name] extends AnyTRPCQueryProcedure | AnyTRPCMutationProcedure
      ? never
      : `${Name}.${PathsOf<Routes[Name], Procedure>}`;
}[keyof Routes & string];

/** The path of a query of the router. */
export type QueryPath = PathsOf<AppRouter['_def']['record'], AnyTRPCQueryProcedure>;

/**
 * The queries that the fast path answers. They write nothing, so the fast path may run one and leave the request to the slow path, which
 * runs it again. A query that is not listed goes the slow path.
 *
 * Not here, because they write: `accounts.list`, `accessTokens.list` and `securityReview.get` remove what a process that was killed
 * left behind, `session.token` makes the signing key of a new period, and `providers.discover` counts its client and may register with a
 * provider.
 */
export const FAST_QUERIES = [
  'session.get',
  'session.list',
  'providers.list',
  'accounts.pendingLink',
  'email.get',
  'password.get',
  'phone.get',
  'profile.get',
  'accessTokens.current',
  'activity.list',
] as const satisfies readonly QueryPath[];

export type FastQuery = (typeof FAST_QUERIES)[number];

const fastQueries: ReadonlySet<string> = new Set(FAST_QUERIES);

export function isFastQuery(path: string): path is FastQuery {
  return fastQueries.has(path);
}
