import { readDeclaration, type ProcedureMeta } from '../../server/trpc/procedure-meta.ts';
import { appRouter } from '../../server/trpc/router.ts';
import type { AgentAnswer, HttpAgent } from './http-agent.ts';

interface Definition {
  readonly type: 'query' | 'mutation';
  readonly meta?: ProcedureMeta;
  readonly middlewares: readonly unknown[];
  readonly inputs: readonly unknown[];
}

/** Every procedure. At run time, tRPC's record is flat, by dotted path; its type is nested. */
export const PROCEDURES = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: Definition }>,
).map(([path, { _def }]) => ({ path, ..._def, ...readDeclaration(_def.meta) }));

export type AnyProcedure = (typeof PROCEDURES)[number];

/** Calls a procedure. Guards answer before the input is read, so `{}` suffices where it is invalid, too. */
export function callProcedure(
  agent: HttpAgent,
  { path, type }: Pick<AnyProcedure, 'path' | 'type'>,
  input: unknown = {},
): Promise<AgentAnswer> {
  if (type === 'mutation') return agent.postJson(`/trpc/${path}`, input);
  return agent.request(`/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`);
}
