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
 * The queries that the fast path answers. They write nothing of their own, so the fast path may run one and leave the request to the slow path,
 * which runs it again. Only the context of every call writes: it renews the session or stores the use of the access token, once for both
 * paths. A query that is not listed goes the slow path.
 *
 * These queries are not listed, because they write. `accounts.list`, `accounts.pendingLink`, `accessTokens.list` and `securityReview.get` repair
 * what a crash left. `email.get` removes an expired change of address. `session.token` makes the signing key of a new period.
 * `providers.discover` counts its client and may register with a provider.
 */
export const FAST_QUERIES = [
  'session.get',
  'session.list',
  'providers.list',
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
