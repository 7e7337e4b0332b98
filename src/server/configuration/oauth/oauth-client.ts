import type { JWK } from 'jose';

/** At the token endpoint (RFC 6749, 2.3). */
export type ClientAuthentication =
  /** A public client: PKCE alone protects its codes. */
  | { readonly kind: 'none' }
  /** SHA-256 of each valid secret, base64url. */
  | { readonly kind: 'secret'; readonly hashes: readonly string[] }
  /** `private_key_jwt` (RFC 7523). */
  | { readonly kind: 'private-key'; readonly keys: readonly JWK[] };

/** The algorithms for the ID tokens of a client. The first one is the default. */
export const ID_TOKEN_ALGORITHMS = ['RS256', 'EdDSA'] as const;

/** Whether a client must use PKCE. The first one is the default. */
export const PKCE_USES = ['required', 'optional'] as const;

/** A program that signs people in by OAuth 2.0 (`clients` of `foyer.config.ts`, `CLIENT_<ID>_*`). */
export interface OAuthClient {
  readonly id: string;
  readonly name: string;
  readonly redirects: readonly string[];
  /** The application's own scopes that the client may request. */
  readonly scopes: readonly string[];
  /** RFC 8707. */
  readonly resources: readonly string[];
  readonly device: boolean;
  readonly authentication: ClientAuthentication;
  /** `optional` needs a confidential client, the scope `openid` and a `nonce`. */
  readonly pkce: (typeof PKCE_USES)[number];
  readonly idTokenAlgorithm: (typeof ID_TOKEN_ALGORITHMS)[number];
}
