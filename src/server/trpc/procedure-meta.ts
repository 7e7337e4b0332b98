import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { Scope } from '../../shared/scopes.ts';
import type { ServiceScope } from '../../shared/service-scopes.ts';

/** Source of the documents, the OpenAPI description and the package's types. */
interface ProcedureDeclaration {
  /**
   * - a scope: a browser session, or an access token that has the scope
   * - `session`: a browser session only, for sign-in, credentials and whatever needs a fresh session. The
   *   kinds that refuse every access token declare it
   * - `public`: anyone, and any access token whatever its scopes
   */
  readonly scope?: Scope | 'session' | 'public';
  /** The scope with which a service key may call it. Without one, no service key may. */
  readonly serviceScope?: ServiceScope;
  /** Reads or writes many rows. A process runs few such calls of one key at once, and the others wait. */
  readonly heavy?: true;
  /** A mutation that changes nothing: its input is too large for an address. Its guard is that of a query. */
  readonly readsOnly?: true;
  /** Whether an administrator may call it while they act as another user. */
  readonly whileImpersonating?: true;
  /** Whether pages of `TRUSTED_ORIGINS` may call it. */
  readonly fromTrustedOrigins?: true;
  /** The first sentence stands alone in lists. */
  readonly summary: string;
  /** Codes beside those of its kind, its scope and its input (`declaredErrors`). */
  readonly errors: readonly ErrorCode[];
}

/** The guards that run before a procedure (`procedures.ts`). */
export type ProcedureKind =
  | 'public'
  | 'signed-in'
  | 'session'
  | 'fresh'
  | 'strong'
  | 'enrolment'
  | 'fresh-enrolment'
  /** Freshly verified for a mutation; in use for a query (`requireConsoleReading`). */
  | 'administrator'
  /** An administrator, or a service key with `serviceScope`. */
  | 'service';

/** tRPC merges the declaration of a procedure and that of its kind. */
export type ProcedureMeta =
  | ProcedureDeclaration
  | { readonly kind: ProcedureKind; readonly scope?: 'session' };

const SESSION_ERRORS = [
  'ACCESS_TOKEN_INVALID',
  'ACCESS_TOKEN_REFUSED',
  'SessionRequired',
  'IMPERSONATION_REFUSED',
] as const satisfies readonly ErrorCode[];
const FRESH_ERRORS = [...SESSION_ERRORS, 'SESSION_NOT_FRESH', 'SECOND_FACTOR_REQUIRED'] as const;
const ADMINISTRATOR_ERRORS = [...FRESH_ERRORS, 'ADMINISTRATOR_REQUIRED'] as const;

export const KIND_ERRORS: Readonly<Record<ProcedureKind, readonly ErrorCode[]>> = {
  public: ['ACCESS_TOKEN_INVALID'],
  'signed-in': ['ACCESS_TOKEN_INVALID', 'SessionRequired', 'IMPERSONATION_REFUSED'],
  session: SESSION_ERRORS,
  fresh: FRESH_ERRORS,
  strong: [...SESSION_ERRORS, 'SECOND_FACTOR_REQUIRED'],
  enrolment: SESSION_ERRORS,
  'fresh-enrolment': FRESH_ERRORS,
  administrator: ADMINISTRATOR_ERRORS,
  // A key may be revoked between the guard and the write.
  service: [...ADMINISTRATOR_ERRORS, 'SCOPE_MISSING', 'SERVICE_KEY_INVALID'],
};

/** The codes that any call can fail with, also when it is refused before it reaches a procedure. */
export const COMMON_ERRORS = [
  'RATE_LIMITED',
  'SERVICE_KEY_INVALID',
  'SERVICE_KEY_REFUSED',
  'UNAVAILABLE',
  'INTERNAL',
  'MALFORMED_REQUEST',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'METHOD_NOT_ALLOWED',
  'FOREIGN_ORIGIN',
  'WRONG_HOST',
] as const satisfies readonly ErrorCode[];

/** A procedure without a declaration is for a browser session only and raises no error of its own. */
const UNDECLARED = { scope: 'session', summary: '', errors: [], kind: 'public' } as const;

type ReadDeclaration = ProcedureDeclaration & {
  readonly kind: ProcedureKind;
  readonly scope: Scope | 'session' | 'public';
};

export function readDeclaration(meta: ProcedureMeta | undefined): ReadDeclaration {
  return { ...UNDECLARED, ...meta };
}

/** Beside `COMMON_ERRORS`. */
export function declaredErrors(meta: ProcedureMeta | undefined, hasInput: boolean): ErrorCode[] {
  const { kind, scope, heavy, errors } = readDeclaration(meta);
  return [
    ...new Set<ErrorCode>([
      ...(hasInput ? (['INVALID_INPUT'] as const) : []),
      ...KIND_ERRORS[kind],
      ...scopeErrors(scope),
      ...(heavy ? (['RATE_LIMITED'] as const) : []),
      ...errors,
    ]),
  ];
}

function scopeErrors(scope: ReadDeclaration['scope']): readonly ErrorCode[] {
  if (scope === 'public') return [];
  return scope === 'session' ? ['ACCESS_TOKEN_REFUSED'] : ['SCOPE_MISSING'];
}

/** A procedure declares `RATE_LIMITED` for its own limits. `UNAVAILABLE` comes from any bounded queue. */
export function mayRaise(meta: ProcedureMeta | undefined, code: ErrorCode): boolean {
  return code === 'UNAVAILABLE' || declaredErrors(meta, true).includes(code);
}
