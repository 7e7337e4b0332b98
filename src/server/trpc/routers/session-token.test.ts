import { Ajv2020 } from 'ajv/dist/2020.js';
import { createRemoteJWKSet, decodeJwt, jwtVerify, type JSONWebKeySet } from 'jose';
import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import type { ProofFactor } from '../../../shared/schemas/proofs.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { it } from '../../../testing/app/fixture.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { createVault } from '../../crypto/encryption.ts';
import type { StoredProof } from '../../database/second-factor-documents.ts';
import {
  SIGNING_KEY_OVERLAP_MS,
  SIGNING_KEY_PERIOD_MS,
  contextOfRsaKey,
  contextOfSigningKey,
  currentSigningKey,
} from '../../domain/sessions/signing-keys.ts';

const AUDIENCE = 'https://reports.example.test';
const ALGORITHMS = ['EdDSA', 'RS256'] as const;
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
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'foyer-session+jwt', kid: expect.any(String) });
    expect(payload).toEqual({
      iss: app.origin,
      aud: AUDIENCE,
      token_use: 'session',
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

  it('has the claims that the document of the API names', async ({ app }) => {
    const { token } = await tokenOf(app, agent);

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
  });

  const proof = (method: string, factor: ProofFactor) => ({ method, factor, at: new Date() });
  const PASSWORD = proof('password', 'knowledge');
  it.for<[string, StoredProof[], object]>([
    ['a password', [PASSWORD], { aal: 1, amr: ['pwd'] }],
    [
      'a password and an authenticator app',
      [PASSWORD, proof('totp', 'possession')],
      { aal: 2, amr: ['pwd', 'otp', 'mfa'] },
    ],
    ['a passkey', [proof('passkey', 'multi-factor')], { aal: 2, amr: ['pop', 'user', 'mfa'], acr: 'phr' }],
  ])('says how strong a session by %s is', async ([, proofs, strength], { app }) => {
    const { user } = (await app.client(agent).session.get.query()) ?? {};
    await app.deps.collections.sessions.updateOne({ userId: new ObjectId(user?.id) }, { $set: { proofs } });
    const { token } = await tokenOf(app, agent);
    const { aal, amr, acr } = decodeJwt(token);
    expect({ aal, amr, ...(acr === undefined ? {} : { acr }) }).toEqual(strength);
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
    expect(keys.map(({ alg }) => alg)).toEqual(['EdDSA', 'RS256']);
    expect(keys.map((key) => Object.keys(key).toSorted())).toEqual([
      ['alg', 'crv', 'kid', 'kty', 'use', 'x'],
      ['alg', 'e', 'kid', 'kty', 'n', 'use'],
    ]);
  });

  it.for(ALGORITHMS)(
    'contains a key for %s from a day before its use to a day after it',
    async (alg, { app }) => {
      const start = app.deps.now().getTime();
      const nextPeriod = (Math.floor(start / SIGNING_KEY_PERIOD_MS) + 1) * SIGNING_KEY_PERIOD_MS;
      const moveTo = (ms: number) => app.advance(ms - app.deps.now().getTime());
      const kids = async () =>
        (await keySet(app)).keys.filter((key) => key.alg === alg).map(({ kid }) => kid);
      const signing = async () => (await currentSigningKey(app.deps, alg)).kid;
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
    },
  );
});

describe.for(ALGORITHMS)('a signing key for %s', (alg) => {
  const storedKeys = ({ deps }: TestApp) => deps.collections.signingKeys.find().toArray();

  it('is that of the process which stores its key first', async () => {
    const faults = createFaultInjector();
    await using own = await createTestApp({ faults });
    const hold = faults.holdBefore(alg === 'EdDSA' ? 'signing_keys.insertOne' : 'signing_keys.updateOne');
    const slow = currentSigningKey(own.deps, alg);
    await hold.reached;
    const quick = await currentSigningKey(own.deps, alg);
    hold.release();
    expect((await slow).kid).toBe(quick.kid);
    expect((await keySet(own)).keys.filter((key) => key.alg === alg).map(({ kid }) => kid)).toEqual([
      quick.kid,
    ]);
  });

  it('is made again after an operator removes it, and after its secret is removed', async () => {
    await using own = await createTestApp();
    const { kid } = await currentSigningKey(own.deps, alg);
    await own.deps.collections.signingKeys.deleteMany({});
    const { kid: second } = await currentSigningKey(own.deps, alg);
    expect(second).not.toBe(kid);
    const deps = { ...own.deps, vault: createVault(['another secret, which is long enough as well']) };
    expect((await currentSigningKey(deps, alg)).kid).not.toBe(second);
    expect(await storedKeys(own)).toHaveLength(1);
  });

  it('is stored encrypted', async () => {
    await using own = await createTestApp();
    await currentSigningKey(own.deps, alg);
    const [stored] = await storedKeys(own);
    expect(alg === 'EdDSA' ? stored?.privateKey : stored?.rsa?.privateKey).toMatch(/^v1\./);
    expect(JSON.stringify(stored)).not.toContain('"d"');
  });
});

describe('an RSA key', () => {
  it('is made when an ID token or the key set first needs it, also beside a stored Ed25519 key', async () => {
    await using own = await createTestApp();
    const { signingKeys } = own.deps.collections;
    const { kid } = await currentSigningKey(own.deps, 'EdDSA');
    expect(await signingKeys.findOne({ _id: kid })).not.toHaveProperty('rsa');
    const rsa = await currentSigningKey(own.deps, 'RS256');
    expect((await currentSigningKey(own.deps, 'EdDSA')).kid).toBe(kid);
    expect((await keySet(own)).keys.map((key) => key.kid)).toEqual([kid, rsa.kid]);
  });

  it('has 2,048 bits, and opens for its period and algorithm only', async () => {
    await using own = await createTestApp();
    await currentSigningKey(own.deps, 'RS256');
    const [stored] = await own.deps.collections.signingKeys.find().toArray();
    const { rsa, period = 0, privateKey = '' } = stored ?? {};
    expect(Buffer.from(rsa?.modulus ?? '', 'base64url')).toHaveLength(256);
    const sealed = rsa?.privateKey ?? '';
    expect(own.deps.vault.open(sealed, contextOfRsaKey(period))).not.toBeNull();
    expect(own.deps.vault.open(sealed, contextOfRsaKey(period + 1))).toBeNull();
    expect(own.deps.vault.open(sealed, contextOfSigningKey(period))).toBeNull();
    expect(own.deps.vault.open(privateKey, contextOfRsaKey(period))).toBeNull();
  });
});
