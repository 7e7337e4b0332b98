import { readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePorts } from '../../../testing/run/free-ports.ts';
import { folderOfTest } from '../../../testing/run/temporary-folder.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { startDemoProviders, type DemoProviders } from './start.ts';

let dataDir: string;
let running: DemoProviders | undefined;

beforeEach(() => {
  dataDir = folderOfTest();
});
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function start(port: number) {
  const settings = readSettings({ PORT: String(port), DATA_DIR: dataDir, AUTH_SECRET: 'of this test' });
  running = await startDemoProviders({ settings, log: pino({ level: 'silent' }) });
  return running;
}

// A kept connection would belong to the provider before its restart.
const jsonFrom = async (url: string) => (await fetch(url, { headers: { connection: 'close' } })).json();

it('starts two providers with Foyer as a client on the ports above PORT', async () => {
  const port = await freePorts(4);
  const { providers } = await start(port);
  expect(providers).toMatchObject([
    { id: 'demo-one', name: 'Demo One', issuer: `http://localhost:${port + 1}`, trustEmail: true },
    { id: 'demo-two', name: 'Demo Two', issuer: `http://localhost:${port + 2}`, trustEmail: false },
  ]);
  expect(providers[0]?.clientSecret).not.toBe(providers[1]?.clientSecret);
  for (const { issuer } of providers) {
    expect(await jsonFrom(`${issuer}/.well-known/openid-configuration`)).toMatchObject({
      issuer,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      introspection_endpoint: `${issuer}/token/introspection`,
      revocation_endpoint: `${issuer}/token/revocation`,
      registration_endpoint: `${issuer}/reg`,
    });
  }
});

it('returns 403 for a request through a proxy on this machine', async () => {
  const { providers } = await start(await freePorts(4));
  const address = `${providers[0]?.issuer}/.well-known/openid-configuration`;
  for (const header of ['x-forwarded-for', 'forwarded', 'via']) {
    const answer = await fetch(address, { headers: { connection: 'close', [header]: '127.0.0.1' } });
    expect([header, answer.status]).toEqual([header, 403]);
  }
});

it('starts a third provider without clients, and each one answers WebFinger for its own domain', async () => {
  const port = await freePorts(4);
  const { providers, unknown, webFingerOrigins } = await start(port);
  expect(unknown).toEqual({
    name: 'Demo Three',
    issuer: `http://localhost:${port + 3}`,
    domain: 'demo-three.example',
  });
  expect(providers.map(({ domains }) => domains)).toEqual([['demo-one.example'], ['demo-two.example']]);
  for (const [domain, origin] of webFingerOrigins) {
    const ask = (resource: string) =>
      fetch(`${origin}/.well-known/webfinger?${new URLSearchParams({ resource }).toString()}`, {
        headers: { connection: 'close' },
      });
    const answer = await ask(`acct:ada@${domain}`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/jrd\+json/);
    expect(await answer.json()).toEqual({
      subject: `acct:ada@${domain}`,
      links: [{ rel: 'http://openid.net/specs/connect/1.0/issuer', href: origin }],
    });
    expect((await ask('acct:ada@example.com')).status).toBe(404);
    expect((await ask(`https://${domain}/ada`)).status).toBe(404);
  }
});

it('keeps registered clients after a restart', async () => {
  const port = await freePorts(4);
  const { unknown, close } = await start(port);
  const registration = await fetch(`${unknown.issuer}/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ redirect_uris: ['http://localhost/callback'] }),
  });
  const { registration_client_uri: uri, registration_access_token: token } =
    (await registration.json()) as Record<'registration_client_uri' | 'registration_access_token', string>;
  await close();
  await start(port);
  const read = () => fetch(uri, { headers: { authorization: `Bearer ${token}`, connection: 'close' } });
  expect((await read()).status).toBe(200);
});

it('accepts an authorization request of Foyer with its callback', async () => {
  const port = await freePorts(4);
  const { providers } = await start(port);
  for (const { id, issuer, clientId } of providers) {
    const parameters = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: `http://localhost:${port}/auth/callback/${id}`,
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const response = await fetch(`${issuer}/auth?${parameters.toString()}`, { redirect: 'manual' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toMatch(/\/interaction\/[A-Za-z0-9_-]{20,}$/);
  }
});

it('has the same keys and secrets after a restart, in files for their owner only', async () => {
  const port = await freePorts(4);
  const keysOf = ({ providers }: DemoProviders) =>
    Promise.all(providers.map(({ issuer }) => jsonFrom(`${issuer}/jwks`)));
  const first = await start(port);
  const [keys, secrets] = [await keysOf(first), first.providers.map(({ clientSecret }) => clientSecret)];
  await first.close();
  const second = await start(port);
  expect(await keysOf(second)).toEqual(keys);
  expect(second.providers.map(({ clientSecret }) => clientSecret)).toEqual(secrets);
  expect(JSON.stringify(keys)).not.toContain('"d"');
  for (const file of await readdir(path.join(dataDir, 'demo'))) {
    expect((await stat(path.join(dataDir, 'demo', file))).mode & 0o777).toBe(0o600);
  }
});

it('throws an error that names the port in use, and stops all providers', async () => {
  const port = await freePorts(4);
  await using blocker = createServer().listen(port + 2, '127.0.0.1');
  await once(blocker, 'listening');
  await expect(start(port)).rejects.toThrow(
    `Port ${port + 2} is taken, and Demo Two needs it: set another PORT, or DEMO=off.`,
  );
  await expect(fetch(`http://127.0.0.1:${port + 1}/jwks`)).rejects.toThrow('fetch failed');
});
