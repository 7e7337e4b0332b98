import { expect, it } from 'vitest';
import { PROVIDER_SUFFIXES } from './built-in-providers.ts';
import { CLIENT_SUFFIXES } from './oauth-clients.ts';
import { OIDC_SUFFIXES } from './oidc-providers.ts';
import { remediesOf } from '../../testing/run/refused-settings.ts';
import { readDatabaseSettings, readSettings } from './read-settings.ts';
import { SETTING_NAMES } from './unknown-names.ts';

type Environment = Record<string, string>;

/** With a given secret, reading writes no file. */
const read = (environment: Environment, namesInFile: string[] = []) =>
  readSettings({ AUTH_SECRET: 'given', ...environment }, namesInFile);

/** `id` can be any name, so mistakes are made outside it: inside, they name the setting of another id. */
const family = (prefix: string, id: string, suffixes: readonly string[]) =>
  suffixes.map((suffix) => ({ before: `${prefix}_`, id, after: `_${suffix}` }));

const SETTINGS = [
  ...SETTING_NAMES.map((name) => ({ before: name, id: '', after: '' })),
  ...family('OIDC', 'ACME', OIDC_SUFFIXES),
  ...family('AUTH', 'GITHUB', PROVIDER_SUFFIXES),
  ...family('CLIENT', 'LIVING_ROOM', CLIENT_SUFFIXES),
].map((setting) => ({ ...setting, name: setting.before + setting.id + setting.after }));
const NAMES = new Set(SETTINGS.map(({ name }) => name));

const MISTAKES: Record<string, (name: string, at: number) => string> = {
  drops: (name, at) => name.slice(0, at) + name.slice(at + 1),
  doubles: (name, at) => name.slice(0, at + 1) + name.slice(at),
  swaps: (name, at) => name.slice(0, at) + (name[at + 1] ?? '') + name[at] + name.slice(at + 2),
  replaces: (name, at) => `${name.slice(0, at)}X${name.slice(at + 1)}`,
};

/** Refused in `.env` alone, because other programs have them in the environment. */
const OF_OTHERS = new Set(['MAILFROM', 'EMAIL_FROM', 'LOGLEVEL']);

function misspelt({ name, before, id }: (typeof SETTINGS)[number], kind: string): string[] {
  const isInId = (at: number) => id !== '' && at >= before.length && at < before.length + id.length;
  const places = [...name].map((_, at) => at).filter((at) => !isInId(at));
  const made = places.map((at) => MISTAKES[kind]?.(name, at) ?? '');
  return [...new Set(made)].filter((wrong) => wrong !== '' && !NAMES.has(wrong));
}

it.each(Object.keys(MISTAKES))(
  'a misspelling that %s a letter is refused in .env and in the environment',
  (kind) => {
    for (const setting of SETTINGS) {
      const wrongNames = misspelt(setting, kind);
      const environment = Object.fromEntries(wrongNames.map((wrong) => [wrong, 'everyone']));
      const acceptedOf = (namesInFile: string[]) => {
        const faults = remediesOf(() => read(environment, namesInFile));
        const named = faults.filter((fault) => fault.includes('Did you mean '));
        const refused = new Set(named.map((fault) => fault.split(' ')[0]));
        return wrongNames.filter((wrong) => !refused.has(wrong));
      };
      expect(acceptedOf(wrongNames)).toEqual([]);
      expect(acceptedOf([]).filter((name) => !OF_OTHERS.has(name))).toEqual([]);
    }
  },
);

