import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
  type JSONWebKeySet,
} from 'jose';
import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { SIGNING_KEY_OVERLAP_MS, SIGNING_KEY_PERIOD_MS } from '../../../shared/limits.ts';
import type { ProofFactor } from '../../../shared/schemas/proofs.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { it } from '../../../testing/app/fixture.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { createVault } from '../../crypto/encryption.ts';
import type { StoredProof } from '../../database/second-factor-documents.ts';
import { currentSigningKey } from '../../domain/sessions/signing-keys.ts';

const AUDIENCE = 'https://reports.example.test';

let agent: HttpAgent;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('token@example.test');
});

const tokenOf = (app: TestApp, browser: HttpAgent, audience = AUDIENCE) =>
  app.client(browser).session.token.query({ audience });

async function keySet(app: TestApp): Promise<JSONWebKeySet> {
  const answer = await fetch(`${app.origin}/.well-known/jwks.json`);
  return (await answer.json()) as JSONWebKeySet;
}

async function verify(app: TestApp, token: string, options: { audience?: string; at?: Date } = {}) {
  return jwtVerify(token, createLocalJWKSet(await keySet(app)), {
    issuer: app.origin,
    audience: options.audience ?? AUDIENCE,
    algorithms: ['EdDSA'],
    currentDate: options.at ?? app.deps.now(),
  });
}

describe('session.token', () => {
  it('is for no OAuth client, whose ID tokens look like it', async ({ app }) => {
    expect(await appCodeOf(tokenOf(app, agent, 'foyer-cli'))).toBe('INVALID_INPUT');
  });

  it('is verified with the published keys only and names the user', async ({ app }) => {
    const { token, expires } = await tokenOf(app, agent);
    const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', app.origin));
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: app.origin,
      audience: AUDIENCE,
      algorithms: ['EdDSA'],
    });
    const session = await app.client(agent).session.get.query();
    const sessions = await app.client(agent).session.list.query();
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: expect.any(String) });
    expect(payload).toEqual({
      iss: app.origin,
      aud: AUDIENCE,
      sub: session?.user.id,
      sid: sessions.find(({ current }) => current)?.id,
      email: 'token@example.test',
      email_verified: true,
      auth_time: Math.floor(Date.parse(session?.authenticatedAt ?? '') / 1000),
      iat: expect.any(Number),
      exp: Date.parse(expires) / 1000,
      jti: expect.any(String),
      aal: 1,
      amr: [],
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
  });

  it('has the claims, the algorithm and the keys that the documents name', async ({ app }) => {
    const { token } = await tokenOf(app, agent);
    const { alg } = decodeProtectedHeader(token);
    const documented = (await readFile(new URL('../../../../docs/calling.md', import.meta.url), 'utf8'))
      .split('\n## ')
      .find((section) => section.startsWith('The token of a session'));
    expect(documented).toContain('`/.well-known/jwks.json`');
    expect(documented).toContain(`\`${alg}\``);
    const openApi = (await app.agent().request('/openapi.json')).json() as {
      paths: Record<string, unknown>;
      components: { schemas: Record<string, { properties?: object; required?: string[] }> };
    };
    const { properties = {}, required = [] } = openApi.components.schemas['SessionTokenClaims'] ?? {};
    const ajv = new Ajv2020({ strict: false });
    const check = ajv.compile({ type: 'object', properties, required, additionalProperties: false });
    check(decodeJwt(token));
    expect(check.errors ?? []).toEqual([]);
    expect(required).not.toEqual([]);
    const inDocument = [...(documented ?? '').matchAll(/^\| (`.*?`) +\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    );
    expect(inDocument.toSorted()).toEqual(Object.keys(properties).toSorted());
    const { schemas } = openApi.components;
    const words = JSON.stringify(schemas['SessionTokenAnswer']);
    for (const fact of [alg, '/.well-known/jwks.json', 'SessionTokenClaims', 'iss'])
      expect(words).toContain(`\`${fact}\``);
  });

  const proof = (method: string, factor: ProofFactor) => ({ method, factor, at: new Date() });
  const PASSWORD = proof('password', 'knowledge');
  it.for<[string, StoredProof[], object]>([
    ['a password', [PASSWORD], { aal: 1, amr: ['pwd'] }],
    ['a provider', [proof('demo', 'provider')], { aal: 1, amr: [] }],
    [
      'a password and an authenticator app',
      [PASSWORD, proof('totp', 'possession')],
      { aal: 2, amr: ['pwd', 'otp', 'mfa'] },
    ],
    ['a passkey', [proof('passkey', 'multi-factor')], { aal: 2, amr: ['pop', 'user', 'mfa'], acr: 'phr' }],
    ['nothing that is known', [], { aal: 1, amr: [] }],
  ])('says how strong a session by %s is', async ([, proofs, strength], { app }) => {
    const { user } = (await app.client(agent).session.get.query()) ?? {};
    await app.deps.collections.sessions.updateOne({ userId: new ObjectId(user?.id) }, { $set: { proofs } });
    const { token } = await tokenOf(app, agent);
    const { aal, amr, acr } = decodeJwt(token);
    expect({ aal, amr, ...(acr === undefined ? {} : { acr }) }).toEqual(strength);
  });

  it('is valid for its audience only, for five minutes', async ({ app }) => {
    const { token } = await tokenOf(app, agent);
    await expect(verify(app, token, { audience: 'https://other.example.test' })).rejects.toThrow('"aud"');
    const later = (seconds: number) => new Date(app.deps.now().getTime() + seconds * 1000);
    await expect(verify(app, token, { at: later(298) })).resolves.toBeDefined();
    await expect(verify(app, token, { at: later(301) })).rejects.toThrow('"exp"');
  });

  it('is invalid when one byte has changed', async ({ app }) => {
    const { token } = await tokenOf(app, agent);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: '0'.repeat(24) })).toString('base64url');
    await expect(verify(app, [header, forged, signature].join('.'))).rejects.toThrow('signature');
  });

  it('needs a session', async ({ app }) => {
    expect(await appCodeOf(tokenOf(app, app.agent()))).toBe('SessionRequired');
  });

  it.for(['', ' ', 'a b', 'ü', 'x'.repeat(201)])('refuses the audience %j', async (audience, { app }) => {
    expect(await appCodeOf(tokenOf(app, agent, audience))).toBe('INVALID_INPUT');
  });
});

