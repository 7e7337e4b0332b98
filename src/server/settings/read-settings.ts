import path from 'node:path';
import { atBase } from '../../shared/base-path.ts';
import { defaultCookiePrefix } from '../../shared/session-cookie.ts';
import { readBrand } from './brand.ts';
import { readBuiltInProviders, type BuiltInProviderSettings } from './built-in-providers.ts';
import { EnvironmentReader, SettingsError, type Environment } from './faults.ts';
import { readOAuthClients } from './oauth-clients.ts';
import { readOidcProviders, type OidcProviderSettings } from './oidc-providers.ts';
import { readMetrics } from './metrics.ts';
import { isLocalOrigin, localHostOf, reportPublicOrigin } from './public-origin.ts';
import { readServing } from './serving.ts';
import { keptSecret, MissingSecretError, weaknessOf } from './secret.ts';
import { readTrustedOrigins } from './trusted-origins.ts';
import { reportUnknownNames } from './unknown-names.ts';
import * as values from './values.ts';
import { readWebhooks } from './webhooks.ts';
import type { Settings } from './settings.ts';

const DEFAULT_PORT = 3000;
const DEFAULT_MAIL_FROM = 'Foyer <no-reply@foyer.localhost>';
const DEFAULT_BREACHED_PASSWORDS_URL = 'https://api.pwnedpasswords.com/range/';
/** Above `PORT`. */
const DEMO_PORTS = 3;

const REMEDY = {
  mode: 'Set it to production, or leave it out on a laptop.',
  port: 'Set it to a number from 1 to 65535.',
  host: 'Set it to an address of this machine, e.g. 127.0.0.1, or to * for all of them.',
  origin: 'Set it to where browsers reach this server, e.g. https://accounts.example.com.',
  basePath: 'Set it to a path of its own, e.g. /id.',
  cookiePrefix: 'Set it to letters, digits and dashes, e.g. accounts.',
  authBasePath: 'Set it to a path of its own, e.g. /auth.',
  authSecret: 'Set it to 32 random bytes: openssl rand -base64 32',
  mongodbUri: 'Set it to e.g. mongodb://host1,host2/foyer?replicaSet=rs0.',
  smtpUrl: 'Set it to e.g. smtps://user:password@mail.example.com:465.',
  mailFrom: 'Set it to e.g. Example Accounts <accounts@example.com>.',
  smsUrl: 'Set it to the address of an HTTP gateway, e.g. https://sms.example.com/send.',
  phoneCountries: 'List countries by their two letters, e.g. DE, AT, CH.',
  phoneSignIn: 'Set SMS_URL, or remove PHONE_SIGN_IN.',
  breachedPasswordsUrl: 'Set it to the address before the five digits, e.g. https://example.com/range/.',
  secondFactor: 'Set it to off, optional, administrators or everyone.',
  relatedOrigins: 'List origins, e.g. https://example.org, https://example.net.',
  flag: 'Set it to on or off.',
  signInDomains: 'List email domains, e.g. example.com, example.org.',
  discovery:
    'Set it to off, open, or the email domains that may name their provider: example.com, example.org.',
  trustProxy:
    'Set it to off, to how many proxies stand before this server, or to their addresses: 10.0.0.0/8.',
  logLevel: 'Set it to fatal, error, warn, info, debug, trace or silent.',
  goneSecret:
    'Put the file back, or set AUTH_SECRET to the secret that was in it; or move DATA_DIR away to begin anew.',
  dataDir: 'Set DATA_DIR to a folder that this process can write to, or set AUTH_SECRET.',
} as const;

/**
 * Reads the environment (`main.ts` passes `process.env` after reading `.env`) and refuses unknown names;
 * `namesInFile` are those of `.env`. Only production needs variables: it has no defaults for an operator's
 * choices. Creates `DATA_DIR/auth-secret` when development has no `AUTH_SECRET`.
 * @throws {SettingsError} with all faults; its message contains no value of the environment.
 */
export function readSettings(environment: Environment, namesInFile: readonly string[] = []): Settings {
  const settings = checkSettings(environment, namesInFile);
  return { ...settings, authSecret: settings.authSecret ?? secretOf(settings.dataDir) };
}

