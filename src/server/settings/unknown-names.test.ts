import { describe, expect, it } from 'vitest';
import { PROVIDER_SUFFIXES } from './built-in-providers.ts';
import { CLIENT_SUFFIXES } from './oauth-clients.ts';
import { OIDC_SUFFIXES } from './oidc-providers.ts';
import { remediesOf } from '../../testing/run/refused-settings.ts';
import { readDatabaseSettings, readSettings } from './settings.ts';
import { SETTING_NAMES } from './unknown-names.ts';

type Environment = Record<string, string>;

/** A secret is given so that reading writes no file. */
const read = (environment: Environment, namesInFile: string[] = []) =>
  readSettings({ AUTH_SECRET: 'given', ...environment }, namesInFile);

/** `id` is any name, and no misspelt setting has it wrong: that would be the setting of another id. */
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

/** Names that are refused in `.env` alone, because other programs have them in the environment. */
const OF_OTHERS = new Set(['MAILFROM', 'EMAIL_FROM', 'LOGLEVEL']);

/** Each name that this mistake makes of a setting. */
function misspelt({ name, before, id }: (typeof SETTINGS)[number], kind: string): string[] {
  const isInId = (at: number) => id !== '' && at >= before.length && at < before.length + id.length;
  const places = [...name].map((_, at) => at).filter((at) => !isInId(at));
  const made = places.map((at) => MISTAKES[kind]?.(name, at) ?? '');
  return [...new Set(made)].filter((wrong) => wrong !== '' && !NAMES.has(wrong));
}

describe.each(Object.keys(MISTAKES))('a misspelling that %s a letter', (kind) => {
  it.each(SETTINGS)('of $name is refused in .env and in the environment', (setting) => {
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
  });
});

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

/** What Kubernetes sets for a service with one named port. */
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

