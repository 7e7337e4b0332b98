import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { remediesOf, settingFaultsOf } from '../../testing/run/refused-settings.ts';
import { folderOfFile } from '../../testing/run/temporary-folder.ts';
import { readSettings } from './read-settings.ts';
import { builtInProviderIds, needsIssuer } from './built-in-providers.ts';

type Environment = Record<string, string>;

const read = (environment: Environment) => readSettings({ AUTH_SECRET: 'given', ...environment });

const faultsOf = (environment: Environment) => remediesOf(() => read(environment));

const OIDC = { OIDC_ACME_ISSUER: 'https://login.acme.example', OIDC_ACME_CLIENT_ID: 'client' };
const ENTRA = (tenant: string) => ({
  ...OIDC,
  OIDC_ACME_ISSUER: `https://login.microsoftonline.com/${tenant}`,
});
const provider = (id: string): Environment => ({
  [`OIDC_${id}_ISSUER`]: 'https://a.example',
  [`OIDC_${id}_CLIENT_ID`]: 'c',
});

describe('OIDC_<ID>_*', () => {
  it('needs only an issuer and a client id, and does not trust addresses by default', () => {
    expect(read(OIDC).oidcProviders).toEqual([
      {
        id: 'acme',
        name: 'Acme',
        issuer: 'https://login.acme.example',
        clientId: 'client',
        clientSecret: null,
        domains: [],
        trustEmail: false,
      },
    ]);
  });

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const pem = rsa.export({ type: 'pkcs8', format: 'pem' }).toString();

  it.each<[string, string]>([
    ['a PEM', pem],
    ['a PEM on one line', pem.trim().replaceAll('\n', '\\n')],
    ['a JWK', JSON.stringify(rsa.export({ format: 'jwk' }))],
  ])('reads a private key as %s, and sets private_key_jwt', (_what, text) => {
    const key = { OIDC_ACME_PRIVATE_KEY: text, OIDC_ACME_PRIVATE_KEY_ID: 'key-1' };
    expect(read({ ...OIDC, ...key }).oidcProviders).toMatchObject([
      {
        authMethod: 'private_key_jwt',
        clientSecret: null,
        privateKey: { ...rsa.export({ format: 'jwk' }), alg: 'RS256', kid: 'key-1' },
      },
    ]);
  });

  it.each<[string, Environment, string]>([
    [
      'a method without its secret',
      { OIDC_ACME_TOKEN_ENDPOINT_AUTH_METHOD: 'client_secret_post' },
      'OIDC_ACME_CLIENT_SECRET is not set, and client_secret_post needs it',
    ],
    [
      'a method without its key',
      { OIDC_ACME_TOKEN_ENDPOINT_AUTH_METHOD: 'private_key_jwt' },
      'OIDC_ACME_PRIVATE_KEY is not set, and private_key_jwt needs it',
    ],
    [
      'an unknown method',
      { OIDC_ACME_TOKEN_ENDPOINT_AUTH_METHOD: 'tls_client_auth' },
      'OIDC_ACME_TOKEN_ENDPOINT_AUTH_METHOD is not a way of client authentication that Foyer knows',
    ],
    ['an invalid key', { OIDC_ACME_PRIVATE_KEY: 'hush' }, 'OIDC_ACME_PRIVATE_KEY is not a private key'],
    [
      'a key that is too short',
      {
        OIDC_ACME_PRIVATE_KEY: generateKeyPairSync('rsa', { modulusLength: 1024 })
          .privateKey.export({ type: 'pkcs8', format: 'pem' })
          .toString(),
      },
      'OIDC_ACME_PRIVATE_KEY is not a private key',
    ],
  ])('refuses %s', (_what, more, fault) => {
    const faults = faultsOf({ ...OIDC, ...more });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
    expect(faults[0]).not.toContain('hush');
  });

  it.each<[string | undefined, 'open' | string[]]>([
    [undefined, []],
    ['off', []],
    ['open', 'open'],
    ['Example.com, example.org', ['example.com', 'example.org']],
  ])('DISCOVERY=%s is %j', (text, expected) => {
    expect(read({ ...OIDC, ...(text === undefined ? {} : { DISCOVERY: text }) }).discovery).toEqual(expected);
  });

  it('reads all settings of several providers, in the order of their ids', () => {
    const { oidcProviders } = read({
      ...OIDC,
      OIDC_ACME_WEST_2_ISSUER: 'http://127.0.0.1:9000/',
      OIDC_ACME_WEST_2_CLIENT_ID: 'west',
      OIDC_ACME_WEST_2_CLIENT_SECRET: 'hush',
      OIDC_ACME_WEST_2_NAME: 'Acme (west)',
      OIDC_ACME_WEST_2_DOMAINS: 'West.Acme.example, acme.test,',
      OIDC_ACME_WEST_2_TRUST_EMAIL: 'on',
      OIDC_ACME_WEST_2_MFA_AMR: 'mfa, hwk,mfa',
    });
    expect(oidcProviders.map(({ id }) => id)).toEqual(['acme', 'acme-west-2']);
    expect(oidcProviders[1]).toEqual({
      id: 'acme-west-2',
      name: 'Acme (west)',
      // The trailing slash stays, because issuers are compared as text.
      issuer: 'http://127.0.0.1:9000/',
      clientId: 'west',
      clientSecret: 'hush',
      domains: ['west.acme.example', 'acme.test'],
      trustEmail: true,
      multiFactor: { acr: [], amr: ['mfa', 'hwk'] },
    });
  });

  it.each<[Environment, RegExp]>([
    [{ OIDC_ACME_CLIENT_ID: 'client' }, /^OIDC_ACME_ISSUER is not set, though others/],
    [{ OIDC_ACME_ISSUER: 'https://a.example' }, /^OIDC_ACME_CLIENT_ID is not set, though others/],
    [{ ...OIDC, OIDC_ACME_ISSUER: 'login.acme.example' }, /^OIDC_ACME_ISSUER is not an issuer/],
    [{ ...OIDC, OIDC_ACME_ISSUER: 'https://a.example/?tenant=1' }, /^OIDC_ACME_ISSUER is not an issuer/],
    [{ ...OIDC, OIDC_ACME_ISSUER: 'http://acme.example' }, /^OIDC_ACME_ISSUER must begin with https:\/\//],
    [{ ...OIDC, OIDC_ACME_DOMAINS: 'acme' }, /^OIDC_ACME_DOMAINS is not a list of domains/],
    [ENTRA('{tenantid}/v2.0'), /^OIDC_ACME_ISSUER is not an issuer/],
    [
      { ...ENTRA('common/v2.0'), OIDC_ACME_TRUST_EMAIL: 'on' },
      /^OIDC_ACME_TRUST_EMAIL is on for all tenants of Microsoft Entra/,
    ],
    [
      { ...ENTRA('common/v2.0'), OIDC_ACME_MFA_ACR: 'urn:example:mfa' },
      /^OIDC_ACME_MFA_ACR is set for all tenants of Microsoft Entra/,
    ],
    [
      { ...ENTRA('organizations/v2.0/'), OIDC_ACME_MFA_AMR: 'mfa' },
      /^OIDC_ACME_MFA_AMR is set for all tenants of Microsoft Entra/,
    ],
    [{ ...OIDC, OIDC_ACME_TRUST_EMAIL: 'sure' }, /^OIDC_ACME_TRUST_EMAIL is neither on nor off/],
    [
      { ...OIDC, OIDC_ACME_MFA_ACR: 'urn:example:mfa,,phr' },
      /^OIDC_ACME_MFA_ACR is not a list of values of acr/,
    ],
    [{ ...OIDC, OIDC_ACME_MFA_ACR: 'two words' }, /^OIDC_ACME_MFA_ACR is not a list of values of acr/],
    // `0` means that the provider is sure of nothing.
    [{ ...OIDC, OIDC_ACME_MFA_ACR: 'phr, 0' }, /^OIDC_ACME_MFA_ACR is not a list of values of acr/],
    [{ ...OIDC, OIDC_ACME_MFA_AMR: '"mfa"' }, /^OIDC_ACME_MFA_AMR is not a list of values of amr/],
    // A password is one factor.
    [{ ...OIDC, OIDC_ACME_MFA_AMR: 'mfa, pwd' }, /^OIDC_ACME_MFA_AMR is not a list of values of amr/],
    [{ ...OIDC, OIDC_ACME_SECRET: 'x' }, /^OIDC_ACME_SECRET is not .* mean OIDC_ACME_CLIENT_SECRET\?$/],
    [{ OIDC_ISSUER: 'https://a.example' }, /^OIDC_ISSUER is not a variable .*\. Did you mean OIDC_/],
    [provider('EMAIL'), /uses the id email/],
    [provider('PASSKEY'), /uses the id passkey/],
    [provider('RECOVERY_CODE'), /uses the id recovery-code/],
    [provider('DEMO_ONE'), /uses the id demo-one/],
    [
      {
        ...OIDC,
        OIDC_ACME_DOMAINS: 'acme.example',
        ...provider('BETA'),
        OIDC_BETA_DOMAINS: 'beta.example,acme.example',
      },
      /^OIDC_BETA_DOMAINS names acme\.example, which acme has already/,
    ],
    [
      { ...provider('GITHUB'), AUTH_GITHUB_ID: 'i', AUTH_GITHUB_SECRET: 's' },
      /^OIDC_GITHUB_ISSUER and AUTH_GITHUB_ID name two providers github/,
    ],
  ])('%j is refused', (environment, fault) => {
    expect(faultsOf(environment)).toEqual([expect.stringMatching(fault)]);
  });
});

describe('AUTH_<ID>_*', () => {
  it('reads variables with Auth.js’s names', () => {
    const { builtInProviders } = read({
      AUTH_GITHUB_ID: 'g',
      AUTH_GITHUB_SECRET: 'gs',
      AUTH_MICROSOFT_ENTRA_ID_ID: 'm',
      AUTH_MICROSOFT_ENTRA_ID_SECRET: 'ms',
      AUTH_KEYCLOAK_ID: 'k',
      AUTH_KEYCLOAK_SECRET: 'ks',
      AUTH_KEYCLOAK_ISSUER: 'https://keycloak.example/realms/main',
    });
    expect(builtInProviders).toEqual([
      { id: 'github', clientId: 'g', clientSecret: 'gs', issuer: null },
      { id: 'keycloak', clientId: 'k', clientSecret: 'ks', issuer: 'https://keycloak.example/realms/main' },
      { id: 'microsoft-entra-id', clientId: 'm', clientSecret: 'ms', issuer: null },
    ]);
  });

  it.each<[Environment, RegExp]>([
    [{ AUTH_GITHUB_ID: 'g' }, /^AUTH_GITHUB_SECRET is not set/],
    [{ AUTH_GITHUB_SECRET: 'g' }, /^AUTH_GITHUB_ID is not set/],
    [{ AUTH_GITUHB_ID: 'g' }, /^AUTH_GITUHB_ID names gituhb, which is no provider .* github/],
    [
      { AUTH_MICROSOFT_ENTRA_ID: 'g' },
      /^AUTH_MICROSOFT_ENTRA_ID names microsoft-entra, .* microsoft-entra-id/,
    ],
    [{ AUTH_GITHUB_CLIENT_SECRET: 'g' }, /^AUTH_GITHUB_CLIENT_SECRET names github-client, .* are github/],
    [{ AUTH_RESEND_ID: 'g' }, /^AUTH_RESEND_ID names resend, which is no provider/],
    [{ AUTH_OKTA_ID: 'o', AUTH_OKTA_SECRET: 's' }, /^AUTH_OKTA_ISSUER is not set, and okta needs it/],
    [{ AUTH_URL: 'https://a.example' }, /^AUTH_URL is not read by Foyer\. Set APP_ORIGIN/],
  ])('%j is refused', (environment, fault) => {
    expect(faultsOf(environment)).toEqual([expect.stringMatching(fault)]);
  });

  // Fails when a new version of Auth.js has a module without a provider, or a provider that needs an issuer.
  it.each(builtInProviderIds())('%s is an OAuth or OpenID provider of the installed Auth.js', async (id) => {
    const { default: makeProvider } = await import(`@auth/core/providers/${id}`);
    const bare = makeProvider({ clientId: 'id', clientSecret: 'secret' });
    expect(['oauth', 'oidc']).toContain(bare.type);
    const { issuer } = { ...bare, ...bare.options };
    const incomplete = JSON.stringify(bare).includes('undefined') || (bare.type === 'oidc' && !issuer);
    expect(needsIssuer(id)).toBe(incomplete);
  });
});

const file = path.join(folderOfFile(), 'logo');
const readLogo = (OIDC_ACME_LOGO = file) => read({ ...OIDC, OIDC_ACME_LOGO }).oidcProviders[0]?.logo;

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${content}</svg>`;

describe('OIDC_<ID>_LOGO', () => {
  it.each([
    ['an SVG', 'image/svg+xml', Buffer.from(svg('<path d="M0 0h24v24H0z"/>'))],
    ['a PNG', 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])],
  ])('accepts %s', (_what, type, content) => {
    writeFileSync(file, content);
    expect(readLogo()).toEqual({ type, content });
  });

  // svg.test.ts has what else an SVG must not have.
  it.each([
    ['a script', svg('<script>alert(1)</script>'), 'is no PNG and, as an SVG, has an element <script>'],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff]), 'is no PNG and, as an SVG, is not plain, well-formed SVG'],
  ])('refuses %s', (_what, content, wrong) => {
    writeFileSync(file, content);
    expect(settingFaultsOf(readLogo)).toMatchObject([{ wrong: `names a file that ${wrong}` }]);
  });

  it('refuses 65 kB', () => {
    writeFileSync(file, svg(' '.repeat(65_536)));
    expect(settingFaultsOf(readLogo)).toMatchObject([{ wrong: 'names a file of more than 64 kB' }]);
  });

  it('refuses a file that does not exist, and names the variable and not the path', () => {
    const missing = `${file}-missing.svg`;
    expect(() => readLogo(missing)).toThrow('OIDC_ACME_LOGO names a file that cannot be read.');
    expect(() => readLogo(missing)).not.toThrow(missing);
  });
});
