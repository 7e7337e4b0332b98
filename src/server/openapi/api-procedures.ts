import { z } from 'zod';
import type { ErrorCode } from '../../shared/errors.ts';
import { freshProcedure, signedInProcedure, type ProcedureMeta } from '../trpc/procedures.ts';
import { appRouter } from '../trpc/router.ts';
import { PROCEDURE_NOTES } from './procedure-notes.ts';

/** A procedure as its callers without types need to know it. */
export interface ApiProcedure {
  /** `session.get` */
  readonly path: string;
  readonly kind: 'query' | 'mutation';
  readonly doc: string;
  readonly scope: ProcedureMeta['scope'];
  /** Somebody has to be signed in. */
  readonly needsPerson: boolean;
  /** They have to have shown within ten minutes that it is them. */
  readonly needsFresh: boolean;
  /** `bytes`: the body is a file. */
  readonly input: z.ZodType | 'bytes' | null;
  readonly output: z.ZodType;
  /** Every code that it may fail with, those of its guards included. */
  readonly errors: readonly ErrorCode[];
}

/** tRPC keeps this at run time, flat, by dotted path; its types say otherwise or nothing. */
interface Definition {
  readonly type: 'query' | 'mutation';
  readonly meta?: ProcedureMeta;
  readonly middlewares: readonly unknown[];
  readonly inputs: readonly unknown[];
  readonly output?: unknown;
}

const lastGuardOf = (procedure: { readonly _def: unknown }) =>
  (procedure._def as Definition).middlewares.at(-1);

/** All procedures, in the router's order. */
export function apiProcedures(): ApiProcedure[] {
  const procedures = appRouter._def.procedures as unknown as Readonly<Record<string, { _def: Definition }>>;
  return Object.entries(procedures).map(([path, { _def }]) => {
    const { type: kind, meta, middlewares, inputs, output } = _def;
    const [input, ...more] = inputs;
    if (more.length > 0 || !(output instanceof z.ZodType)) throw new Error(`${path}: one input, one output`);
    const scope = meta?.scope ?? 'session';
    const guarded = {
      needsPerson: middlewares.includes(lastGuardOf(signedInProcedure)),
      needsFresh: middlewares.includes(lastGuardOf(freshProcedure)),
    };
    const note = PROCEDURE_NOTES[path];
    return {
      path,
      kind,
      doc: note?.doc ?? '',
      scope,
      ...guarded,
      input: input === undefined ? null : input instanceof z.ZodType ? input : 'bytes',
      output,
      errors: [...new Set([...guardErrors(scope, guarded, input !== undefined), ...(note?.errors ?? [])])],
    };
  });
}

function guardErrors(
  scope: ProcedureMeta['scope'],
  { needsPerson, needsFresh }: { readonly needsPerson: boolean; readonly needsFresh: boolean },
  hasInput: boolean,
): ErrorCode[] {
  return [
    ...(hasInput ? (['INVALID_INPUT'] as const) : []),
    ...(needsPerson ? (['SessionRequired'] as const) : []),
    ...(needsFresh ? (['SESSION_NOT_FRESH'] as const) : []),
    'ACCESS_TOKEN_INVALID',
    ...(scope === 'session' ? (['ACCESS_TOKEN_REFUSED'] as const) : []),
    ...(scope === 'session' || scope === 'public' ? [] : (['SCOPE_MISSING'] as const)),
  ];
}
