import type { AnyTRPCMutationProcedure, AnyTRPCQueryProcedure } from '@trpc/server';
import type { AppRouter } from './router.ts';

type PathsOf<Routes, Procedure> = {
  [Name in keyof Routes & string]: Routes[Name] extends Procedure
    ? Name
    : Routes[Name] extends AnyTRPCQueryProcedure | AnyTRPCMutationProcedure
      ? never
      : `${Name}.${PathsOf<Routes[Name], Procedure>}`;
}[keyof Routes & string];

export type QueryPath = PathsOf<AppRouter['_def']['record'], AnyTRPCQueryProcedure>;

/**
 * They write nothing, so the slow path may run them again. What the context writes, such as the last use of a
 * session, is written once for both paths. Not listed, because they write: `accounts.list`,
 * `accounts.pendingLink`, `accessTokens.list` and `securityReview.get` repair what a crash left, `email.get`
 * removes an expired change, `session.token` makes a signing key, and `providers.discover` counts its caller and
 * may register with a provider.
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
