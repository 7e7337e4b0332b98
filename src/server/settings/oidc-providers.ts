import type { JWK } from 'jose';
import type { EnvironmentReader } from './faults.ts';
import { OWN_METHODS } from '../../shared/schemas/proofs.ts';
import type { ProviderMark } from '../../shared/schemas/providers.ts';
import { logoFile, type LogoFile } from './logo-file.ts';
import { titleOf } from './nearest.ts';
import { acrValues, amrValues, authMethod, domains, flag, isLoopback, issuer, privateKey } from './values.ts';

/**
 * Issuers of Microsoft Entra for all tenants: `organizations` without personal accounts, `common` with them,
 * in the public, the American and the Chinese cloud. Auth.js's documents write a slash at the end.
 */
export const MICROSOFT_OF_ALL_TENANTS =
  /^(https:\/\/login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn))\/(common|organizations)\/v2\.0\/?$/;

/** RFC 7591, 2, `token_endpoint_auth_method`. */
export type ClientAuthenticationMethod =
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'private_key_jwt'
  | 'none';

/** An OpenID provider by discovery, from `OIDC_<ID>_*`. */
export interface OidcProviderSettings {
  /** `<ID>` in lower case, `_` as `-`. */
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly logo?: LogoFile;
  /** Inline shapes instead of a file. The demo providers have them. */
  readonly mark?: ProviderMark;
  readonly clientId: string;
  /** `null`: a public client with PKCE only. */
  readonly clientSecret: string | null;
  /** How Foyer authenticates. Default: with the secret, or with PKCE only when there is none. */
  readonly authMethod?: ClientAuthenticationMethod;
  readonly privateKey?: JWK;
  /** Email domains whose users sign in with this provider. */
  readonly domains: readonly string[];
  /** Whether its `email_verified: true` verifies the address. */
  readonly trustEmail: boolean;
  /** Which answers count as two factors; missing: none. */
  readonly multiFactor?: MultiFactorClaims;
}

/** Each of these values of the ID token's `acr` or `amr` means two factors. */
export interface MultiFactorClaims {
  readonly acr: readonly string[];
  readonly amr: readonly string[];
}

export const OIDC_SUFFIXES = [
  'ISSUER',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'NAME',
  'LOGO',
  'DOMAINS',
  'TRUST_EMAIL',
  'TOKEN_ENDPOINT_AUTH_METHOD',
  'PRIVATE_KEY',
  'PRIVATE_KEY_ID',
  'MFA_ACR',
  'MFA_AMR',
] as const;

const EXAMPLE_ISSUER = 'Set it to the provider’s issuer, e.g. https://login.example.com.';

/** Reads `OIDC_<ID>_*` in the order of the ids. */
export function readOidcProviders(reader: EnvironmentReader, production: boolean): OidcProviderSettings[] {
  const keys = reader.idsOf('OIDC', OIDC_SUFFIXES);
  const providers = keys.flatMap((key) => readOidcProvider(reader, key, production) ?? []);
  reportSharedDomains(reader, providers);
  return providers;
}

function readOidcProvider(
  reader: EnvironmentReader,
  key: string,
  production: boolean,
): OidcProviderSettings | null {
  const variable = (suffix: (typeof OIDC_SUFFIXES)[number]) => `OIDC_${key}_${suffix}`;
  const id = key.toLowerCase().replaceAll('_', '-');
  if (isReservedId(id)) {
    reader.fault(variable('ISSUER'), `uses the id ${id}, which Foyer keeps for itself`, 'Choose another id.');
  }
  const issuerText = reader.text(variable('ISSUER'));
  if (issuerText === null) {
    reader.fault(variable('ISSUER'), 'is not set, though others of this provider are', EXAMPLE_ISSUER);
  }
  const issuerUrl = reader.value(variable('ISSUER'), issuer, EXAMPLE_ISSUER);
  if (issuerUrl) reportPlainHttp(reader, variable('ISSUER'), issuerUrl, production);
  const clientId = reader.text(variable('CLIENT_ID'));
  if (clientId === null) {
    const remedy = 'Set it to the client id that the provider gave this application.';
    reader.fault(variable('CLIENT_ID'), 'is not set, though others of this provider are', remedy);
  }
  const list = reader.value(
    variable('DOMAINS'),
    domains,
    'List email domains, e.g. example.com, example.org.',
  );
  const trustEmail = reader.value(variable('TRUST_EMAIL'), flag, 'Set it to on or off.') ?? false;
  const hasAllTenants = issuerUrl !== undefined && MICROSOFT_OF_ALL_TENANTS.test(issuerUrl);
  if (trustEmail && hasAllTenants) {
    reader.fault(
      variable('TRUST_EMAIL'),
      'is on for all tenants of Microsoft Entra, whose administrators choose any address for their people',
      'Leave it out, or set the issuer of one tenant.',
    );
  }
  for (const suffix of ['MFA_ACR', 'MFA_AMR'] as const) {
    if (!hasAllTenants || reader.text(variable(suffix)) === null) continue;
    reader.fault(
      variable(suffix),
      'is set for all tenants of Microsoft Entra, whose administrators decide what it says',
      'Leave it out, or set the issuer of one tenant.',
    );
  }
  const logo = reader.value(
    variable('LOGO'),
    logoFile,
    'Set it to the path of an SVG or PNG file, e.g. logos/acme.svg.',
  );
  const authentication = readAuthentication(reader, variable);
  const multiFactor = readMultiFactor(reader, variable);
  if (!issuerUrl || clientId === null) return null;
  return {
    id,
    name: reader.text(variable('NAME')) ?? titleOf(id),
    issuer: issuerUrl,
    ...(logo ? { logo } : {}),
    clientId,
    clientSecret: reader.text(variable('CLIENT_SECRET')),
    ...authentication,
    domains: list ?? [],
    trustEmail,
    ...(multiFactor ? { multiFactor } : {}),
  };
}

