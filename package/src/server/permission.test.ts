import express from 'express';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { EMPTY_CONFIGURATION } from '../../../src/server/configuration/configuration.ts';
import { testWith } from '../../../src/testing/app/fixture.ts';
import type { HttpAgent } from '../../../src/testing/app/http-agent.ts';
import { serve } from '../in-test/serve.ts';
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

it('checkPermission and can answer what the roles allow, from the next request on', async ({ app }) => {
  const allowed = async (...roles: string[]) => {
    await app.deps.collections.users.updateOne({ email: 'viewer@example.test' }, { $set: { roles } });
    const request = { headers: { cookie: agent.cookieHeader } };
    const session = await getSession(request, { url: app.origin, cookiePrefix: 'foyer' });
    return (['invoice:read', 'invoice:write'] as const).map((permission) => {
      const refusal = checkPermission(session, permission);
      expect(refusal?.status).toBe(can(session, permission) ? undefined : 403);
      return refusal === null;
    });
  };
  expect(await allowed()).toEqual([false, false]);
  expect(await allowed('viewer')).toEqual([true, false]);
  expect(await allowed('no-longer-declared')).toEqual([false, false]);
  expect([can(null, 'invoice:read'), can(undefined, 'invoice:read')]).toEqual([false, false]);
  expect(checkPermission(null, 'invoice:read')?.status).toBe(401);
});

describe('the permissions of a session token', () => {
  const AUDIENCE = 'https://reports.example.test';
  let keys: { readonly privateKey: CryptoKey; readonly publicKey: JWK };
  beforeAll(async () => {
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    keys = { privateKey, publicKey: { ...(await exportJWK(publicKey)), kid: 'one', alg: 'EdDSA' } };
  });

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
    url = await serve(issuer);
  });

  const claimsWith = async (claims: Record<string, unknown>) => {
    const now = Math.floor(Date.now() / 1000);
    const token = await new SignJWT({
      token_use: 'session',
      sid: 's',
      aal: 1,
      amr: [],
      auth_time: now,
      iss: url,
      sub: 'u',
      aud: AUDIENCE,
      iat: now,
      exp: now + 300,
      jti: 'j',
      ...claims,
    })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'foyer-session+jwt', kid: 'one' })
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