/** Every name set to something, as these platforms do. */
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
  'the Node image and a shell': named(
    `PATH HOME HOSTNAME NODE_VERSION YARN_VERSION NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_NO_WARNINGS NODE_DEBUG
    NODE_ICU_DATA NODE_REPL_HISTORY NODE_TLS_REJECT_UNAUTHORIZED NODE_V8_COVERAGE NODE_PENDING_DEPRECATION UV_THREADPOOL_SIZE
    SHELL PWD OLDPWD SHLVL USER LOGNAME LANG LANGUAGE LC_ALL LC_CTYPE TERM COLORTERM TERM_PROGRAM TERM_PROGRAM_VERSION
    TZ TMPDIR TEMP TMP EDITOR VISUAL PAGER LESS LS_COLORS LSCOLORS MAIL MAILCHECK MAILPATH HISTSIZE HISTFILE HOSTTYPE OSTYPE
    MACHTYPE VENDOR GROUP HOSTS DISPLAY XAUTHORITY XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_DIRS XDG_RUNTIME_DIR XDG_SESSION_ID
    DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK SSH_AGENT_PID SSH_CLIENT SSH_CONNECTION SSH_TTY GPG_AGENT_INFO SUDO_USER SUDO_UID
    SUDO_GID SUDO_COMMAND DEBUG NO_COLOR FORCE_COLOR CI http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY
    SSL_CERT_FILE SSL_CERT_DIR NVM_DIR NVM_BIN NVM_INC VOLTA_HOME FNM_DIR NODENV_VERSION NODENV_ROOT NODENV_DIR ASDF_DIR
    MAILTO MAILFROM EMAIL_FROM LOGLEVEL CRON_TZ WSLENV WSL_DISTRO_NAME GOPATH JAVA_HOME APP_UID RUST_LOG _`,
  ),
  npm: named(
    `INIT_CWD NODE npm_command npm_execpath npm_node_execpath npm_lifecycle_event npm_lifecycle_script npm_package_json
    npm_package_name npm_package_version npm_package_engines_node npm_config_cache npm_config_globalconfig
    npm_config_init_module npm_config_local_prefix npm_config_node_gyp npm_config_noproxy npm_config_prefix npm_config_user_agent
    npm_config_userconfig npm_config_loglevel npm_config_port npm_config_host COREPACK_ROOT COREPACK_ENABLE_AUTO_PIN PNPM_HOME
    PNPM_PACKAGE_NAME YARN_IGNORE_PATH BERRY_BIN_FOLDER PROJECT_CWD`,
  ),
  'a test runner and a bundler': named(
    'TEST MODE PROD DEV SSR BASE_URL VITE_USER_NODE_ENV VITEST VITEST_MODE VITEST_POOL_ID VITEST_WORKER_ID JEST_WORKER_ID',
  ),
  'GitHub Actions': named(
    `CI GITHUB_ACTION GITHUB_ACTIONS GITHUB_ACTION_PATH GITHUB_ACTION_REF GITHUB_ACTION_REPOSITORY GITHUB_ACTOR GITHUB_ACTOR_ID
    GITHUB_API_URL GITHUB_BASE_REF GITHUB_ENV GITHUB_EVENT_NAME GITHUB_EVENT_PATH GITHUB_GRAPHQL_URL GITHUB_HEAD_REF GITHUB_JOB
    GITHUB_OUTPUT GITHUB_PATH GITHUB_REF GITHUB_REF_NAME GITHUB_REF_PROTECTED GITHUB_REF_TYPE GITHUB_REPOSITORY GITHUB_REPOSITORY_ID
    GITHUB_REPOSITORY_OWNER GITHUB_RETENTION_DAYS GITHUB_RUN_ATTEMPT GITHUB_RUN_ID GITHUB_RUN_NUMBER GITHUB_SERVER_URL GITHUB_SHA
    GITHUB_STATE GITHUB_STEP_SUMMARY GITHUB_TOKEN GITHUB_TRIGGERING_ACTOR GITHUB_WORKFLOW GITHUB_WORKFLOW_REF GITHUB_WORKSPACE
    RUNNER_ARCH RUNNER_DEBUG RUNNER_ENVIRONMENT RUNNER_NAME RUNNER_OS RUNNER_TEMP RUNNER_TOOL_CACHE RUNNER_WORKSPACE ImageOS
    ImageVersion ACTIONS_ID_TOKEN_REQUEST_TOKEN ACTIONS_ID_TOKEN_REQUEST_URL ACTIONS_RUNTIME_TOKEN ACTIONS_RUNTIME_URL
    ACTIONS_CACHE_URL ACTIONS_RESULTS_URL ACTIONS_STEP_DEBUG AGENT_TOOLSDIRECTORY ANDROID_HOME CHROMEWEBDRIVER CONDA DOTNET_ROOT
    DOTNET_MULTILEVEL_LOOKUP DEPLOYMENT_BASEPATH POWERSHELL_DISTRIBUTION_CHANNEL SELENIUM_JAR_PATH SWIFT_PATH STATS_EXT`,
  ),
  'GitLab, CircleCI and Bitbucket': named(
    `GITLAB_CI CI_JOB_ID CI_JOB_TOKEN CI_API_V4_URL CI_PAGES_URL CI_SERVER_HOST CI_SERVER_PORT CI_SERVER_URL CI_REGISTRY
    CIRCLECI CIRCLE_JOB CIRCLE_OIDC_TOKEN CIRCLE_OIDC_TOKEN_V2 BITBUCKET_STEP_OIDC_TOKEN BITBUCKET_BUILD_NUMBER`,
  ),
  Heroku: named(
    `DYNO DYNO_RAM WEB_CONCURRENCY WEB_MEMORY MEMORY_AVAILABLE HEROKU_APP_ID HEROKU_APP_NAME HEROKU_DYNO_ID HEROKU_RELEASE_VERSION
    HEROKU_SLUG_COMMIT HEROKU_SLUG_DESCRIPTION HEROKU_APP_DEFAULT_DOMAIN_NAME HEROKU_METRICS_URL HEROKU_PR_NUMBER HEROKU_BRANCH
    DATABASE_URL REDIS_URL REDIS_TLS_URL MONGOLAB_URI SENDGRID_API_KEY MAILGUN_SMTP_SERVER MAILGUN_SMTP_PORT POSTMARK_API_TOKEN
    PAPERTRAIL_API_TOKEN SENTRY_DSN CLOUDAMQP_URL LOGDNA_KEY NODE_MODULES_CACHE NPM_CONFIG_PRODUCTION USE_NPM_INSTALL`,
  ),
  Fly: named(
    `FLY_APP_NAME FLY_MACHINE_ID FLY_ALLOC_ID FLY_REGION FLY_PUBLIC_IP FLY_IMAGE_REF FLY_MACHINE_VERSION FLY_PRIVATE_IP
    FLY_PROCESS_GROUP FLY_VM_MEMORY_MB PRIMARY_REGION FLY_SSH FLY_API_TOKEN`,
  ),
  Render: named(
    `RENDER RENDER_CPU_COUNT RENDER_DISCOVERY_SERVICE RENDER_EXTERNAL_HOSTNAME RENDER_EXTERNAL_URL RENDER_GIT_BRANCH
    RENDER_GIT_COMMIT RENDER_GIT_REPO_SLUG RENDER_INSTANCE_ID RENDER_SERVICE_ID RENDER_SERVICE_NAME RENDER_SERVICE_TYPE
    RENDER_WEB_CONCURRENCY IS_PULL_REQUEST WEB_CONCURRENCY`,
  ),
  'Railway, Vercel, Netlify, Cloud Run, App Service and Amazon': named(
    `RAILWAY_ENVIRONMENT RAILWAY_PUBLIC_DOMAIN RAILWAY_SERVICE_NAME MONGO_URL MONGOHOST MONGOPORT MONGOUSER MONGOPASSWORD
    VERCEL VERCEL_ENV VERCEL_URL VERCEL_OIDC_TOKEN NETLIFY URL DEPLOY_URL DEPLOY_PRIME_URL SITE_NAME SITE_ID
    K_SERVICE K_REVISION K_CONFIGURATION GOOGLE_CLOUD_PROJECT GAE_ENV GAE_SERVICE CLOUD_RUN_JOB
    WEBSITE_SITE_NAME WEBSITE_HOSTNAME WEBSITE_INSTANCE_ID APPSETTING_NODE_ENV APPLICATIONINSIGHTS_CONNECTION_STRING
    MSI_ENDPOINT IDENTITY_ENDPOINT IDENTITY_HEADER AZURE_CLIENT_ID AZURE_TENANT_ID CONTAINER_APP_NAME CONTAINER_APP_HOSTNAME
    AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_EXECUTION_ENV ECS_CONTAINER_METADATA_URI_V4 AWS_CONTAINER_CREDENTIALS_RELATIVE_URI
    AWS_WEB_IDENTITY_TOKEN_FILE AWS_ROLE_ARN OTEL_EXPORTER_OTLP_ENDPOINT OTEL_SERVICE_NAME DD_AGENT_HOST DD_TRACE_AGENT_PORT DD_ENV`,
  ),
  'Marathon and Nomad': named(
    `MARATHON_APP_ID MESOS_TASK_ID MESOS_SANDBOX PORTS PORT0 PORT1 PORT_3000 NOMAD_ADDR_http NOMAD_HOST_PORT_http NOMAD_IP_http
    NOMAD_PORT_http NOMAD_TASK_DIR NOMAD_ALLOC_DIR NOMAD_SECRETS_DIR NOMAD_META_VERSION`,
  ),
  systemd: named(
    `INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS LISTEN_FDNAMES LISTEN_PID MAINPID WATCHDOG_USEC WATCHDOG_PID
    CREDENTIALS_DIRECTORY RUNTIME_DIRECTORY STATE_DIRECTORY LOGS_DIRECTORY CACHE_DIRECTORY CONFIGURATION_DIRECTORY SYSTEMD_EXEC_PID
    MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE SERVICE_RESULT EXIT_CODE EXIT_STATUS REMOTE_ADDR REMOTE_PORT MONITOR_UNIT PIDFILE`,
  ),
  PM2: named(
    'PM2_HOME PM2_USAGE PM2_INTERACTOR_PROCESSING NODE_APP_INSTANCE pm_id name exec_mode instances unique_id',
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

describe('starts in the environment of', () => {
  it.each(Object.entries(PLATFORMS))('%s', (_platform, environment) => {
    expect(remediesOf(() => read(environment))).toEqual([]);
  });
});