describe('the key set', () => {
  it('contains only public keys and can be cached', async ({ app }) => {
    const answer = await fetch(`${app.origin}/.well-known/jwks.json`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const { keys } = (await answer.json()) as JSONWebKeySet;
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    }
  });

  it('contains a key from a day before its use to a day after it', async ({ app }) => {
    const start = app.deps.now().getTime();
    const nextPeriod = (Math.floor(start / SIGNING_KEY_PERIOD_MS) + 1) * SIGNING_KEY_PERIOD_MS;
    const moveTo = (ms: number) => app.advance(ms - app.deps.now().getTime());
    const kids = async () => (await keySet(app)).keys.map(({ kid }) => kid);
    const signing = async () => (await currentSigningKey(app.deps)).kid;
    try {
      const first = await signing();
      moveTo(nextPeriod - SIGNING_KEY_OVERLAP_MS + 1000);
      const ahead = await kids();
      expect(ahead).toHaveLength(2);
      expect(await signing()).toBe(first);

      moveTo(nextPeriod + 1000);
      const second = await signing();
      expect(second).not.toBe(first);
      expect(ahead).toContain(second);
      expect(await kids()).toContain(first);

      moveTo(nextPeriod + SIGNING_KEY_OVERLAP_MS + 1000);
      expect(await kids()).toEqual([second]);
    } finally {
      app.resetClock();
    }
  });
});

describe('signing keys', () => {
  const fresh = () => createTestApp();

  it('are the same in all processes that start at once', async () => {
    await using own = await fresh();
    const keys = await Promise.all(Array.from({ length: 20 }, () => currentSigningKey(own.deps)));
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1);
    expect(await own.deps.collections.signingKeys.countDocuments()).toBe(1);
  });

  it('are made again after an operator removes them', async () => {
    await using own = await fresh();
    const { kid } = await currentSigningKey(own.deps);
    await own.deps.collections.signingKeys.deleteMany({});
    expect((await currentSigningKey(own.deps)).kid).not.toBe(kid);
  });

  it('are made again when their secret is removed', async () => {
    await using own = await fresh();
    const { kid } = await currentSigningKey(own.deps);
    const deps = { ...own.deps, vault: createVault(['another secret, which is long enough as well']) };
    expect((await currentSigningKey(deps)).kid).not.toBe(kid);
    expect(await own.deps.collections.signingKeys.countDocuments()).toBe(1);
  });

  it('are stored encrypted', async () => {
    await using own = await fresh();
    await currentSigningKey(own.deps);
    const stored = await own.deps.collections.signingKeys.findOne({});
    expect(stored?.privateKey).toMatch(/^v1\./);
    expect(JSON.stringify(stored)).not.toContain('"d"');
  });
});
