import { defineFoyer as define, field as declareField } from '../../src/shared/foyer-config.ts';
import type { ErrorCode } from './procedures.ts';

/**
 * An application registers its configuration here once, and the types of this package know its roles, permissions and
 * own fields: `declare module 'foyer-auth/config' { interface Register { config: typeof config } }`. Where it does not have the
 * file, `foyer types` writes `Register['types']`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- applications add its member by declaration merging
export interface Register {}

/** `person`: whose field it is. `application`: service keys. `administrator`: the console. */
export type FieldParty = 'person' | 'application' | 'administrator';

export interface FieldOptions {
  readonly read: readonly FieldParty[];
  readonly write: readonly FieldParty[];
  /** The name on pages, by language. English is the fallback. */
  readonly label: { readonly en: string; readonly de?: string; readonly ar?: string };
  /** Whether it is in `session.get`, as `session.user.data`. The person must be a reader. */
  readonly session?: boolean;
  /** Whether it is in the claim `data` of `session.token`. */
  readonly token?: boolean;
  /** Whether `users.list` can filter by it. */
  readonly indexed?: boolean;
}

/** A zod schema: the part of it (Standard Schema) that these types read. */
export interface FieldSchema {
  readonly '~standard': {
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
  };
  meta(): object | undefined;
  meta(metadata: object): unknown;
}

declare const OPTIONS: unique symbol;
declare const TYPES: unique symbol;

/** A schema that `field` declared. The property exists for the compiler only. */
export interface DeclaredField<Options extends FieldOptions = FieldOptions> {
  readonly [OPTIONS]: Options;
}

/** A zod object of declared fields: `z.object({ plan: field(…) })`. */
export interface FieldsSchema {
  readonly shape: Readonly<Record<string, FieldSchema & DeclaredField>>;
}

/** What the types of this package know of one own field. */
export interface FieldTypes {
  readonly input: unknown;
  readonly value: unknown;
  readonly read: FieldParty;
  readonly write: FieldParty;
  readonly session: boolean;
  readonly token: boolean;
  readonly indexed: boolean;
}

/** What the types of this package know of a configuration. */
export interface ConfigTypes {
  readonly permission: string;
  readonly role: string;
  readonly fields: Readonly<Record<string, FieldTypes>>;
  /** What `claims` adds to session tokens. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A person whom the application may refuse. */
export interface AdmittedPerson<Types extends ConfigTypes = ConfigTypes> {
  /** `null` before the account exists. */
  readonly id: string | null;
  readonly name: string | null;
  /** The proven address. */
  readonly email: string | null;
  readonly roles: readonly Types['role'][];
  readonly data: Readonly<DataOf<Types>>;
}

export interface AdmissionVia {
  readonly action: 'sign-up' | 'sign-in';
  /** As in the activity: `password`, `email-link`, `passkey`, the id of an identity provider. */
  readonly method: string;
}

/** `undefined` admits. */
export type Admission = { readonly refuse: ErrorCode } | undefined;

/** The session that `claims` gets; the same as `Session` with the types of this configuration. */
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
}

type Claims = Readonly<Record<string, unknown>>;
type RolesOf<Permission extends string> = Readonly<Record<string, readonly Permission[]>>;
type TypesOf<
  Fields extends FieldsSchema,
  Permission extends string,
  Roles,
  OwnClaims extends Claims = Claims,
