// What an application declares in `foyer.config.ts`, for the server and for the package.

/** `person`: the user. `application`: service keys. `administrator`: the console. */
export type FieldParty = 'person' | 'application' | 'administrator';

export interface FieldOptions {
  readonly read: readonly FieldParty[];
  readonly write: readonly FieldParty[];
  readonly label: LocalizedText;
  /** Whether it is in `session.get`, as `session.user.data`. The person must be a reader. */
  readonly session?: boolean;
  /** Whether it is in the claim `data` of `session.token`. */
  readonly token?: boolean;
  /** Whether `users.list` can filter by it. */
  readonly indexed?: boolean;
}

/** Text by language. English is the fallback. */
export interface LocalizedText {
  readonly en: string;
  readonly de?: string;
  readonly ar?: string;
}

/** What a role allows. The short form is a list of permissions. */
export type RoleDeclaration<OwnPermission extends string = string> =
  | readonly OwnPermission[]
  | {
      readonly permissions: readonly OwnPermission[];
      /** Whether the role has power over others. It needs a fully verified account, and ends its sessions. */
      readonly grave?: boolean;
    };

/** How pages show one of the application's scopes. */
export interface ScopeOptions {
  /** What the token may do, such as “Change orders”. */
  readonly label: LocalizedText;
  readonly description?: LocalizedText;
}

/** A program that signs users in by OAuth 2.0. Without a secret or keys it is a public client. */
export interface ClientOptions<DeclaredScope extends string = string> {
  /** The displayed name, at most 40 characters. */
  readonly name: string;
  /**
   * Addresses to return to, compared exactly (RFC 9700, 2.1): https, `http://127.0.0.1/…` and
   * `http://[::1]/…` with any port (RFC 8252, 7.3), private-use schemes with a dot, such as
   * `com.example.shop:/callback` (RFC 8252, 7.1). Outside production also `http://localhost` and its
   * subdomains, with any port. Empty for the device flow alone.
   */
  readonly redirects?: readonly string[];
  /** The scopes of `access.scopes` that it may request, beside those of OpenID Connect. */
  readonly scopes?: readonly DeclaredScope[];
  /** The resources (absolute URIs, RFC 8707) of its access tokens. */
  readonly resources?: readonly string[];
  /** Whether it may sign in by the device flow (RFC 8628). */
  readonly device?: boolean;
  /** SHA-256 of its secret, base64url (`foyer-server client-secret`); two during a rotation. */
  readonly secretHashes?: readonly string[];
  /** Its public keys for `private_key_jwt` (RFC 7523). */
  readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
  /** The signature of its ID tokens. Default `RS256` (OpenID Connect Core, 15.1). `EdDSA` is Ed25519. */
  readonly idTokenAlgorithm?: 'RS256' | 'EdDSA';
  /** `optional`: a confidential client may send a `nonce` instead (RFC 9700, 2.1.1). Default: `required`. */
  readonly pkce?: 'required' | 'optional';
}

export interface AdmissionVia {
  readonly action: 'sign-up' | 'sign-in';
  /** `password`, `email-link`, `passkey`, or the id of an identity provider. */
  readonly method: string;
}
