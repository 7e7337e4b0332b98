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

/** What a role allows. Its permissions alone are the short form. */
export type RoleDeclaration<Permission extends string = string> =
  | readonly Permission[]
  | {
      readonly permissions: readonly Permission[];
      /**
       * Whether the role has power over others. It is given only to somebody who has confirmed everything on their account, and signs them out
       * everywhere. `administrator` is always such a role.
       */
      readonly grave?: boolean;
    };

/** How pages show one of the application's own scopes to the person who makes an access token. */
export interface ScopeOptions {
  /** What the token may do: “Change orders”. */
  readonly label: LocalizedText;
  /** One sentence more, below the label. */
  readonly description?: LocalizedText;
}

/**
 * A program of the application's own that signs people in by the authorization code flow or the device flow (OAuth 2.0): a single-page app of another
 * site, a native app, a television. Without a secret or keys it is a public client.
 */
export interface ClientOptions {
  /** The name that people read, at most 40 characters. */
  readonly name: string;
  /**
   * Where a sign-in may lead back to, compared exactly (RFC 9700, 2.1): https addresses, `http://127.0.0.1/…` and `http://[::1]/…` with any port
   * (RFC 8252, 7.3), and private-use schemes with a dot, such as `com.example.shop:/callback` (RFC 8252, 7.1). Outside production also
   * `http://localhost` and names below it, with any port. A client with only the device flow has none.
   */
  readonly redirects?: readonly string[];
  /** The application's own scopes (`access.scopes`) that it may ask for, beside those of OpenID Connect. */
  readonly scopes?: readonly string[];
  /** The resources (absolute URIs, RFC 8707) that its access tokens may be for. */
  readonly resources?: readonly string[];
  /** Whether it may sign in by the device flow (RFC 8628). */
  readonly device?: boolean;
  /** SHA-256 of its secret, base64url; two while a secret is replaced (`npm run server -- client-secret`). It makes the client confidential. */
  readonly secretHashes?: readonly string[];
  /** Its public keys for `private_key_jwt` (RFC 7523). They make the client confidential. */
  readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
  /** How its ID tokens are signed. `RS256` by default: every library must know it (OpenID Connect Core, 15.1). `EdDSA` is Ed25519. */
  readonly idTokenAlgorithm?: 'RS256' | 'EdDSA';
  /** `optional`: a client with a secret or keys whose library has no PKCE may send a `nonce` instead (RFC 9700, 2.1.1). Default: `required`. */
  readonly pkce?: 'required' | 'optional';
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
    /** The permissions of each role: `editor: ['page:write']`, or `{ permissions: ['page:write'], grave: true }`. `administrator` may be among them. */
    readonly roles?: Roles;
    /** What an access token may be allowed in this application: `'orders:write': { label: { en: 'Change orders' } }`. */
    readonly scopes?: Readonly<Record<string, ScopeOptions>>;
  };
  /** The programs of the application's own that sign people in by OAuth 2.0, by client id. `CLIENT_<ID>_REDIRECTS` declares more. */
  readonly clients?: Readonly<Record<string, ClientOptions>>;
  /** Runs before a sign-up or sign-in is decided. It has two seconds. When it fails, nobody is admitted. */
  readonly admit?: (person: AdmittedUser, via: AdmissionVia) => Admission | Promise<Admission>;
  /** What `session.token` carries beside Foyer's own claims. */
  readonly claims?: (
    session: Session,
  ) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
}

/** Declares the configuration. It answers what it is given, with its literal types. */
export function defineFoyer<
  const Permission extends string = never,
  const Roles extends Readonly<Record<string, RoleDeclaration<Permission>>> = Readonly<
    Record<string, RoleDeclaration<Permission>>
  >,
  Fields extends z.ZodObject = z.ZodObject,
>(config: FoyerConfig<Fields, Permission, Roles>): FoyerConfig<Fields, Permission, Roles> {
  return config;
}
