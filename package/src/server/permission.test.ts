import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { EMPTY_CONFIGURATION } from '../../../src/server/configuration/configuration.ts';
import { testWith } from '../../../src/testing/app/fixture.ts';
import type { HttpAgent } from '../../../src/testing/app/http-agent.ts';
import type { TestApp } from '../../../src/testing/app/test-app.ts';
import { foyer, requirePermission } from '../express.ts';
import { can, checkPermission, getSession, isFoyerError, verifySessionToken } from '../server.ts';

const it = testWith({
  configuration: {
    ...EMPTY_CONFIGURATION,
    permissions: ['invoice:read', 'invoice:write'],
    roles: new Map([['viewer', ['invoice:read']]]),
  },
});

let agent: HttpAgent;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('viewer@example.test');
});

const setRoles = (app: TestApp, ...roles: string[]) =>
  app.deps.collections.users.updateOne({ email: 'viewer@example.test' }, { $set: { roles } });

const started: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of started.splice(0)) await stop();
});
async function listen(application: express.Express): Promise<string> {
  const server = createServer(application);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  started.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

describe('requirePermission', () => {
  const start = async (app: TestApp) => {
    const api = express();
    api.get(
      '/invoices',
      foyer({ url: app.origin, cookiePrefix: 'foyer' }),
      requirePermission('invoice:read'),
      (_req, res) => {
        res.json({ invoices: [] });
      },
    );
    const address = await listen(api);
    return (cookie: string) => fetch(`${address}/invoices`, { headers: { cookie } });
  };

  it('passes a person whose role has it, from the next request on, and no longer without the role', async ({
    app,
  }) => {
    const send = await start(app);
    await setRoles(app);
    expect((await send(agent.cookieHeader)).status).toBe(403);
    await setRoles(app, 'viewer');
    expect((await send(agent.cookieHeader)).status).toBe(200);
    await setRoles(app, 'no-longer-declared');
    const refused = await send(agent.cookieHeader);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await refused.json()).toEqual({
      error: { message: expect.any(String) as string, data: { appCode: 'PERMISSION_MISSING' } },
    });
  });

  it('answers 401 without a session', async ({ app }) => {
    const answer = await (await start(app))('');
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Foyer"']);
    expect(await answer.json()).toMatchObject({ error: { data: { appCode: 'SessionRequired' } } });
  });

  it('is required to stand behind foyer()', () => {
    expect(() => requirePermission('invoice:read')({} as never, {} as never, () => {})).toThrow(
      'requirePermission: call foyer({ url }) first',
    );
  });
});

describe('checkPermission', () => {
  const sessionOf = (app: TestApp) =>
    getSession({ headers: { cookie: agent.cookieHeader } }, { url: app.origin, cookiePrefix: 'foyer' });

  it('is null for a person whose role has it, and 403 for others', async ({ app }) => {
    await setRoles(app, 'viewer');
    const session = await sessionOf(app);
    expect(checkPermission(session, 'invoice:read')).toBeNull();
    const refusal = checkPermission(session, 'invoice:write');
    expect(refusal?.status).toBe(403);
    expect(refusal?.headers.get('cache-control')).toBe('no-store');
    expect(await refusal?.json()).toMatchObject({ error: { data: { appCode: 'PERMISSION_MISSING' } } });
  });

  it('is 401 without a session', () => {
    expect(checkPermission(null, 'invoice:read')?.status).toBe(401);
  });
});

describe('can', () => {
  it('says what the roles of a session allow, and nothing of nobody', async ({ app }) => {
    await setRoles(app, 'viewer');
    const session = await getSession(
      { headers: { cookie: agent.cookieHeader } },
      { url: app.origin, cookiePrefix: 'foyer' },
    );
    expect([can(session, 'invoice:read'), can(session, 'invoice:write')]).toEqual([true, false]);
    expect([can(null, 'invoice:read'), can(undefined, 'invoice:read')]).toEqual([false, false]);
  });
});

describe('the permissions of a session token', () => {
  const AUDIENCE = 'https://reports.example.test';
  let keys: { readonly privateKey: CryptoKey; readonly publicKey: JWK };
  beforeAll(async () => {
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    keys = { privateKey, publicKey: { ...(await exportJWK(publicKey)), kid: 'one', alg: 'EdDSA' } };
  });

  /** What the Foyer of these tests publishes, and how often it was asked. */
  let published: { status: number; roles: unknown; reads: number };
  let url: string;
  beforeEach(async () => {
    published = { status: 200, roles: { administrator: [], viewer: ['invoice:read'] }, reads: 0 };
    const issuer = express();
    issuer.get('/.well-known/jwks.json', (_req, res) => void res.json({ keys: [keys.publicKey] }));
    issuer.get('/.well-known/foyer-configuration', (_req, res) => {
      published.reads++;
      res.status(published.status).json({ permissions: [], roles: published.roles, fields: {} });
    });
    url = await listen(issuer);
  });

  const claimsWith = async (claims: Record<string, unknown>) => {
    const now = Math.floor(Date.now() / 1000);
    const token = await new SignJWT({
      token_use: 'session',
      sid: 's',
      aal: 1,
      amr: [],
      auth_time: now,
      ...claims,
    })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'foyer-session+jwt', kid: 'one' })
      .setIssuer(url)
      .setSubject('u')
      .setAudience(AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(now + 300)
      .setJti('j')
      .sign(keys.privateKey);
    return verifySessionToken(token, { url, audience: AUDIENCE });
  };

  it('come from the published configuration, which is read once', async () => {
    const [claims] = await Promise.all([
      claimsWith({ roles: ['viewer'] }),
      claimsWith({ roles: ['viewer'] }),
    ]);
    expect([can(claims, 'invoice:read'), can(claims, 'invoice:write')]).toEqual([true, false]);
    expect(claims.roles).toEqual(['viewer']);
    await claimsWith({ roles: ['viewer', 'administrator'] });
    expect(published.reads).toBe(1);
  });

  it('are none without roles, and nothing is read for it', async () => {
    const claims = await claimsWith({});
    expect([claims.roles, claims.permissions, claims.data]).toEqual([[], [], {}]);
    expect(published.reads).toBe(0);
  });

  it('never come from the token itself', async () => {
    const claims = await claimsWith({ permissions: ['invoice:write'] });
    expect(can(claims, 'invoice:write')).toBe(false);
  });

  it('are none for a role that is not declared, also one with a name of every object', async () => {
    const claims = await claimsWith({ roles: ['gone', 'constructor', '__proto__'] });
    expect(claims.permissions).toEqual([]);
  });

  it.for([
    ['the answer is a failure', 503, { viewer: [] }],
    ['there are no roles', 200, undefined],
    ['the roles are no lists', 200, { viewer: 'invoice:read' }],
  ] as const)(
    'are unknown when %s: UNAVAILABLE, and the next token asks again',
    async ([, status, roles]) => {
      Object.assign(published, { status, roles });
      const code = await claimsWith({ roles: ['viewer'] }).catch((error: unknown) =>
        isFoyerError(error) ? error.code : error,
      );
      expect(code).toBe('UNAVAILABLE');
      Object.assign(published, { status: 200, roles: { viewer: ['invoice:read'] } });
      expect(can(await claimsWith({ roles: ['viewer'] }), 'invoice:read')).toBe(true);
    },
  );
});
