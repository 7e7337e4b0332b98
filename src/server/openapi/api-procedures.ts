import { z } from 'zod';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { ServiceScope } from '../../shared/service-scopes.ts';
import {
  declaredErrors,
  readDeclaration,
  type ProcedureKind,
  type ProcedureMeta,
} from '../trpc/procedure-meta.ts';
import { appRouter } from '../trpc/router.ts';

export interface ApiProcedure {
  /** `session.get` */
  readonly path: string;
  readonly kind: 'query' | 'mutation';
  readonly guards: ProcedureKind;
  readonly summary: string;
  readonly scope: ReturnType<typeof readDeclaration>['scope'];
  /** `null` when no service key may call it. */
  readonly serviceScope: ServiceScope | null;
  /** Or a service key. */
  readonly needsAdministrator: boolean;
  readonly needsUser: boolean;
  /** Within ten minutes, also by the second factor of users who have one. */
  readonly needsFresh: boolean;
  /** Or a passkey, within ten minutes. */
  readonly needsSecondFactor: boolean;
  /** `bytes`: the body is a file. */
  readonly input: z.ZodType | 'bytes' | null;
  readonly output: z.ZodType;
  /** Beside `COMMON_ERRORS`. */
  readonly errors: readonly ErrorCode[];
}

/** tRPC's types do not describe this. */
interface Definition {
  readonly type: 'query' | 'mutation';
  readonly meta?: ProcedureMeta;
  readonly inputs: readonly unknown[];
  readonly output?: unknown;
}

/** In the router's order. */
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
