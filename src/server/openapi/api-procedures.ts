import { z } from 'zod';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { ServiceScope } from '../../shared/service-scopes.ts';
import {
  declaredErrors,
  readDeclaration,
  type ProcedureDeclaration,
  type ProcedureKind,
  type ProcedureMeta,
} from '../trpc/procedure-meta.ts';
import { appRouter } from '../trpc/router.ts';

/** What the documents say of a procedure. */
export interface ApiProcedure {
  /** `session.get` */
  readonly path: string;
  readonly kind: 'query' | 'mutation';
  /** Which guards run before it. */
  readonly guards: ProcedureKind;
  readonly summary: string;
  readonly scope: ProcedureDeclaration['scope'];
  /** The scope with which a service key may call it; `null` when none may. */
  readonly serviceScope: ServiceScope | null;
  /** Only an administrator may call it, or a service key. */
  readonly needsAdministrator: boolean;
  /** Somebody has to be signed in. */
  readonly needsUser: boolean;
  /** The person must have verified who they are within ten minutes, also with their second factor if they have one. */
  readonly needsFresh: boolean;
  /** The person must have verified who they are with a second factor, or a passkey, within ten minutes. */
  readonly needsSecondFactor: boolean;
  /** `bytes`: the body is a file. */
  readonly input: z.ZodType | 'bytes' | null;
  readonly output: z.ZodType;
  /** The codes that it can fail with, beside those of any call (`COMMON_ERRORS`). */
  readonly errors: readonly ErrorCode[];
}

/** What tRPC holds at run time, by dotted path. Its types do not describe it. */
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
    const { scope, serviceScope = null, kind, summary } = readDeclaration(meta);
    const needsAdministrator = kind === 'administrator' || kind === 'service';
    return {
      path,
      kind: type,
      guards: kind,
      summary,
      scope,
      serviceScope,
      needsAdministrator,
      needsUser: kind !== 'public',
      needsFresh: kind === 'fresh' || kind === 'fresh-enrolment' || kind === 'strong' || needsAdministrator,
      needsSecondFactor: kind === 'strong',
      input: input === undefined ? null : input instanceof z.ZodType ? input : 'bytes',
      output,
      errors: declaredErrors(meta, input !== undefined),
    };
  });
}
