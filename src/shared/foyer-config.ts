import type { z } from 'zod';
import type { ErrorCode } from './errors/catalogue.ts';
import type { Session } from './schemas/session.ts';

/**
 * What an application declares in `foyer.config.ts`: its own fields, its roles, whom it admits, and what it adds to tokens. The server loads the file at
 * its start, and the package has the same types.
 */

/** The role that Foyer itself knows. Its members use the console and `users.*`. */
export const ADMINISTRATOR = 'administrator';

/** `person`: whose field it is. `application`: service keys. `administrator`: the console. */
export type FieldParty = 'person' | 'application' | 'administrator';

/** Text by language. English is the fallback. */
export interface LocalizedText {
  readonly en: string;
  readonly de?: string;
  readonly ar?: string;
}

/** How pages show one of the application's own scopes to the person who makes an access token. */
export interface ScopeOptions {
  /** What the token may do: “Change orders”. */
  readonly label: LocalizedText;
  /** One sentence more, below the label. */
  readonly description?: LocalizedText;
}

export interface FieldOptions {
  readonly read: readonly FieldParty[];
  readonly write: readonly FieldParty[];
  /** The name on pages, by language. English is the fallback. */
  readonly label: LocalizedText;
  /** Whether it is in `session.get`, as `session.user.data`. The person must be a reader. */
  readonly session?: boolean;
  /** Whether it is in the claim `data` of `session.token`. */
  readonly token?: boolean;
  /** Whether `users.list` can filter by it. It gets an index. */
  readonly indexed?: boolean;
}

/** Declares one of the application's own fields: `field(z.string().max(80), { … })`. */
export function field<Schema extends z.ZodType>(schema: Schema, options: FieldOptions): Schema {
  return schema.meta({ ...schema.meta(), foyer: options });
}

/** The options of a field that `field` declared; `undefined` for any other schema. */
export function fieldOptionsOf(schema: z.ZodType): FieldOptions | undefined {
  return schema.meta()?.['foyer'] as FieldOptions | undefined;
}

/** A person whom the application may refuse. */
export interface AdmittedPerson {
  /** `null` before the account exists. */
  readonly id: string | null;
  readonly name: string | null;
  /** The proven address. */
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

export interface AdmissionVia {
  readonly action: 'sign-up' | 'sign-in';
  /** As in the activity: `password`, `email-link`, `passkey`, the id of an identity provider. */
  readonly method: string;
}

/** `undefined` admits. */
export type Admission = { readonly refuse: ErrorCode } | undefined;

export interface FoyerConfig<
  Fields extends z.ZodObject = z.ZodObject,
  Permission extends string = string,
  Roles extends Readonly<Record<string, readonly Permission[]>> = Readonly<
    Record<string, readonly Permission[]>
  >,
> {
  /** The application's own fields of a person; each declared by `field`. */
  readonly fields?: Fields;
  readonly access?: {
    readonly permissions?: readonly Permission[];
    /** The permissions of each role. `administrator` may be among them. */
    readonly roles?: Roles;
    /** What an access token may be allowed in this application: `'orders:write': { label: { en: 'Change orders' } }`. */
    readonly scopes?: Readonly<Record<string, ScopeOptions>>;
  };
  /** Runs before a sign-up or sign-in is decided. It has two seconds. When it fails, nobody is admitted. */
  readonly admit?: (person: AdmittedPerson, via: AdmissionVia) => Admission | Promise<Admission>;
  /** What `session.token` carries beside Foyer's own claims. */
  readonly claims?: (
    session: Session,
  ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
}

/** Declares the configuration. It answers what it is given, with its literal types. */
export function defineFoyer<
  const Permission extends string = never,
  const Roles extends Readonly<Record<string, readonly Permission[]>> = Readonly<
    Record<string, readonly Permission[]>
  >,
  Fields extends z.ZodObject = z.ZodObject,
>(config: FoyerConfig<Fields, Permission, Roles>): FoyerConfig<Fields, Permission, Roles> {
  return config;
}
