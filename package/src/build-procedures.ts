import { KINDS, type ProcedureErrors, type Procedures } from './procedures.ts';

/** The name of a procedure: `accounts.unlink`. */
export type ProcedurePath = keyof ProcedureErrors;

type Call = (input: unknown, options?: { readonly signal?: AbortSignal | undefined }) => Promise<unknown>;

/** All procedures, by router and name. `makeCall` makes the function that calls one. */
export function buildProcedures(
  makeCall: (path: ProcedurePath, kind: 'query' | 'mutation') => Call,
): Procedures {
  const routers = Object.entries(KINDS).map(([router, kinds]) => {
    const members = Object.entries(kinds).map(([name, kind]: [string, 'query' | 'mutation']) => {
      const call = makeCall(`${router}.${name}` as ProcedurePath, kind);
      return [name, kind === 'query' ? { query: call } : { mutate: call }];
    });
    return [router, Object.fromEntries(members)];
  });
  // `KINDS` is generated together with the type.
  return Object.fromEntries(routers) as Procedures;
}
