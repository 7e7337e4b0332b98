import type { SettingGroupName } from '../../shared/schemas/settings.ts';
import { isLocalOrigin } from './public-origin.ts';
import type { Settings } from './settings.ts';

type Value = string | number | boolean | readonly string[] | null;

/** Administrators read the value of a setting that `shows` it. Of any other they read whether it is set. */
type CatalogueEntry =
  | { readonly shows: (settings: Settings) => Value }
  | { readonly isSet: (settings: Settings) => boolean };

/** Every setting, without those of identity providers and OAuth clients, in the order of docs/settings.md. */
export const SETTINGS_CATALOGUE: Readonly<
  Record<SettingGroupName, Readonly<Record<string, CatalogueEntry>>>
> = {
  serving: {
    NODE_ENV: { shows: ({ mode }) => mode },
    PORT: { shows: ({ port }) => port },
    HOST: { shows: ({ listenHost }) => listenHost ?? '*' },
    APP_ORIGIN: { shows: ({ origin }) => origin },
    PUBLIC_DEVELOPMENT: { shows: ({ mode, origin }) => mode !== 'production' && !isLocalOrigin(origin) },
    COOKIE_PREFIX: { shows: ({ cookiePrefix }) => cookiePrefix },
    BASE_PATH: { shows: ({ basePath }) => basePath },
    AUTH_BASE_PATH: { shows: ({ authBasePath, basePath }) => authBasePath.slice(basePath.length) },
    TRUST_PROXY: { shows: ({ trustProxy }) => trustProxy },
    LOG_LEVEL: { shows: ({ logLevel }) => logLevel },
    LOG_FORMAT: { shows: ({ logFormat }) => logFormat },
    LOG_REQUESTS: { shows: ({ logRequests }) => logRequests },
    MAX_CONNECTIONS: { shows: ({ maxConnections }) => maxConnections },
    SHUTDOWN_DELAY: { shows: ({ shutdownDelay }) => shutdownDelay },
    METRICS: { shows: ({ metrics }) => metrics !== null },
    METRICS_PORT: { shows: ({ metrics }) => metrics && metrics.port },
    METRICS_HOST: { shows: ({ metrics }) => metrics && (metrics.host ?? '*') },
    METRICS_COMMANDS: { shows: ({ metrics }) => metrics && metrics.commands },
  },
  brand: {
    APP_NAME: { shows: ({ brand }) => brand.name },
    APP_URL: { shows: ({ brand }) => brand.appUrl },
    APP_ACCENT: {
      shows: ({ brand: { accent } }) =>
        accent && [accent.light, ...(accent.dark === null ? [] : [accent.dark])],
    },
    APP_TERMS_URL: { shows: ({ brand }) => brand.links.terms ?? null },
    APP_PRIVACY_URL: { shows: ({ brand }) => brand.links.privacy ?? null },
    APP_SUPPORT_URL: { shows: ({ brand }) => brand.links.support ?? null },
    BRAND_DIR: { shows: ({ brand }) => brand.folder },
  },
  storage: {
    AUTH_SECRET: { isSet: ({ authSecret }) => authSecret !== '' },
    AUTH_SECRET_PREVIOUS: { isSet: ({ previousAuthSecret }) => previousAuthSecret !== null },
    MONGODB_URI: { isSet: ({ mongodbUri }) => mongodbUri !== null },
    DATA_DIR: { shows: ({ dataDir }) => dataDir },
  },
  messages: {
    SMTP_URL: { shows: ({ smtpUrl }) => hostOf(smtpUrl) },
    MAIL_FROM: { shows: ({ mailFrom }) => mailFrom },
    SMS_URL: { shows: ({ smsUrl }) => hostOf(smsUrl) },
    PHONE_COUNTRIES: { shows: ({ phoneCountries }) => phoneCountries },
    PHONE_SIGN_IN: { shows: ({ phoneSignIn }) => phoneSignIn },
  },
  webhooks: {
    WEBHOOK_URL: { shows: ({ webhook }) => hostOf(webhook && webhook.url) },
    WEBHOOK_SECRET: { isSet: ({ webhook }) => webhook !== null },
    WEBHOOK_TYPES: { shows: ({ webhook }) => webhook && webhook.types },
    WEBHOOK_PRIVATE_HOSTS: { shows: ({ webhookPrivateHosts }) => webhookPrivateHosts },
  },
  'sign-in': {
    DEMO: { shows: ({ demo }) => demo },
    SIGN_IN_DOMAINS: { shows: ({ signInDomains }) => signInDomains },
    DISCOVERY: { shows: ({ discovery }) => (discovery.length === 0 ? false : discovery) },
    BREACHED_PASSWORDS: { shows: ({ breachedPasswordsUrl }) => breachedPasswordsUrl !== null },
    BREACHED_PASSWORDS_URL: { shows: ({ breachedPasswordsUrl }) => hostOf(breachedPasswordsUrl) },
    SECOND_FACTOR: { shows: ({ secondFactor }) => secondFactor },
    RELATED_ORIGINS: { shows: ({ relatedOrigins }) => relatedOrigins },
    TRUSTED_ORIGINS: { shows: ({ trustedOrigins }) => trustedOrigins },
  },
};

/** The user name, the password, the path and the query of such an address may be secrets. */
function hostOf(address: string | null): string | null {
  if (address === null) return null;
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}
