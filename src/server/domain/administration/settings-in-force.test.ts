import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../testing/app/test-app.ts';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { PROVIDER_SUFFIXES } from '../../settings/built-in-providers.ts';
import { SETTINGS_CATALOGUE } from '../../settings/catalogue.ts';
import { CLIENT_SUFFIXES } from '../../settings/oauth-clients.ts';
import { OIDC_SUFFIXES } from '../../settings/oidc-providers.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { SETTING_NAMES } from '../../settings/unknown-names.ts';

const MARKER = 'marker-of-a-secret';
const BYTES = Buffer.from(MARKER.padEnd(32, '-'));
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const KEY_PART = String(privateKey.export({ format: 'jwk' }).d);
const MARKERS = [MARKER, BYTES.toString('base64'), BYTES.toString('base64url'), KEY_PART];

/** Every setting that is a secret or can have one in it, with a marker in its value. */
const SECRETS: Readonly<Record<string, string>> = {
  AUTH_SECRET: MARKER,
  AUTH_SECRET_PREVIOUS: MARKER,
  MONGODB_URI: `mongodb://user:${MARKER}@db.example.com/foyer?authSource=${MARKER}`,
  SMTP_URL: `smtps://user:${MARKER}@mail.example.com:465/?key=${MARKER}`,
  SMS_URL: `https://user:${MARKER}@sms.example.com/${MARKER}?key=${MARKER}`,
  WEBHOOK_URL: `https://app.example.com/${MARKER}?key=${MARKER}`,
  BREACHED_PASSWORDS_URL: `https://breaches.example.com/${MARKER}/`,
  WEBHOOK_SECRET: `whsec_${BYTES.toString('base64')}`,
  OIDC_ACME_CLIENT_SECRET: MARKER,
  OIDC_ACME_PRIVATE_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  AUTH_GITHUB_SECRET: MARKER,
  CLIENT_SHOP_SECRET_HASHES: BYTES.toString('base64url'),
  CLIENT_TILL_JWKS: JSON.stringify({
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid: MARKER, use: 'sig', alg: 'ES256' }],
  }),
};
const OTHERS = {
  BREACHED_PASSWORDS: 'on',
  OIDC_ACME_ISSUER: 'https://login.acme.test',
  OIDC_ACME_CLIENT_ID: 'foyer',
  OIDC_ACME_NAME: 'Acme',
  OIDC_ACME_DOMAINS: 'acme.test',
  AUTH_GITHUB_ID: 'foyer',
  CLIENT_SHOP_REDIRECTS: 'https://shop.example.com/callback',
  CLIENT_TILL_REDIRECTS: 'https://till.example.com/callback',
};

/** Opens an app with these settings, apart from those of the place where the test runs. */
async function askSettings(environment: Readonly<Record<string, string>>) {
  const { mode: _, port: __, origin: ___, listenHost: ____, ...settings } = readSettings(environment);
  await using app = await createTestApp({ settings });
  const { agent, client } = await makeAdministrator(app);
  const { text } = await agent.request('/trpc/administration.settings');
  return { text, answer: await client.administration.settings.query() };
}

it('every setting that looks like a secret has a marker below', () => {
  const families = { OIDC_ACME: OIDC_SUFFIXES, AUTH_GITHUB: PROVIDER_SUFFIXES };
  const ofFamilies = Object.entries(families).flatMap(([prefix, suffixes]) =>
    suffixes.map((suffix) => `${prefix}_${suffix}`),
  );
  const ofClients = CLIENT_SUFFIXES.map((suffix) =>
    suffix === 'JWKS' ? `CLIENT_TILL_${suffix}` : `CLIENT_SHOP_${suffix}`,
  );
  const looksSecret = /SECRET|PASSWORD(?!S$)|TOKEN$|KEY$|HASHES|JWKS|URI$|^(?:SMTP|SMS|WEBHOOK)_URL$/;
  const names = [...SETTING_NAMES, ...ofFamilies, ...ofClients].filter((name) => looksSecret.test(name));
  expect(names.toSorted()).toEqual(Object.keys(SECRETS).toSorted());
  const hidden = Object.values(SETTINGS_CATALOGUE)
    .flatMap((group) => Object.entries(group))
    .flatMap(([name, entry]) => ('isSet' in entry ? [name] : []));
  expect(names).toEqual(expect.arrayContaining(hidden));
});

it('the answer has no part of a secret, and says which secrets are set', async () => {
  const { text, answer } = await askSettings({ ...SECRETS, ...OTHERS });
  for (const marker of MARKERS) expect(text).not.toContain(marker);
  const settings = new Map(answer.groups.flatMap((group) => group.settings.map((each) => [each.name, each])));
  expect([...settings.keys()].toSorted()).toEqual([...SETTING_NAMES].toSorted());
  for (const name of ['AUTH_SECRET', 'AUTH_SECRET_PREVIOUS', 'MONGODB_URI', 'WEBHOOK_SECRET'])
    expect(settings.get(name)).toEqual({ name, isSet: true, value: null });
  expect(settings.get('SMTP_URL')?.value).toBe('smtps://mail.example.com:465');
  expect(settings.get('SMS_URL')?.value).toBe('https://sms.example.com');
  expect(settings.get('WEBHOOK_URL')?.value).toBe('https://app.example.com');
  expect(answer.identityProviders).toEqual([
    {
      id: 'acme',
      name: 'Acme',
      issuer: 'https://login.acme.test',
      domains: ['acme.test'],
      trustsEmail: false,
      isDemo: false,
      isListed: true,
    },
    expect.objectContaining({ id: 'github', issuer: null }),
  ]);
});

it('the answer has the values in force, as an operator writes them', async () => {
  const { answer } = await askSettings({
    AUTH_SECRET: 'given',
    DEMO: 'off',
    TRUST_PROXY: '10.0.0.0/8, loopback',
    APP_NAME: 'Example',
    APP_ACCENT: '#1d4ed8, #60a5fa',
    WEBHOOK_PRIVATE_HOSTS: 'app.internal,10.0.0.5',
    PHONE_SIGN_IN: 'on',
  });
  const valueOf = (name: string) =>
    answer.groups.flatMap(({ settings }) => settings).find((each) => each.name === name)?.value;
  expect(valueOf('TRUST_PROXY')).toBe('10.0.0.0/8, loopback');
  expect(valueOf('APP_ACCENT')).toBe('#1d4ed8, #60a5fa');
  expect(valueOf('WEBHOOK_PRIVATE_HOSTS')).toBe('app.internal, 10.0.0.5');
  expect(valueOf('DEMO')).toBe('off');
  expect(valueOf('DISCOVERY')).toBe('off');
  expect(valueOf('BASE_PATH')).toBeNull();
  expect(answer.signInMethods).toEqual(['email', 'password', 'passkey', 'phone']);
});
