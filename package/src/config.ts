/* oxlint-disable typescript/no-generated-empty-object-type -- a configuration may declare no roles, no fields and no claims */
import { defineFoyer as define, field as declareField } from '../../src/shared/foyer-config.ts';
import type {
  AdmissionVia,
  ClientOptions,
  FieldOptions,
  FieldParty,
  LocalizedText,
  RoleDeclaration,
  ScopeOptions,
} from '../../src/shared/configuration-types.ts';
import type { ErrorCode, ScopeWith } from './procedures.ts';

export type {
  AdmissionVia,
  ClientOptions,
  FieldOptions,
  FieldParty,
  LocalizedText,
  RoleDeclaration,
  ScopeOptions,
};

/**
 * Register the configuration once, and the types know its roles, permissions and own fields:
 * `declare module 'foyer-auth/config' { interface Register { config: typeof config } }`. `foyer types` writes
 * `Register['types']` for an application without the file.
 */
export interface Register {}

/** The part of a zod schema (Standard Schema) that these types read. */
export interface FieldSchema {
  readonly '~standard': {
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
  };
  meta(): object | undefined;
  meta(metadata: object): unknown;
}

declare const OPTIONS: unique symbol;
declare const TYPES: unique symbol;

/** A schema declared by `field`. The property exists for the compiler only. */
export interface DeclaredField<Options extends FieldOptions = FieldOptions> {
  readonly [OPTIONS]: Options;
}

export interface FieldsSchema {
  readonly shape: Readonly<Record<string, FieldSchema & DeclaredField>>;
}

export interface FieldTypes {
  readonly input: unknown;
  readonly value: unknown;
  readonly read: FieldParty;
  readonly write: FieldParty;
  readonly session: boolean;
  readonly token: boolean;
  readonly indexed: boolean;
}

