import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { NO_BRAND } from './brand.ts';
import { readSettings } from './read-settings.ts';
import { PRODUCTION, settingFaultsOf } from '../../testing/run/refused-settings.ts';
import { folderOfTest } from '../../testing/run/temporary-folder.ts';

type Environment = Record<string, string | undefined>;

let dataDir: string;

beforeEach(() => {
  dataDir = folderOfTest();
});

const read = (environment: Environment) => readSettings({ DATA_DIR: dataDir, ...environment });

const faultsOf = (environment: Environment) =>
  settingFaultsOf(() => read(environment)).map(({ variable, wrong }) => `${variable} ${wrong}`);

const refusals = (name: string, values: readonly string[], wrong: string) =>
  values.map((value): [Environment, string] => [{ [name]: value }, `${name} ${wrong}`]);

describe('in development', () => {
  it('starts without any setting', () => {
    const { authSecret, ...others } = read({});
    expect(authSecret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    // settings-document.test.ts compares the other defaults with docs/settings.md.
    expect(others).toMatchObject({
      mode: 'development',
      listenHost: 'localhost',
      origin: 'http://localhost:3000',
      cookiePrefix: 'foyer-3000',
      brand: NO_BRAND,
      mongodbUri: null,
      dataDir,
      smtpUrl: null,
      smsUrl: null,
      webhook: null,
      demo: true,
      previousAuthSecret: null,
      signInDomains: null,
      trustProxy: false,
      trustedOrigins: [],
    });
  });

  it('reads TRUSTED_ORIGINS as a list of exact origins of the same site, and refuses others', () => {
    const APP_ORIGIN = 'https://id.example.com';
    const trusted = (TRUSTED_ORIGINS: string, others: Environment = {}) =>
      read({ APP_ORIGIN, PUBLIC_DEVELOPMENT: 'on', TRUSTED_ORIGINS, ...others }).trustedOrigins;
    expect(trusted('https://app.example.com, https://example.com:8443,https://app.example.com')).toEqual([
      'https://app.example.com',
      'https://example.com:8443',
    ]);
    for (const wrong of [
      ',',
      'app.example.com',
      'https://app.example.com/',
      'https://app.example.com/path',
      'https://App.example.com',
      'https://app.example.com:443',
      'https://*.example.com',
      'https://eve@app.example.com',
      'null',
    ])
      expect(() => trusted(wrong)).toThrow('TRUSTED_ORIGINS is not a list of origins');
    expect(() => trusted('http://app.example.com')).toThrow('TRUSTED_ORIGINS has an http origin');
    for (const elsewhere of ['https://example.org', 'https://example.com.evil.test', 'https://192.0.2.1'])
      expect(() => trusted(elsewhere)).toThrow('TRUSTED_ORIGINS has an origin of another site');

    // Foyer's own origin is left out, because its pages may do more than those of a trusted origin.
    expect(trusted('https://id.example.com,https://app.example.com')).toEqual(['https://app.example.com']);

    const local = { APP_ORIGIN: 'http://localhost:3000' };
    expect(trusted('http://localhost:3000', local)).toEqual([]);
    expect(trusted('http://localhost:5173', local)).toEqual(['http://localhost:5173']);
    // Browsers treat each of these names as a site.
    expect(() => trusted('http://app.localhost:5173', local)).toThrow('of another site');
    expect(() => trusted('https://localhost:5173', local)).toThrow('of another site or scheme');
    const named = { APP_ORIGIN: 'http://id.shop.localhost:3000' };
    expect(trusted('http://app.shop.localhost:5173', named)).toEqual(['http://app.shop.localhost:5173']);
    expect(() => trusted('http://localhost:5173', { ...local, NODE_ENV: 'production' })).toThrow(
      'TRUSTED_ORIGINS has an http origin',
    );
  });

  it('uses .data in the working directory as the absolute data directory', () => {
    const { dataDir: defaultDataDir } = readSettings({ AUTH_SECRET: 'given' });
    expect(defaultDataDir).toBe(path.join(process.cwd(), '.data'));
  });

  it('listens on the loopback host of the origin, unless HOST is set', () => {
    const hostOf = (environment: Environment) => read(environment).listenHost;
    expect(hostOf({ APP_ORIGIN: 'http://127.0.0.1:3000' })).toBe('127.0.0.1');
    expect(hostOf({ APP_ORIGIN: 'http://[::1]:3000' })).toBe('::1');
    expect(hostOf({ APP_ORIGIN: 'http://accounts.localhost:3000' })).toBe('localhost');
    expect(hostOf({ APP_ORIGIN: 'https://a.example', PUBLIC_DEVELOPMENT: 'on' })).toBe('localhost');
    expect(hostOf({ HOST: '192.0.2.7' })).toBe('192.0.2.7');
    expect(hostOf({ HOST: '*' })).toBeNull();
  });

  it('answers metrics on loopback at a port of their own, and only with METRICS=on', () => {
    const metricsOf = (environment: Environment) => read(environment).metrics;
    expect(metricsOf({ METRICS_PORT: '9100' })).toBeNull();
    expect(metricsOf({ METRICS: 'on' })).toEqual({ port: 9464, host: '127.0.0.1', commands: false });
    expect(metricsOf({ METRICS: 'on', METRICS_HOST: '*', METRICS_PORT: '9100' })).toEqual({
      port: 9100,
      host: null,
      commands: false,
    });
    expect(metricsOf({ METRICS: 'on', METRICS_COMMANDS: 'on' })).toMatchObject({ commands: true });
    expect(faultsOf({ METRICS: 'on', PORT: '9464' })).toEqual([
      'METRICS_PORT is the port that everybody reaches (PORT)',
    ]);
  });

  it('refuses a public origin outside production, unless PUBLIC_DEVELOPMENT is on', () => {
    for (const origin of [
      'https://accounts.example.com',
      'http://192.168.1.5:3000',
      'http://localhost.example.com',
    ]) {
      for (const mode of [{}, { NODE_ENV: 'test' }]) {
        expect(faultsOf({ APP_ORIGIN: origin, ...mode })).toEqual([
          'APP_ORIGIN is an address that others can reach, and NODE_ENV is not production',
        ]);
      }
      expect(() => read({ APP_ORIGIN: origin })).toThrow('NODE_ENV=production');
      expect(read({ APP_ORIGIN: origin, PUBLIC_DEVELOPMENT: 'on' })).toMatchObject({ origin, demo: false });
    }
  });

  it('treats empty and blank values as unset', () => {
    expect(read({ PORT: '', APP_ORIGIN: '  ', OIDC_X_ISSUER: '', AUTH_GITHUB_ID: '' })).toMatchObject({
      port: 3000,
      demo: true,
      oidcProviders: [],
    });
  });

  it('creates one secret, readable by its owner only, and reuses it', () => {
    const first = read({}).authSecret;
    expect(read({}).authSecret).toBe(first);
    expect(statSync(path.join(dataDir, 'auth-secret')).mode & 0o777).toBe(0o600);
    expect(read({ AUTH_SECRET: 'given' }).authSecret).toBe('given');
  });

  it('throws instead of creating a new secret when the secret is missing and its database exists', () => {
    mkdirSync(path.join(dataDir, 'mongodb'));
    expect(() => read({})).toThrow('auth-secret is gone although there is a database beside it');
    expect(existsSync(path.join(dataDir, 'auth-secret'))).toBe(false);
    expect(read({ AUTH_SECRET: 'given' }).authSecret).toBe('given');
  });

  it('throws when the stored secret is damaged or cannot be stored', () => {
    writeFileSync(path.join(dataDir, 'auth-secret'), '');
    expect(() => read({})).toThrow('is damaged');
    const below = path.join(dataDir, 'auth-secret', 'below-a-file');
    expect(() => read({ DATA_DIR: below })).toThrow('none can be kept');
  });

  it('turns the demo providers off when a provider is set, unless DEMO is on', () => {
    const provider = { AUTH_GITHUB_ID: 'id', AUTH_GITHUB_SECRET: 'secret' };
    expect(read(provider).demo).toBe(false);
    expect(read({ ...provider, DEMO: 'on' }).demo).toBe(true);
    expect(read({ DEMO: 'off' }).demo).toBe(false);
  });
});

describe('values', () => {
  it.each<[Environment, object]>([
    [
      { APP_ORIGIN: 'https://Accounts.Example.com/', PUBLIC_DEVELOPMENT: 'on' },
      { origin: 'https://accounts.example.com' },
    ],
    [{ PORT: '4000', APP_ORIGIN: 'http://localhost' }, { cookiePrefix: 'foyer-80' }],
    [{ APP_ORIGIN: 'https://localhost:8443' }, { cookiePrefix: 'foyer' }],
    [{ COOKIE_PREFIX: 'accounts-2_b' }, { cookiePrefix: 'accounts-2_b' }],
    [{ BASE_PATH: '/id' }, { basePath: '/id', authBasePath: '/id/auth' }],
    [
      { BASE_PATH: '/a/b', AUTH_BASE_PATH: '/sign' },
      { basePath: '/a/b', authBasePath: '/a/b/sign' },
    ],
    [{ AUTH_BASE_PATH: '/api/auth' }, { authBasePath: '/api/auth' }],
    [{ TRUST_PROXY: 'off' }, { trustProxy: false }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: 'loopback,10.0.0.0/8,fd00::/8' }, { trustProxy: 'loopback, 10.0.0.0/8, fd00::/8' }],
    [{ MAIL_FROM: 'accounts@example.com' }, { mailFrom: 'accounts@example.com' }],
    [{ SMTP_URL: 'smtp://localhost:1025' }, { smtpUrl: 'smtp://localhost:1025' }],
    [{ SMS_URL: 'http://localhost:8080/send' }, { smsUrl: 'http://localhost:8080/send' }],
    [
      { LOG_LEVEL: 'silent', NODE_ENV: 'test' },
      { logLevel: 'silent', mode: 'test' },
    ],
    [{ SHUTDOWN_DELAY: '0' }, { shutdownDelay: 0 }],
    [{ SHUTDOWN_DELAY: '300' }, { shutdownDelay: 300 }],
    [{ SIGN_IN_DOMAINS: 'Example.com, example.org,' }, { signInDomains: ['example.com', 'example.org'] }],
    [{ PHONE_COUNTRIES: 'de, AT,' }, { phoneCountries: ['DE', 'AT'] }],
    [
      { RELATED_ORIGINS: 'https://example.org, https://example.net:8443,https://example.org' },
      { relatedOrigins: ['https://example.org', 'https://example.net:8443'] },
    ],
    [{ PORT: '4100' }, { port: 4100, origin: 'http://localhost:4100', cookiePrefix: 'foyer-4100' }],
    [{ APP_ORIGIN: 'https://accounts.example.com', PUBLIC_DEVELOPMENT: 'on', DEMO: 'on' }, { demo: true }],
    [{ ...PRODUCTION, AUTH_SECRET: '9f86d081884c7d659a2feaa0c55ad015' }, { mode: 'production' }],
    [{ ...PRODUCTION, AUTH_SECRET: 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=' }, { mode: 'production' }],
    [{ AUTH_TOKEN: 'of another program', AUTH_FOO: 'x' }, { builtInProviders: [] }],
  ])('%j is read', (environment, expected) => {
    expect(read(environment)).toMatchObject(expected);
  });

  it.each<[Environment, string]>([
    ...refusals(
      'BREACHED_PASSWORDS_URL',
      ['breaches', 'ftp://breaches.test', 'https://me:pw@breaches.test/', 'https://breaches.test/?key=1'],
      'is not an http:// or https:// address without user name, query and fragment',
    ),
    ...refusals('SIGN_IN_DOMAINS', [',', '@example.com', 'ann@example.com', '*'], 'is not a list of domains'),
    ...refusals('PHONE_COUNTRIES', [',', 'Germany', 'DE;AT', 'XX', '49'], 'is not a list of countries'),
    ...refusals(
      'RELATED_ORIGINS',
      [
        ',',
        'example.org',
        'http://example.org',
        'https://example.org/',
        'https://*.example.org',
        'https://Example.org',
      ],
      'is not a list of https origins',
    ),
    [{ MAX_CONNECTIONS: '0' }, 'MAX_CONNECTIONS is not a number of connections from 1 to 1000000'],
    [{ LOG_FORMAT: 'pretty' }, 'LOG_FORMAT is neither text nor json'],
    [{ LOG_REQUESTS: 'some' }, 'LOG_REQUESTS is neither all, errors nor sample'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV is neither development, production nor test'],
    ...refusals('PORT', ['0', '65536', '3e3'], 'is not a port number'),
    ...refusals('HOST', ['http://localhost', 'localhost:3000'], 'is neither an address, a host name, nor *'),
    [{ PORT: '65534' }, 'PORT leaves no room for the demo providers on the three ports above it'],
    ...refusals(
      'APP_ORIGIN',
      ['localhost:3000', 'https://a.example/app', 'https://u:p@a.example', 'https://a.example/?'],
      'is not an origin: scheme, host and port alone',
    ),
    ...refusals(
      'SHUTDOWN_DELAY',
      ['301', '-1', '2.5', '5s', '05'],
      'is not a number of seconds from 0 to 300',
    ),
    ...refusals(
      'AUTH_BASE_PATH',
      ['/', '//', 'auth', '/auth/', '/au th', '/auth/../x', '/a?b', '/:id'],
      'is not a plain path: it begins with a slash, names something, and does not end with a slash',
    ),
    ...refusals(
      'COOKIE_PREFIX',
      ['__Host-foyer', '-a', 'a.b', 'a=b', 'a b', 'a;b', 'x'.repeat(33)],
      'is not the beginning of a cookie name: at most 32 letters, digits, dashes and underscores',
    ),
    ...refusals(
      'BASE_PATH',
      ['/', '//', 'id', '/id/', '/i d', '/id/../x', '/id?b', '/:id', 'https://id.example/id'],
      'is not a plain path: it begins with a slash, names something, and does not end with a slash',
    ),
    ...refusals(
      'BASE_PATH',
      ['/healthz', '/readyz/id', '/HEALTHZ'],
      'is a path that the application answers itself',
    ),
    ...refusals(
      'AUTH_BASE_PATH',
      ['/oauth', '/trpc', '/TRPC/x', '/healthz', '/readyz', '/assets', '/account', '/sign-in', '/dev'],
      'is a path that the application answers itself',
    ),
    [{ MONGODB_URI: 'localhost/foyer' }, 'MONGODB_URI is not a MongoDB connection string'],
    ...refusals('SMTP_URL', ['http://mail.example', 'smtp:///path'], 'is not an smtp:// or smtps:// address'),
    ...refusals('MAIL_FROM', ['Accounts', 'A <a@example.com>, b@example.com'], 'is not a sender'),
    [{ SMS_URL: 'ftp://sms.example' }, 'SMS_URL is not an http:// or https:// address'],
    [{ DEMO: 'maybe' }, 'DEMO is neither on nor off'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is not a log level'],
    ...refusals(
      'TRUST_PROXY',
      ['true', '10.0.0.0/33', 'proxy.example', '-1', '10.0.0.1/'],
      'is neither off, a number of proxies, nor a list of their addresses',
    ),
  ])('%j is refused', (environment, fault) => {
    expect(faultsOf(environment)).toEqual([fault]);
  });
});

describe('in production', () => {
  it('starts without demo providers when everything is set', () => {
    expect(read(PRODUCTION)).toMatchObject({
      mode: 'production',
      demo: false,
      cookiePrefix: 'foyer',
      authBasePath: '/auth',
      listenHost: null,
      shutdownDelay: 5,
    });
    expect(read({ ...PRODUCTION, HOST: '127.0.0.1' }).listenHost).toBe('127.0.0.1');
  });

  it('names all missing settings in one message, and creates no secret', () => {
    const environment = { NODE_ENV: 'production' };
    const faults = settingFaultsOf(() => read(environment));
    expect(faults.map(({ variable }) => variable)).toEqual([
      'APP_ORIGIN',
      'AUTH_SECRET',
      'MONGODB_URI',
      'SMTP_URL',
      'MAIL_FROM',
      'SMTP_URL, OIDC_*, AUTH_*',
    ]);
    for (const { variable, wrong, remedy } of faults)
      expect(() => read(environment)).toThrow(`${variable} ${wrong}. ${remedy}`);
    expect(() => statSync(path.join(dataDir, 'auth-secret'))).toThrow('ENOENT');
  });

  it.each<[Environment, string]>([
    [{ APP_ORIGIN: 'http://accounts.example.com' }, 'APP_ORIGIN must begin with https:// in production'],
    [{ AUTH_SECRET: 'Zx3vQ8rT1mK6pW9' }, 'AUTH_SECRET is shorter than 32 characters'],
    [{ AUTH_SECRET: 'a'.repeat(40) }, 'AUTH_SECRET has too few different characters'],
    [{ AUTH_SECRET: 'Zx3vQ8rT1mK6pW9s'.repeat(2) }, 'AUTH_SECRET repeats itself'],
    [{ AUTH_SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789' }, 'AUTH_SECRET is a sequence, not random'],
    [{ AUTH_SECRET: 'change-me-Zx3vQ8rT1mK6pW9sB4nD7fG2' }, 'AUTH_SECRET looks like a sample value'],
    [{ DEMO: 'on' }, 'DEMO lets anyone sign in as anyone, and is refused in production'],
    [{ SMS_URL: 'http://sms.example.com' }, 'SMS_URL must begin with https:// in production'],
    [{ PHONE_SIGN_IN: 'on' }, 'PHONE_SIGN_IN needs a way to send text messages'],
    [
      { SMTP_URL: '', OIDC_X_ISSUER: 'https://x.example', OIDC_X_CLIENT_ID: 'c' },
      'SMTP_URL is not set, and production needs it',
    ],
    [
      { OIDC_X_ISSUER: 'http://localhost:8080', OIDC_X_CLIENT_ID: 'c' },
      'OIDC_X_ISSUER must begin with https:// in production',
    ],
  ])('%j is refused', (environment, fault) => {
    expect(faultsOf({ ...PRODUCTION, ...environment })).toEqual([fault]);
  });
});

it('an error message contains no value', () => {
  const marker = 'Tr0ub4dor';
  const environment = {
    NODE_ENV: 'production',
    APP_ORIGIN: `ftp://${marker}:${marker}@host`,
    AUTH_SECRET: marker,
    MONGODB_URI: `mongo://user:${marker}@host`,
    SMTP_URL: `ftp://user:${marker}@host`,
    MAIL_FROM: marker,
    SMS_URL: `ftp://user:${marker}@host`,
    WEBHOOK_URL: `https://user:${marker}@host`,
    WEBHOOK_SECRET: marker,
    WEBHOOK_TYPES: marker,
    WEBHOOK_PRIVATE_HOSTS: `${marker}:80`,
    TRUST_PROXY: marker,
    OIDC_X_ISSUER: `https://user:${marker}@host`,
    OIDC_X_CLIENTSECRET: marker,
    OIDC_X_DOMAINS: marker,
    AUTH_GITHUB_SECRET: marker,
  };
  expect(() => read(environment)).toThrow('OIDC_X_CLIENTSECRET');
  expect(() => read(environment)).not.toThrow(marker);
});