/** As `readSettings`, but creates nothing: `authSecret` is `null` when development has none. */
export function checkSettings(
  environment: Environment,
  namesInFile: readonly string[] = [],
): Omit<Settings, 'authSecret'> & { readonly authSecret: string | null } {
  const reader = new EnvironmentReader(environment);
  const mode = reader.value('NODE_ENV', values.mode, REMEDY.mode) ?? 'development';
  const production = mode === 'production';
  const port = reader.value('PORT', values.port, REMEDY.port) ?? DEFAULT_PORT;
  const origin = reader.value('APP_ORIGIN', values.origin, REMEDY.origin) ?? `http://localhost:${port}`;
  const isPublic = !isLocalOrigin(origin);
  const publicDevelopment = reader.value('PUBLIC_DEVELOPMENT', values.flag, REMEDY.flag) ?? false;
  if (isPublic && !production && !publicDevelopment) reportPublicOrigin(reader);
  const host = reader.value('HOST', values.host, REMEDY.host);
  const basePath = reader.value('BASE_PATH', values.basePath, REMEDY.basePath) ?? '';
  const authBasePath = reader.value('AUTH_BASE_PATH', values.authBasePath, REMEDY.authBasePath) ?? '/auth';
  const oidcProviders = readOidcProviders(reader, production);
  const builtInProviders = readBuiltInProviders(reader, production);
  reportSharedIds(reader, oidcProviders, builtInProviders);
  const demo = reader.value('DEMO', values.flag, REMEDY.flag);
  const settings = {
    mode,
    port,
    listenHost: host === undefined ? (production ? null : localHostOf(origin)) : host === '*' ? null : host,
    origin,
    basePath,
    cookiePrefix:
      reader.value('COOKIE_PREFIX', values.cookiePrefix, REMEDY.cookiePrefix) ?? defaultCookiePrefix(origin),
    brand: readBrand(reader, { basePath }, production),
    authBasePath: atBase({ basePath }, authBasePath),
    ...databaseSettings(reader),
    smtpUrl: reader.value('SMTP_URL', values.smtpUrl, REMEDY.smtpUrl) ?? null,
    mailFrom: reader.value('MAIL_FROM', values.mailFrom, REMEDY.mailFrom) ?? DEFAULT_MAIL_FROM,
    smsUrl: reader.value('SMS_URL', values.webUrl, REMEDY.smsUrl) ?? null,
    ...readServing(reader, production),
    ...readWebhooks(reader, production),
    phoneCountries: reader.value('PHONE_COUNTRIES', values.phoneCountries, REMEDY.phoneCountries) ?? null,
    phoneSignIn: reader.value('PHONE_SIGN_IN', values.flag, REMEDY.flag) ?? false,
    breachedPasswordsUrl: readBreachedPasswordsUrl(reader, production),
    secondFactor: reader.value('SECOND_FACTOR', values.secondFactor, REMEDY.secondFactor) ?? 'optional',
    trustedOrigins: readTrustedOrigins(reader, origin, production),
    relatedOrigins: reader.value('RELATED_ORIGINS', values.origins, REMEDY.relatedOrigins) ?? [],
    demo: demo ?? (!production && !isPublic && oidcProviders.length + builtInProviders.length === 0),
    oidcProviders,
    builtInProviders,
    oauthClients: readOAuthClients(reader, production),
    previousAuthSecret: reader.text('AUTH_SECRET_PREVIOUS'),
    signInDomains: reader.value('SIGN_IN_DOMAINS', values.domains, REMEDY.signInDomains) ?? null,
    discovery: reader.value('DISCOVERY', values.discovery, REMEDY.discovery) ?? [],
    trustProxy: reader.value('TRUST_PROXY', values.trustProxy, REMEDY.trustProxy) ?? false,
    metrics: readMetrics(reader, { port }),
    logLevel: reader.value('LOG_LEVEL', values.logLevel, REMEDY.logLevel) ?? 'info',
  };
  if (settings.demo && port + DEMO_PORTS > 65_535) {
    reader.fault('PORT', 'leaves no room for the demo providers on the three ports above it', REMEDY.port);
  }
  if (production) reportWhatProductionLacks(reader, settings);
  reportUnknownNames(reader, namesInFile);
  const authSecret = reader.text('AUTH_SECRET');
  if (reader.faults.length > 0) throw new SettingsError(reader.faults);
  return { ...settings, authSecret };
}

function readBreachedPasswordsUrl(reader: EnvironmentReader, production: boolean): string | null {
  const isOn = reader.value('BREACHED_PASSWORDS', values.flag, REMEDY.flag) ?? production;
  const url = reader.value('BREACHED_PASSWORDS_URL', values.bareUrl, REMEDY.breachedPasswordsUrl);
  return isOn ? (url ?? DEFAULT_BREACHED_PASSWORDS_URL) : null;
}

