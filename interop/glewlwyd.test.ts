import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePorts } from '../src/testing/run/free-ports.ts';
import { HttpAgent } from '../src/testing/app/http-agent.ts';
import { consentIn } from '../src/testing/providers/link-consent.ts';
import { createTestApp } from '../src/testing/app/test-app.ts';
import { folderOfTest } from '../src/testing/run/temporary-folder.ts';
import { skipWithout } from './skip-without.ts';
import { startProgram } from './start-program.ts';

const TABLES = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3';
const PORT = await freePorts(1);
const ORIGIN = `http://localhost:${PORT}`;
const ISSUER = `${ORIGIN}/api/oidc`;
const CLIENT = { client_id: 'foyer', client_secret: 'a-secret-that-glewlwyd-and-Foyer-know' };
const ADA = { username: 'ada', password: 'a password at glewlwyd' };

const configurationOf = (database: string) => `
port = ${PORT}
bind_address = "127.0.0.1"
external_url = "${ORIGIN}"
login_url = "login.html"
log_mode = "console"
log_level = "WARNING"
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "/usr/lib/glewlwyd/user"
client_module_path = "/usr/lib/glewlwyd/client"
user_auth_scheme_module_path = "/usr/lib/glewlwyd/scheme"
plugin_module_path = "/usr/lib/glewlwyd/plugin"
hash_algorithm = "SHA512"
database = { type = "sqlite3" path = "${database}" }
`;

async function send(agent: HttpAgent, method: 'POST' | 'PUT', resource: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await agent.request(`/api/${resource}`, { method, headers, body: JSON.stringify(body) });
  if (answer.status !== 200) throw new Error(`${resource} answered ${answer.status}: ${answer.text}`);
}

/** Does the administrator's work: the OpenID plugin, Foyer as a client, and a user. */
async function setUp(redirectUri: string): Promise<void> {
  const administrator = new HttpAgent(ORIGIN);
  await send(administrator, 'POST', 'auth/', { username: 'admin', password: 'password' });
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const parameters = {
    iss: ISSUER,
    'subject-type': 'public',
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: publicKey.export({ type: 'spki', format: 'pem' }),
    'access-token-duration': 3600,
    'refresh-token-duration': 3600,
    'code-duration': 60,
    'refresh-token-rolling': true,
    'auth-type-code-enabled': true,
    'auth-type-refresh-enabled': true,
    'pkce-allowed': true,
    'jwks-show': true,
    'name-claim': 'mandatory',
    'email-claim': 'mandatory',
  };
  const plugin = { module: 'oidc', name: 'oidc', display_name: 'OpenID Connect', parameters };
  await send(administrator, 'POST', 'mod/plugin/', plugin);
  const scopes = ['openid', 'profile', 'email'];
  for (const name of ['profile', 'email']) {
    const scope = { name, display_name: name, password_required: false, scheme: {} };
    await send(administrator, 'POST', 'scope/', scope);
  }
  await send(administrator, 'POST', 'client/', {
    ...CLIENT,
    confidential: true,
    enabled: true,
    authorization_type: ['code'],
    token_endpoint_auth_method: ['client_secret_basic'],
    redirect_uri: [redirectUri],
  });
  const person = { ...ADA, name: 'Ada', email: 'ada@example.test', enabled: true, scope: scopes };
  await send(administrator, 'POST', 'user/', person);
}

/** Does what glewlwyd's pages do when a user signs in and allows Foyer. */
async function signInAtGlewlwyd(url: string): Promise<string> {
  const browser = new HttpAgent(ORIGIN);
  const { location: toLogin } = await browser.request(url);
  const next = new URL(toLogin ?? '').searchParams.get('callback_url') ?? '';
  await send(browser, 'POST', 'auth/', ADA);
  await send(browser, 'PUT', `auth/grant/${CLIENT.client_id}`, { scope: 'openid profile email' });
  const { location: toFoyer } = await browser.request(`${next}&g_continue`);
  return toFoyer ?? '';
}

describe('glewlwyd of Debian', () => {
  it('signs people in to Foyer as their identity provider', async ({ skip }) => {
    skipWithout({ skip }, 'glewlwyd');
    const folder = folderOfTest();
    const [database, file] = [path.join(folder, 'glewlwyd.db'), path.join(folder, 'glewlwyd.conf')];
    execFileSync('sqlite3', [database], { input: await readFile(TABLES) });
    await writeFile(file, configurationOf(database));
    await startProgram('glewlwyd', [`--config-file=${file}`], { port: PORT });
    const provider = {
      id: 'glewlwyd',
      name: 'Glewlwyd',
      issuer: ISSUER,
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
      domains: [],
      trustEmail: false,
    };
    await using app = await createTestApp({
      async providers(origin) {
        await setUp(`${origin}/auth/callback/${provider.id}`);
        return [provider];
      },
    });
    const agent = app.agent();
    const { session, accounts } = app.client(agent);
    const input = { provider: provider.id, callbackUrl: '/account' };
    const { url } = await session.signInWith.mutate(input);
    const { location } = await agent.request(await signInAtGlewlwyd(url));
    // glewlwyd does not say whether the address is verified, so Foyer verifies it.
    expect(new URL(location ?? '').pathname).toBe('/confirm-address');
    await session.continueWithoutAddress.mutate(await consentIn(app, agent));
    expect(await session.get.query()).toMatchObject({ user: { name: 'Ada' } });
    expect(JSON.stringify(await accounts.list.query())).toContain('ada@example.test');
  });
});