it.each([
  ['SECOND_FACTR', 'SECOND_FACTOR'],
  ['SECNOD_FACTOR', 'SECOND_FACTOR'],
  ['SECOND_FACTOR_MODE', 'SECOND_FACTOR'],
  ['MONGO_URI', 'MONGODB_URI'],
  ['PROT', 'PORT'],
  ['METRCS_PORT', 'METRICS_PORT'],
  ['WEBHOOK_SECRET_PREVIOUS', 'WEBHOOK_SECRET'],
  ['OIDC_ACME_ISUER', 'OIDC_ACME_ISSUER'],
  ['ODIC_ACME_ISSUER', 'OIDC_ACME_ISSUER'],
  ['AUTH_GITHUB_SECRT', 'AUTH_GITHUB_SECRET'],
  ['CLIENT_SHOP_REDIRECT', 'CLIENT_SHOP_REDIRECTS'],
  ['AUTH_SECRET_1', 'AUTH_SECRET'],
])('%s in the environment is refused, and the fault names %s', (wrong, right) => {
  const fault = `${wrong} is not a variable that Foyer knows. Did you mean ${right}?`;
  expect(remediesOf(() => read({ [wrong]: 'x' }))).toEqual([fault]);
  expect(remediesOf(() => readDatabaseSettings({ [wrong]: 'x' }))).toEqual([fault]);
});

it('every other name is refused in .env alone, with the nearest setting', () => {
  const others = { DATABASE_PASSWORD: 'x', API_URL: 'x', FOYER_SERVICE_HOST: 'x', secondfactor: 'x' };
  expect(remediesOf(() => read(others))).toEqual([]);
  const faults = remediesOf(() => read(others, Object.keys(others)));
  expect(faults).toEqual([
    expect.stringMatching(
      /^DATABASE_PASSWORD is not .* Remove it from \.env, .* nearest setting is [A-Z_]+\.$/,
    ),
    'API_URL is not a variable that Foyer knows. Did you mean APP_URL?',
    expect.stringMatching(/^FOYER_SERVICE_HOST is not .* Remove it from \.env/),
    'secondfactor is not a variable that Foyer knows. Did you mean SECOND_FACTOR?',
  ]);
});

it('an unknown name without a value is no fault, and neither is one with the value of the setting that it is near to', () => {
  expect(remediesOf(() => read({ SECOND_FACTR: ' ' }, ['SECOND_FACTR']))).toEqual([]);
  const uri = 'mongodb://localhost/foyer';
  expect(remediesOf(() => read({ MONGODB_URI: uri, MONGODB_URL: uri }))).toEqual([]);
  expect(remediesOf(() => read({ MONGODB_URI: uri, MONGODB_URL: `${uri}2` }))).toHaveLength(1);
});

/** For a service with one named port. */
function kubernetes(service: string, port: number): Environment {
  const address = `tcp://10.96.7.21:${port}`;
  return {
    [`${service}_SERVICE_HOST`]: '10.96.7.21',
    [`${service}_SERVICE_PORT`]: String(port),
    [`${service}_SERVICE_PORT_HTTP`]: String(port),
    [`${service}_PORT`]: address,
    [`${service}_PORT_${port}_TCP`]: address,
    [`${service}_PORT_${port}_TCP_PROTO`]: 'tcp',
    [`${service}_PORT_${port}_TCP_PORT`]: String(port),
    [`${service}_PORT_${port}_TCP_ADDR`]: '10.96.7.21',
  };
}

const SERVICES = (
  'OIDC OIDC_PROVIDER AUTH AUTH_GITHUB CLIENT_SHOP APP SMTP MAIL LOG WEBHOOK WEBHOOKS METRICS_SERVER METRIC ' +
  'METRICSS DEMO PHONE SECOND_FACTOR SMS'
).split(' ');

const named = (names: string): Environment =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, 'x']));

