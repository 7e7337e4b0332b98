import type { z } from 'zod';
import type { ErrorCode } from './errors/catalogue.ts';
import type { Session } from './schemas/session.ts';

/** What an application declares in `foyer.config.ts`. The package has the same types. */

/** The built-in role. Its members use the console and `users.*`. */
export const ADMINISTRATOR = 'administrator';

/** `person`: whose field it is. `application`: service keys. `administrator`: the console. */
export type FieldParty = 'person' | 'application' | 'administrator';

/** Text by language. English is the fallback. */
export interface LocalizedText {
  readonly en: string;
  readonly de?: string;
  readonly ar?: string;
}

/** A list of permissions is the short form. */
export type RoleDeclaration<Permission extends string = string> =
  | readonly Permission[]
  | {
      readonly permissions: readonly Permission[];
      /**
       * Whether the role has power over others, as `administrator` always has. It needs a confirmed account,
       * and signs the person out everywhere.
       */
      readonly grave?: boolean;
    };

export interface ScopeOptions {
  /** An example: “Change orders”. */
  readonly label: LocalizedText;
  /** One more sentence below the label. */
  readonly description?: LocalizedText;
}

/**
 * A program that signs people in by the authorization code flow or the device flow (OAuth 2.0). Without a
 * secret or keys it is a public client.
 */
export interface ClientOptions {
  /** The name that people read, at most 40 characters. */
  readonly name: string;
  /**
   * Where a sign-in may lead back to, compared exactly (RFC 9700, 2.1): https addresses, `http://127.0.0.1/…`
   * and `http://[::1]/…` with any port (RFC 8252, 7.3), and private-use schemes with a dot, such as
   * `com.example.shop:/callback` (RFC 8252, 7.1). Outside production also `http://localhost` and names below
   * it, with any port. A client with only the device flow has none.
   */
  readonly redirects?: readonly string[];
  /** The own scopes (`access.scopes`) that it may ask for, beside those of OpenID Connect. */
  readonly scopes?: readonly string[];
  /** The resources (absolute URIs, RFC 8707) that its access tokens may be for. */
  readonly resources?: readonly string[];
  /** Whether it may sign in by the device flow (RFC 8628). */
  readonly device?: boolean;
  /** SHA-256 of its secret, base64url (`npm run server -- client-secret`); two while one replaces another. */
  readonly secretHashes?: readonly string[];
  /** Its public keys for `private_key_jwt` (RFC 7523). They make the client confidential. */
  readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
  /** Default: `RS256`, which every library knows (OpenID Connect Core, 15.1). `EdDSA` is Ed25519. */
  readonly idTokenAlgorithm?: 'RS256' | 'EdDSA';
  /** `optional`: a confidential client may send a `nonce` instead (RFC 9700, 2.1.1). Default: `required`. */
  readonly pkce?: 'required' | 'optional';
}

export interface FieldOptions {
  readonly read: readonly FieldParty[];
  readonly write: readonly FieldParty[];
  /** The name on pages, by language. English is the fallback. */
  readonly label: LocalizedText;
  /** Whether it is in `session.user.data` of `session.get`. The person must be a reader. */
  readonly session?: boolean;
  /** Whether it is in the claim `data` of `session.token`. */
  readonly token?: boolean;
  /** Whether `users.list` can filter by it. It gets an index. */
  readonly indexed?: boolean;
}

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
