import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { EnvironmentReader } from './faults.ts';
import { nearest } from './nearest.ts';
import { reportPlainHttp } from './oidc-providers.ts';
import { issuer } from './values.ts';

/** From `AUTH_<ID>_ID`, `AUTH_<ID>_SECRET` and, where needed, `AUTH_<ID>_ISSUER`. */
export interface BuiltInProviderSettings {
  /** Names the module `@auth/core/providers/<id>`. */
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: string | null;
}

export const PROVIDER_SUFFIXES = ['ID', 'SECRET', 'ISSUER'] as const;

/** Modules without an OAuth provider; and NetSuite, which needs more than variables. */
const NOT_OFFERED = new Set(
  (
    'index oauth provider-types credentials email forwardemail loops mailgun nodemailer passkey postmark resend ' +
    'sendgrid webauthn netsuite'
  ).split(' '),
);

/** Providers with another address for each customer. */
const NEEDS_ISSUER = new Set(
  (
    'asgardeo auth0 authentik azure-ad-b2c battlenet beyondidentity boxyhq-saml cognito ' +
    'duende-identity-server6 frontegg fusionauth identity-server4 keycloak kinde logto mastodon mattermost nextcloud ' +
    'okta onelogin ory-hydra osso passage ping-id united-effects zitadel'
  ).split(' '),
);

export function needsIssuer(id: string): boolean {
  return NEEDS_ISSUER.has(id);
}

/** The ids of the installed Auth.js are the names of its files. */
export function builtInProviderIds(): string[] {
  const module = createRequire(import.meta.url).resolve('@auth/core/providers/github');
  return readdirSync(path.dirname(module))
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.slice(0, -'.js'.length))
    .filter((id) => !NOT_OFFERED.has(id));
}

export function readBuiltInProviders(
  reader: EnvironmentReader,
  production: boolean,
): BuiltInProviderSettings[] {
  const keys = reader.idsOf('AUTH', PROVIDER_SUFFIXES);
  if (keys.length === 0) return [];
  const knownIds = builtInProviderIds();
  return keys.flatMap((key) => readBuiltInProvider(reader, key, production, knownIds) ?? []);
}

function readBuiltInProvider(
  reader: EnvironmentReader,
  key: string,
  production: boolean,
  knownIds: readonly string[],
): BuiltInProviderSettings | null {
  const variable = (suffix: (typeof PROVIDER_SUFFIXES)[number]) => `AUTH_${key}_${suffix}`;
  const id = key.toLowerCase().replaceAll('_', '-');
  if (!knownIds.includes(id)) {
    const set = PROVIDER_SUFFIXES.map(variable).filter((name) => reader.text(name));
    const remedy = `The nearest are ${nearest(id, knownIds).join(', ')}; AUTH_<ID>_ID takes the name in capitals.`;
    for (const name of set) reader.fault(name, `names ${id}, which is no provider of Auth.js`, remedy);
    return null;
  }
  const clientId = reader.text(variable('ID'));
  const clientSecret = reader.text(variable('SECRET'));
  const fault = 'is not set, though others of this provider are';
  if (!clientId) reader.fault(variable('ID'), fault, 'Set it to the client id that the provider gave you.');
  if (!clientSecret)
    reader.fault(variable('SECRET'), fault, 'Set it to the client secret that the provider gave you.');
  const issuerRemedy =
    'Set it to the address of your installation or tenant, e.g. https://tenant.example.com.';
  const issuerUrl = reader.value(variable('ISSUER'), issuer, issuerRemedy);
  if (issuerUrl) reportPlainHttp(reader, variable('ISSUER'), issuerUrl, production);
  if (needsIssuer(id) && reader.text(variable('ISSUER')) === null) {
    reader.fault(variable('ISSUER'), `is not set, and ${id} needs it`, issuerRemedy);
  }
  return clientId && clientSecret ? { id, clientId, clientSecret, issuer: issuerUrl ?? null } : null;
}