const PLATFORMS: Record<string, Environment> = {
  'Kubernetes, with services whose names begin as settings do': {
    ...kubernetes('KUBERNETES', 443),
    ...kubernetes('FOYER', 3000),
    ...Object.assign({}, ...SERVICES.map((service) => kubernetes(service, 3000))),
    ...named('POD_NAME POD_NAMESPACE POD_IP NODE_NAME NODE_IP HOST_IP HOSTNAME'),
  },
  'Docker links': {
    ...named(
      'DB_NAME DB_ENV_MONGO_MAJOR DB_ENV_GPG_KEYS OIDC_ENV_PATH WEBHOOK_ENV_NODE_VERSION HOSTNAME TERM',
    ),
    DB_PORT: 'tcp://172.17.0.5:27017',
    DB_PORT_27017_TCP: 'tcp://172.17.0.5:27017',
    OIDC_PORT: 'tcp://172.17.0.6:8080',
    OIDC_PORT_8080_TCP_PROTO: 'tcp',
    SYSLOG_PORT_514_UDP_ADDR: '172.17.0.7',
  },
  'a shell, Node, npm and a test runner': named(
    `PATH HOME HOSTNAME HOSTS HOSTTYPE TEMP TMP TMPDIR TERM LANG LOGNAME MAIL MAILTO MAILFROM EMAIL_FROM LOGLEVEL APP_UID
    NODE NODE_VERSION NODE_OPTIONS NODE_PATH NODE_DEBUG npm_config_port npm_config_loglevel INIT_CWD TEST MODE PROD DEV CI
    VITEST BASE_URL`,
  ),
  'hosts and continuous integration': named(
    `GITHUB_ACTIONS GITHUB_TOKEN RUNNER_NAME CI_SERVER_HOST CI_SERVER_PORT CIRCLE_OIDC_TOKEN VERCEL_OIDC_TOKEN DYNO WEB_CONCURRENCY
    DATABASE_URL REDIS_URL MONGOLAB_URI MONGO_URL MONGOHOST MONGOPORT SENDGRID_API_KEY LOGDNA_KEY FLY_APP_NAME PRIMARY_REGION
    RENDER_EXTERNAL_URL RAILWAY_PUBLIC_DOMAIN NETLIFY URL DEPLOY_URL SITE_NAME K_SERVICE APPSETTING_NODE_ENV AZURE_CLIENT_ID
    AWS_REGION OTEL_SERVICE_NAME PORTS PORT0 PORT1 PORT_3000 NOMAD_PORT_http MESOS_SANDBOX INVOCATION_ID LISTEN_FDS
    REMOTE_PORT NODE_APP_INSTANCE pm_id name instances`,
  ),
  'Auth.js, Auth0 and the parts of another application': named(
    `AUTH_SECRET_FILE AUTH_DEBUG AUTH_TOKEN AUTH_GITHUB_KEY AUTH_DRIZZLE_URL NEXTAUTH_URL NEXTAUTH_SECRET AUTH0_SECRET AUTH0_DOMAIN AUTH0_CLIENT_ID
    AUTH0_CLIENT_SECRET AUTH0_BASE_URL AUTH0_ISSUER_BASE_URL OAUTH_SECRET OAUTH_GITHUB_ID OAUTH2_PROXY_CLIENT_ID API_URL API_NAME
    API_ORIGIN API_KEY APP_ENV APP_KEY APP_DEBUG APP_HOST APP_PORT APP_SECRET APP_VERSION CMS_URL SMTP_HOST SMTP_PORT SMTP_USER
    SMTP_USERNAME SMTP_PASSWORD SMTP_PASS SMTP_FROM SMTP_SECURE MAIL_HOST MAIL_PORT MAIL_DRIVER MAIL_FROM_ADDRESS MAIL_FROM_NAME
    LOG_FILE LOG_DIR LOG_CHANNEL LOG_STDERR CLIENT_ID CLIENT_SECRET CLIENT_URL CLIENT_CERT_PATH CLIENT_HOSTNAME
    COOKIE_SECRET COOKIE_DOMAIN DATA_PATH DATABASE_URI MONGODB_USER MONGODB_PASSWORD MONGODB_DATABASE MONGO_HOST BASE_DIR
    BRAND_NAME FOYER_URL FOYER_TOKEN FOYER_ORIGIN FOYER_HOST FOYER_SERVICE_KEY`,
  ),
};

it.each(Object.entries(PLATFORMS))('starts in the environment of %s', (_platform, environment) => {
  expect(remediesOf(() => read(environment))).toEqual([]);
});