function readMultiFactor(
  reader: EnvironmentReader,
  variable: (suffix: (typeof OIDC_SUFFIXES)[number]) => string,
): MultiFactorClaims | null {
  const acr = reader.value(
    variable('MFA_ACR'),
    acrValues,
    'List the values of acr by which this provider says that it asked for two factors.',
  );
  const amr = reader.value(
    variable('MFA_AMR'),
    amrValues,
    'List the values of amr by which this provider says that it asked for two factors, e.g. mfa.',
  );
  return acr || amr ? { acr: acr ?? [], amr: amr ?? [] } : null;
}

function readAuthentication(
  reader: EnvironmentReader,
  variable: (suffix: (typeof OIDC_SUFFIXES)[number]) => string,
): Pick<OidcProviderSettings, 'authMethod' | 'privateKey'> {
  const remedy = 'Set it to client_secret_basic, client_secret_post, private_key_jwt or none.';
  const configuredMethod = reader.value(variable('TOKEN_ENDPOINT_AUTH_METHOD'), authMethod, remedy);
  const keyRemedy = 'Set it to the private key whose public half the provider knows.';
  const key = reader.value(variable('PRIVATE_KEY'), privateKey, keyRemedy);
  const keyId = reader.text(variable('PRIVATE_KEY_ID'));
  const hasKey = reader.text(variable('PRIVATE_KEY')) !== null;
  const hasSecret = reader.text(variable('CLIENT_SECRET')) !== null;
  const method =
    configuredMethod ?? (hasKey ? 'private_key_jwt' : hasSecret ? 'client_secret_basic' : 'none');
  if (method === 'private_key_jwt' && !hasKey) {
    reader.fault(variable('PRIVATE_KEY'), 'is not set, and private_key_jwt needs it', keyRemedy);
  }
  if (method.startsWith('client_secret') && !hasSecret) {
    reader.fault(
      variable('CLIENT_SECRET'),
      `is not set, and ${method} needs it`,
      'Set it to the client secret.',
    );
  }
  return {
    ...(configuredMethod === undefined && !hasKey ? {} : { authMethod: method }),
    ...(key ? { privateKey: { ...key, ...(keyId === null ? {} : { kid: keyId }) } } : {}),
  };
}

/** Auth.js's other providers (`email`, `credentials`), Foyer's own methods, and the demo (`demo-*`). */
const RESERVED_IDS = new Set<string>(['email', 'credentials', 'demo', ...OWN_METHODS]);

function isReservedId(id: string): boolean {
  return RESERVED_IDS.has(id) || isDemoProvider(id);
}

/** No setting and no command can give such an id. */
export function isDemoProvider(id: string): boolean {
  return id.startsWith('demo-');
}

export function reportPlainHttp(
  reader: EnvironmentReader,
  variable: string,
  text: string,
  production: boolean,
): void {
  const url = new URL(text);
  if (url.protocol === 'https:' || (isLoopback(url) && !production)) return;
  const condition = production ? 'in production' : 'unless it is on this machine';
  reader.fault(
    variable,
    `must begin with https:// ${condition}`,
    'Set it to the https address of the issuer.',
  );
}

/** An email address leads to one provider, so each domain belongs to one provider. */
function reportSharedDomains(reader: EnvironmentReader, providers: readonly OidcProviderSettings[]): void {
  const owners = new Map<string, string>();
  for (const { id, domains: providerDomains } of providers) {
    for (const domain of providerDomains) {
      const owner = owners.get(domain);
      const variable = `OIDC_${id.toUpperCase().replaceAll('-', '_')}_DOMAINS`;
      if (owner)
        reader.fault(variable, `names ${domain}, which ${owner} has already`, 'Leave it to one of them.');
      else owners.set(domain, id);
    }
  }
}
