/** An OpenID provider by discovery, from `OIDC_<ID>_*`. */
export interface OidcProviderSettings {
  /** `<ID>` in lower case, `_` as `-`. */
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** `null`: a public client, PKCE alone. */
  readonly clientSecret: string | null;
  /** E-mail domains whose people sign in here. */
  readonly domains: readonly string[];
  /** Whether this provider's `email_verified: true` counts as proof of the address. */
  readonly trustEmail: boolean;
}

/** One of Auth.js's built-in providers, from `AUTH_<ID>_ID`, `AUTH_<ID>_SECRET` and, where it needs one, `AUTH_<ID>_ISSUER`. */
export interface BuiltInProviderSettings {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: string | null;
}

export interface Settings {
  readonly mode: 'development' | 'production' | 'test';
  readonly port: number;
  /** The one public origin, without a trailing slash. */
  readonly origin: string;
  readonly authBasePath: string;
  readonly authSecret: string;
  /** `null`: the embedded engine under `dataDir`. */
  readonly mongodbUri: string | null;
  readonly dataDir: string;
  /** `null`: the outbox. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly smsUrl: string | null;
  readonly demo: boolean;
  readonly oidcProviders: readonly OidcProviderSettings[];
  readonly builtInProviders: readonly BuiltInProviderSettings[];
  /** Express's `trust proxy`: `false`, a number of hops, or a list of addresses. */
  readonly trustProxy: false | number | string;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}