/** Reads only the settings of the database, for commands. Refuses unknown names. Creates nothing. */
export function readDatabaseSettings(
  environment: Environment,
  namesInFile: readonly string[] = [],
): Pick<Settings, 'mongodbUri' | 'dataDir'> {
  const reader = new EnvironmentReader(environment);
  const settings = databaseSettings(reader);
  reportUnknownNames(reader, namesInFile);
  if (reader.faults.length > 0) throw new SettingsError(reader.faults);
  return settings;
}

function databaseSettings(reader: EnvironmentReader): Pick<Settings, 'mongodbUri' | 'dataDir'> {
  return {
    mongodbUri: reader.value('MONGODB_URI', values.mongodbUri, REMEDY.mongodbUri) ?? null,
    dataDir: path.resolve(reader.text('DATA_DIR') ?? '.data'),
  };
}

type ReadSettings = Omit<Settings, 'authSecret'>;

/** In production a missing choice of the operator is a fault. */
function reportWhatProductionLacks(reader: EnvironmentReader, settings: ReadSettings): void {
  const required = (name: string, remedy: string) => {
    const value = reader.text(name);
    if (value === null) reader.fault(name, 'is not set, and production needs it', remedy);
    return value;
  };
  if (required('APP_ORIGIN', REMEDY.origin) && settings.origin.startsWith('http:')) {
    reader.fault('APP_ORIGIN', 'must begin with https:// in production', REMEDY.origin);
  }
  const secret = required('AUTH_SECRET', REMEDY.authSecret);
  const weakness = secret === null ? null : weaknessOf(secret);
  if (weakness) reader.fault('AUTH_SECRET', weakness, REMEDY.authSecret);
  required('MONGODB_URI', REMEDY.mongodbUri);
  const mail = required('SMTP_URL', `A mail transport must be set. ${REMEDY.smtpUrl}`);
  required('MAIL_FROM', REMEDY.mailFrom);
  if (mail === null && settings.oidcProviders.length + settings.builtInProviders.length === 0) {
    const remedy =
      'Set SMTP_URL (sign-in by mail), OIDC_<ID>_ISSUER and _CLIENT_ID, or AUTH_<ID>_ID and _SECRET.';
    reader.fault('SMTP_URL, OIDC_*, AUTH_*', 'give people no sign-in method', remedy);
  }
  if (settings.smsUrl?.startsWith('http:')) {
    reader.fault('SMS_URL', 'must begin with https:// in production', REMEDY.smsUrl);
  }
  if (settings.breachedPasswordsUrl?.startsWith('http:')) {
    reader.fault(
      'BREACHED_PASSWORDS_URL',
      'must begin with https:// in production',
      REMEDY.breachedPasswordsUrl,
    );
  }
  if (settings.phoneSignIn && settings.smsUrl === null) {
    reader.fault('PHONE_SIGN_IN', 'needs a way to send text messages', REMEDY.phoneSignIn);
  }
  if (settings.demo) {
    reader.fault('DEMO', 'lets anyone sign in as anyone, and is refused in production', 'Remove it.');
  }
}

/** Account rows and callback addresses contain the id, so two providers cannot share one. */
function reportSharedIds(
  reader: EnvironmentReader,
  oidcProviders: readonly OidcProviderSettings[],
  builtInProviders: readonly BuiltInProviderSettings[],
): void {
  for (const { id } of oidcProviders) {
    if (!builtInProviders.some((builtIn) => builtIn.id === id)) continue;
    const key = id.toUpperCase().replaceAll('-', '_');
    reader.fault(`OIDC_${key}_ISSUER`, `and AUTH_${key}_ID name two providers ${id}`, 'Rename one of them.');
  }
}

function secretOf(dataDir: string): string {
  try {
    return keptSecret(dataDir);
  } catch (error) {
    if (error instanceof MissingSecretError) {
      const wrong = `is not set, and ${error.file} is gone although there is a database beside it`;
      throw new SettingsError([{ variable: 'AUTH_SECRET', wrong, remedy: REMEDY.goneSecret }]);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError([
      {
        variable: 'AUTH_SECRET',
        wrong: `is not set, and none can be kept (${reason})`,
        remedy: REMEDY.dataDir,
      },
    ]);
  }
}
