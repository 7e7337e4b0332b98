import { z } from 'zod';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import {
  declaredErrors,
  readDeclaration,
  type ProcedureDeclaration,
  type ProcedureMeta,
} from '../trpc/procedure-meta.ts';
import { appRouter } from '../trpc/router.ts';

/** A procedure as its callers without types need to know it. */
export interface ApiProcedure {
  /** `session.get` */
  readonly path: string;
  readonly kind: 'query' | 'mutation';
  readonly summary: string;
  readonly scope: ProcedureDeclaration['scope'];
  /** Somebody has to be signed in. */
  readonly needsPerson: boolean;
  /** They have to have shown within ten minutes that it is them. */
  readonly needsFresh: boolean;
  /** `bytes`: the body is a file. */
  readonly input: z.ZodType | 'bytes' | null;
  readonly output: z.ZodType;
  /** The codes that it can fail with, beside those of any call (`COMMON_ERRORS`). */
  readonly errors: readonly ErrorCode[];
}

/** tRPC keeps this at run time, flat, by dotted path; its types say otherwise or nothing. */
interface Definition {
  readonly type: 'query' | 'mutation';
  readonly meta?: ProcedureMeta;
  readonly inputs: readonly unknown[];
  readonly output?: unknown;
}

/** All procedures, in the router's order. */
export function apiProcedures(): ApiProcedure[] {
  const procedures = appRouter._def.procedures as unknown as Readonly<Record<string, { _def: Definition }>>;
  return Object.entries(procedures).map(([path, { _def }]) => {
    const { type, meta, inputs, output } = _def;
    const [input, ...more] = inputs;
    if (more.length > 0 || !(output instanceof z.ZodType)) throw new Error(`${path}: one input, one output`);
    const { scope, kind, summary } = readDeclaration(meta);
    return {
      path,
      kind: type,
      summary,
      scope,
      needsPerson: kind !== 'public',
      needsFresh: kind === 'fresh',
      input: input === undefined ? null : input instanceof z.ZodType ? input : 'bytes',
      output,
      errors: declaredErrors(meta, input !== undefined),
    };
  });
}