export interface ConfigTypes {
  readonly permission: string;
  readonly role: string;
  readonly scope: string;
  readonly fields: Readonly<Record<string, FieldTypes>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface AdmittedUser<Types extends ConfigTypes = ConfigTypes> {
  /** `null` before the account exists. */
  readonly id: string | null;
  readonly name: string | null;
  /** The verified address. */
  readonly email: string | null;
  readonly roles: readonly Types['role'][];
  readonly data: Readonly<DataOf<Types>>;
}

/** `undefined` admits. */
export type Admission = { readonly refuse: ErrorCode } | undefined;

/** The session that `claims` gets. */
export interface SessionOf<Types extends ConfigTypes> {
  user: {
    id: string;
    name: string | null;
    email: string | null;
    image: string | null;
    data: SessionDataOf<Types>;
  };
  expires: string;
  authenticatedAt: string;
  proofs: {
    method: string;
    factor: 'knowledge' | 'inbox' | 'phone' | 'provider' | 'possession' | 'multi-factor';
    at: string;
  }[];
  amr: string[];
  aal: 1 | 2;
  roles: Types['role'][];
  permissions: Types['permission'][];
  impersonation: { administratorId: string; administratorName: string | null; reason: string } | null;
  via:
    | { kind: 'cookie' }
    | { kind: 'access-token'; id: string; name: string; scopes: ScopeWith<Types['scope']>[] };
}

type Claims = Readonly<Record<string, unknown>>;
type RolesOf<OwnPermission extends string> = Readonly<Record<string, RoleDeclaration<OwnPermission>>>;
type TypesOf<
  Fields extends FieldsSchema,
  OwnPermission extends string,
  Roles,
  DeclaredScope extends string,
  AddedClaims extends Claims = Claims,
> = {
  readonly permission: OwnPermission;
  readonly role: (keyof Roles & string) | 'administrator';
  readonly scope: DeclaredScope;
  readonly fields: { readonly [Name in keyof Fields['shape']]: FieldTypesOf<Fields['shape'][Name]> };
  readonly claims: AddedClaims;
};
type FieldTypesOf<Schema extends FieldSchema & DeclaredField> = {
  readonly input: NonNullable<Schema['~standard']['types']>['input'];
  readonly value: NonNullable<Schema['~standard']['types']>['output'];
  readonly read: Schema[typeof OPTIONS]['read'][number];
  readonly write: Schema[typeof OPTIONS]['write'][number];
  readonly session: IsSet<Schema[typeof OPTIONS], 'session'>;
  readonly token: IsSet<Schema[typeof OPTIONS], 'token'>;
  readonly indexed: IsSet<Schema[typeof OPTIONS], 'indexed'>;
};
type IsSet<Options, Name extends string> = Options extends Readonly<Record<Name, true>> ? true : false;

export interface FoyerConfig<
  Fields extends FieldsSchema,
  OwnPermission extends string,
  Roles extends RolesOf<OwnPermission>,
  DeclaredScope extends string,
  AddedClaims extends Claims,
> {
  /** The application's own fields, each declared by `field`. */
  readonly fields?: Fields;
  readonly access?: {
    readonly permissions?: readonly OwnPermission[];
    /** Permissions by role: `editor: ['page:write']`, or `{ permissions: ['page:write'], grave: true }`. */
    readonly roles?: Roles;
    /** Scopes of access tokens: `'orders:write': { label: { en: 'Change orders' } }`. */
    readonly scopes?: Readonly<Record<DeclaredScope, ScopeOptions>>;
  };
  /** OAuth clients by client id. `CLIENT_<ID>_REDIRECTS` declares more. */
  readonly clients?: Readonly<Record<string, ClientOptions<NoInfer<DeclaredScope>>>>;
  /** Runs before a sign-up or sign-in is decided, for two seconds at most. An error refuses the user. */
  readonly admit?: (
    person: AdmittedUser<TypesOf<Fields, OwnPermission, Roles, DeclaredScope>>,
    via: AdmissionVia,
  ) => Admission | Promise<Admission>;
  /** Adds claims to session tokens. */
  readonly claims?: (
    session: SessionOf<TypesOf<Fields, OwnPermission, Roles, DeclaredScope>>,
  ) => AddedClaims | Promise<AddedClaims>;
}

/** A configuration with its types. The property exists for the compiler only. */
export type DefinedConfig<
  Fields extends FieldsSchema,
  OwnPermission extends string,
  Roles extends RolesOf<OwnPermission>,
  DeclaredScope extends string,
  AddedClaims extends Claims,
> = FoyerConfig<Fields, OwnPermission, Roles, DeclaredScope, AddedClaims> & {
  readonly [TYPES]: TypesOf<Fields, OwnPermission, Roles, DeclaredScope, AddedClaims>;
};

/** Declares the configuration of Foyer: the default export of `foyer.config.ts`. */
export function defineFoyer<
  const OwnPermission extends string = never,
  const Roles extends RolesOf<OwnPermission> = Readonly<Record<never, readonly OwnPermission[]>>,
  Fields extends FieldsSchema = { readonly shape: Readonly<Record<never, never>> },
  const DeclaredScope extends string = never,
  AddedClaims extends Claims = Readonly<Record<never, never>>,
>(
  config: FoyerConfig<Fields, OwnPermission, Roles, DeclaredScope, AddedClaims>,
): DefinedConfig<Fields, OwnPermission, Roles, DeclaredScope, AddedClaims> {
  // The server's function returns the same object, but its zod types are not in this package.
  return define(config as never) as never;
}

/** Declares an own field: `field(z.string().max(80), { … })`. */
export function field<Schema extends FieldSchema, const Options extends FieldOptions>(
  schema: Schema,
  options: Options,
): Schema & DeclaredField<Options> {
  return declareField(schema as never, options);
}

type Registered = Register extends { readonly config: { readonly [TYPES]: infer Types extends ConfigTypes } }
  ? Types
  : Register extends { readonly types: infer Types extends ConfigTypes }
    ? Types
    : ConfigTypes;

/** The permissions that `foyer.config.ts` declares. */
export type Permission = Registered['permission'];
/** The declared roles and `administrator`. */
export type Role = Registered['role'];
/** The scopes of access tokens that `foyer.config.ts` declares. */
export type OwnScope = Registered['scope'];
/** What `claims` of `foyer.config.ts` adds to session tokens. */
export type OwnClaims = string extends keyof Registered['claims'] ? object : Registered['claims'];

type Flag = 'session' | 'token' | 'indexed';
type Managing = 'application' | 'administrator';

/** The fields that have the flag; any name without a registration. */
type NamesWhere<
  Types extends ConfigTypes,
  Chosen extends Readonly<Record<string, boolean>>,
> = string extends keyof Types['fields']
  ? string
  : {
      [Name in keyof Types['fields'] & keyof Chosen]: Chosen[Name] extends true ? Name : never;
    }[keyof Types['fields'] & keyof Chosen];
type HasFlag<Types extends ConfigTypes, Name extends Flag> = {
  readonly [Field in keyof Types['fields']]: Types['fields'][Field][Name];
};
type HasParty<Types extends ConfigTypes, Access extends 'read' | 'write', Party extends FieldParty> = {
  readonly [Field in keyof Types['fields']]: Extract<Types['fields'][Field][Access], Party> extends never
    ? false
    : true;
};
type Values<Types extends ConfigTypes, Names extends keyof Types['fields']> = {
  [Name in Names]?: Types['fields'][Name]['value'];
};
type Changes<Types extends ConfigTypes, Names extends keyof Types['fields']> = {
  [Name in Names]?: Types['fields'][Name]['input'] | null | undefined;
};
type DataOf<Types extends ConfigTypes> = Values<Types, keyof Types['fields']>;
type SessionDataOf<Types extends ConfigTypes> = Values<Types, NamesWhere<Types, HasFlag<Types, 'session'>>>;

/** The own fields of a session: `session.user.data`. */
export type SessionData = SessionDataOf<Registered>;
/** The own fields of a session token. */
export type TokenData = Values<Registered, NamesWhere<Registered, HasFlag<Registered, 'token'>>>;
/** The own fields of a user that service keys or administrators read. */
export type UserData = Values<Registered, NamesWhere<Registered, HasParty<Registered, 'read', Managing>>>;
/** Changes of a user's own fields by a service key or an administrator. `null` removes a value. */
export type UserDataChanges = Changes<
  Registered,
  NamesWhere<Registered, HasParty<Registered, 'write', Managing>>
>;
/** The own fields that users read of themselves. */
export type ProfileData = Values<Registered, NamesWhere<Registered, HasParty<Registered, 'read', 'person'>>>;
/** Changes of the own fields that users write themselves. `null` removes a value. */
export type ProfileDataChanges = Changes<
  Registered,
  NamesWhere<Registered, HasParty<Registered, 'write', 'person'>>
>;
/** The filter of `users.list`, by fields declared `indexed`. */
export type IndexedData = string extends keyof Registered['fields']
  ? Record<string, string | number | boolean>
  : {
      [Name in NamesWhere<Registered, HasFlag<Registered, 'indexed'>>]?: Extract<
        Registered['fields'][Name]['value'],
        string | number | boolean
      >;
    };
