import type { z } from 'zod';
import type {
  AdmissionVia,
  ClientOptions,
  FieldOptions,
  RoleDeclaration,
  ScopeOptions,
} from './configuration-types.ts';
import type { ErrorCode } from './errors/catalogue.ts';
import type { Session } from './schemas/session.ts';

/** The built-in role. Its members use the console and `users.*`. */
export const ADMINISTRATOR = 'administrator';

/** Declares an own field: `field(z.string().max(80), { … })`. */
export function field<Schema extends z.ZodType>(schema: Schema, options: FieldOptions): Schema {
  return schema.meta({ ...schema.meta(), foyer: options });
}

/** `undefined` for a schema that `field` did not declare. */
export function fieldOptionsOf(schema: z.ZodType): FieldOptions | undefined {
  return schema.meta()?.['foyer'] as FieldOptions | undefined;
}

export interface AdmittedUser {
  /** `null` before the account exists. */
  readonly id: string | null;
  readonly name: string | null;
  /** The verified address. */
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** `undefined` admits. */
export type Admission = { readonly refuse: ErrorCode } | undefined;

export interface FoyerConfig<
  Fields extends z.ZodObject = z.ZodObject,
  Permission extends string = string,
  Roles extends Readonly<Record<string, RoleDeclaration<Permission>>> = Readonly<
    Record<string, RoleDeclaration<Permission>>
  >,
> {
  /** The application's own fields of a person; each declared by `field`. */
  readonly fields?: Fields;
  readonly access?: {
    readonly permissions?: readonly Permission[];
    /** The permissions of each role: `['page:write']`, or `{ permissions: ['page:write'], grave: true }`. */
    readonly roles?: Roles;
    /** The scopes of access tokens: `'orders:write': { label: { en: 'Change orders' } }`. */
    readonly scopes?: Readonly<Record<string, ScopeOptions>>;
  };
  /** The programs that sign people in, by client id. `CLIENT_<ID>_REDIRECTS` declares more. */
  readonly clients?: Readonly<Record<string, ClientOptions>>;
  /** Runs before a sign-up or sign-in, for two seconds at most. When it fails, nobody is admitted. */
  readonly admit?: (person: AdmittedUser, via: AdmissionVia) => Admission | Promise<Admission>;
  /** The claims of `session.token` beside Foyer's own. */
  readonly claims?: (
    session: Session,
  ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
}

/** Answers what it is given, with its literal types. */
export function defineFoyer<
  const Permission extends string = never,
  const Roles extends Readonly<Record<string, RoleDeclaration<Permission>>> = Readonly<
    Record<string, RoleDeclaration<Permission>>
  >,
  Fields extends z.ZodObject = z.ZodObject,
>(config: FoyerConfig<Fields, Permission, Roles>): FoyerConfig<Fields, Permission, Roles> {
  return config;
}
