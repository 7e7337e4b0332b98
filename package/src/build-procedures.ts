import { KINDS, type ProcedureErrors, type Procedures } from './procedures.ts';

/** Such as `accounts.unlink`. */
export type ProcedurePath = keyof ProcedureErrors;

type Call = (input: unknown, options?: { readonly signal?: AbortSignal | undefined }) => Promise<unknown>;

/** All procedures, by router and name. */
export function buildProcedures(
  makeCall: (path: ProcedurePath, kind: 'query' | 'mutation') => Call,
): Procedures {
  const routers = Object.entries(KINDS).map(([router, { query, mutation }]) => {
    const pathOf = (name: string) => `${router}.${name}` as ProcedurePath;
    const members = [
      ...query.map((name) => [name, { query: makeCall(pathOf(name), 'query') }]),
      ...mutation.map((name) => [name, { mutate: makeCall(pathOf(name), 'mutation') }]),
    ];
    return [router, Object.fromEntries(members)];
  });
  // `KINDS` is generated together with the type.
  return Object.fromEntries(routers) as Procedures;
}
