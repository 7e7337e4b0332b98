import type { OAuthClient } from '../configuration/oauth/oauth-client.ts';
import type { BrandSettings } from './brand.ts';
import type { BuiltInProviderSettings } from './built-in-providers.ts';
import type { OidcProviderSettings } from './oidc-providers.ts';
import type { MetricsSettings } from './metrics.ts';
import type { ServingSettings } from './serving.ts';
import type { WebhookSettings } from './webhooks.ts';

export type { BrandSettings } from './brand.ts';
export { SettingsError, type SettingsFault } from './faults.ts';
export type { BuiltInProviderSettings } from './built-in-providers.ts';
export type { ClientAuthenticationMethod, OidcProviderSettings } from './oidc-providers.ts';

export interface Settings extends ServingSettings, WebhookSettings {
  readonly mode: 'development' | 'production' | 'test';
  readonly port: number;
  /** `null`: all addresses of the machine. */
  readonly listenHost: string | null;
  /** Public, without a trailing slash. */
  readonly origin: string;
  /** Empty, or a path such as `/id`. */
  readonly basePath: string;
  /** The beginning of each cookie's name, after `__Host-` on https. */
  readonly cookiePrefix: string;
  readonly brand: BrandSettings;
  /** Of Auth.js's actions. It begins with `basePath`. */
  readonly authBasePath: string;
  readonly authSecret: string;
  /** Decrypts what was encrypted before the last change. */
  readonly previousAuthSecret: string | null;
  /** `null`: the embedded engine under `dataDir`. */
  readonly mongodbUri: string | null;
  /** Absolute. */
  readonly dataDir: string;
  /** `null`: mails go to the outbox. */
  readonly smtpUrl: string | null;
  /** `Name <address>` or only an address. */
  readonly mailFrom: string;
  /** `null`: messages go to the outbox; in production none are sent. */
  readonly smsUrl: string | null;
  /** ISO 3166-1 alpha-2 codes of the allowed countries; `null`: all countries. */
  readonly phoneCountries: readonly string[] | null;
  readonly phoneSignIn: boolean;
  /** Where the passwords of data breaches are looked up; `null`: nowhere. */
  readonly breachedPasswordsUrl: string | null;
  readonly secondFactor: 'off' | 'optional' | 'administrators' | 'everyone';
  /** Origins of the same site whose pages may call some procedures with the user's cookie (CORS). */
  readonly trustedOrigins: readonly string[];
  /** Other origins at which passkeys of this host work (WebAuthn Level 3, 5.11). */
  readonly relatedOrigins: readonly string[];
  readonly demo: boolean;
  readonly oidcProviders: readonly OidcProviderSettings[];
  readonly builtInProviders: readonly BuiltInProviderSettings[];
  /** From `CLIENT_<ID>_*`. `foyer.config.ts` may declare more. */
  readonly oauthClients: readonly OAuthClient[];
  /** Domains that may name their provider by WebFinger; `open`: all domains. */
  readonly discovery: 'open' | readonly string[];
  /** Only users with a verified address in these domains may sign in; `null`: everybody. */
  readonly signInDomains: readonly string[] | null;
  /** Express's `trust proxy`: `false`, a number of hops, or a list of addresses. */
  readonly trustProxy: false | number | string;
  readonly metrics: MetricsSettings | null;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}