> = {
  readonly permission: Permission;
  readonly role: (keyof Roles & string) | 'administrator';
  readonly fields: { readonly [Name in keyof Fields['shape']]: FieldTypesOf<Fields['shape'][Name]> };
  readonly claims: OwnClaims;
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
  Permission extends string,
  Roles extends RolesOf<Permission>,
  OwnClaims extends Claims,
> {
  /** The application's own fields of a person; each declared by `field`. */
  readonly fields?: Fields;
  readonly access?: {
    readonly permissions: readonly Permission[];
    /** The permissions of each role. `administrator` may be among them. */
    readonly roles: Roles;
  };
  /** Runs before a sign-up or sign-in is decided. It has two seconds. When it fails, nobody is admitted. */
  readonly admit?: (
    person: AdmittedPerson<TypesOf<Fields, Permission, Roles>>,
    via: AdmissionVia,
  ) => Admission | Promise<Admission>;
  /** What `session.token` carries beside Foyer's own claims. */
  readonly claims?: (
    session: SessionOf<TypesOf<Fields, Permission, Roles>>,
  ) => OwnClaims | Promise<OwnClaims>;
}

/** A configuration with its types. The property exists for the compiler only. */
export type DefinedConfig<
  Fields extends FieldsSchema,
  Permission extends string,
  Roles extends RolesOf<Permission>,
  OwnClaims extends Claims,
> = FoyerConfig<Fields, Permission, Roles, OwnClaims> & {
  readonly [TYPES]: TypesOf<Fields, Permission, Roles, OwnClaims>;
};

/** Declares the configuration of Foyer: the default export of `foyer.config.ts`. */
export function defineFoyer<
  const Permission extends string = never,
  const Roles extends RolesOf<Permission> = Readonly<Record<never, readonly Permission[]>>,
  Fields extends FieldsSchema = { readonly shape: Readonly<Record<never, never>> },
  OwnClaims extends Claims = Readonly<Record<never, never>>,
>(
  config: FoyerConfig<Fields, Permission, Roles, OwnClaims>,
): DefinedConfig<Fields, Permission, Roles, OwnClaims> {
  // The server's function answers the same object. It is typed with zod, which this package does not have.
  return define(config as never) as never;
}

/** Declares one of the application's own fields: `field(z.string().max(80), { … })`. */
export function field<Schema extends FieldSchema, const Options extends FieldOptions>(
  schema: Schema,
  options: Options,
): Schema & DeclaredField<Options> {
  return declareField(schema as never, options) as never;
}

/** Without a registration, nothing is known. */
type Registered = Register extends { readonly config: { readonly [TYPES]: infer Types extends ConfigTypes } }
  ? Types
  : Register extends { readonly types: infer Types extends ConfigTypes }
    ? Types
    : ConfigTypes;

/** What roles allow, as `foyer.config.ts` declares it. */
export type Permission = Registered['permission'];
/** The declared roles and `administrator`. */
export type Role = Registered['role'];
/** What `claims` of `foyer.config.ts` adds to session tokens. */
export type OwnClaims = string extends keyof Registered['claims'] ? unknown : Registered['claims'];

type Unknown<Types extends ConfigTypes> = string extends keyof Types['fields'] ? true : false;
type Flag = 'session' | 'token' | 'indexed';
type Managing = 'application' | 'administrator';

type Flagged<Types extends ConfigTypes, Name extends Flag> = {
  [
    Field in keyof Types['fields'] as Types['fields'][Field][Name] extends true ? Field : never
  ]?: Types['fields'][Field]['value'];
};
type Readable<Types extends ConfigTypes, Party extends FieldParty> = {
  [
    Field in keyof Types['fields'] as Extract<Types['fields'][Field]['read'], Party> extends never
      ? never
      : Field
  ]?: Types['fields'][Field]['value'];
};
type Writable<Types extends ConfigTypes, Party extends FieldParty> = {
  [
    Field in keyof Types['fields'] as Extract<Types['fields'][Field]['write'], Party> extends never
      ? never
      : Field
  ]?: Types['fields'][Field]['input'] | null | undefined;
};
type KnownOr<Types extends ConfigTypes, Data> = Unknown<Types> extends true ? Record<string, unknown> : Data;

type DataOf<Types extends ConfigTypes> = KnownOr<
  Types,
  { [Field in keyof Types['fields']]?: Types['fields'][Field]['value'] }
>;
type SessionDataOf<Types extends ConfigTypes> = KnownOr<Types, Flagged<Types, 'session'>>;

/** The own fields of a session: `session.user.data`. */
export type SessionData = SessionDataOf<Registered>;
/** The own fields of a session token. */
export type TokenData = KnownOr<Registered, Flagged<Registered, 'token'>>;
/** The own fields of a person that service keys or administrators read. */
export type PersonData = KnownOr<Registered, Readable<Registered, Managing>>;
/** Changes of a person's own fields by a service key or an administrator. `null` removes a value. */
export type PersonDataChanges = KnownOr<Registered, Writable<Registered, Managing>>;
/** The own fields that people read of themselves. */
export type ProfileData = KnownOr<Registered, Readable<Registered, 'person'>>;
/** Changes of the own fields that people write themselves. `null` removes a value. */
export type ProfileDataChanges = KnownOr<Registered, Writable<Registered, 'person'>>;
/** The filter of `users.list`: values of fields that are declared `indexed`. */
export type IndexedData =
  Unknown<Registered> extends true
    ? Record<string, string | number | boolean>
    : {
        [Field in keyof Flagged<Registered, 'indexed'>]?:
          Extract<Flagged<Registered, 'indexed'>[Field], string | number | boolean> | undefined;
      };
