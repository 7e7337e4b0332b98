import { exportJWK, exportSPKI } from 'jose';
import { afterAll, afterEach, describe, expect } from 'vitest';
import {
  FORGED_KEY_ID,
  startForgedProvider,
  without,
  type Claims,
  type Forgery,
} from '../../testing/providers/forged-provider.ts';
import { startProviderVisits } from '../../testing/providers/provider-visits.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';

const forged = await startForgedProvider({ name: 'Forged', trustEmail: true });
const it = testWith({
  providers: () => Promise.resolve([forged.provider.settings]),
  fetch: (input, init) => forged.fetch(input, init),
});
afterAll(() => forged[Symbol.asyncDispose]());
afterEach(() => forged.use(null));

let people = 0;
const now = () => Math.floor(Date.now() / 1000);

async function tryWith(app: TestApp, attempt: Forgery) {
  const login = `person-${people++}`;
  forged.use(attempt);
  const users = await app.deps.collections.users.countDocuments();
  const { agent, location } = await startProviderVisits(app).signIn(forged.provider, {
    login,
    email: `${login}@example.test`,
  });
  return {
    login,
    error: location.searchParams.get('error'),
    session: await app.client(agent).session.get.query(),
    made: (await app.deps.collections.users.countDocuments()) - users,
  };
}

describe('an ID token (security.md 27)', () => {
  it('that is valid signs in, so that the other tests fail for their own reason', async ({ app }) => {
    const { error, session, login } = await tryWith(app, {});
    expect([error, session?.user.email]).toEqual([null, `${login}@example.test`]);
  });

  it.for<[string, Forgery]>([
    ['for another client', { claims: (c) => ({ ...c, aud: 'somebody-else' }) }],
    ['for nobody', { claims: without('aud') }],
    ['for us among others, without azp', { claims: (c) => ({ ...c, aud: [c['aud'], 'other'] }) }],
    [
      'for us among others, made for another',
      { claims: (c) => ({ ...c, aud: [c['aud'], 'other'], azp: 'other' }) },
    ],
    ['for us, made for another', { claims: (c) => ({ ...c, azp: 'other' }) }],
    ['of another issuer', { claims: (c) => ({ ...c, iss: 'https://evil.test' }) }],
    ['of this issuer with a slash more', { claims: (c) => ({ ...c, iss: `${String(c['iss'])}/` }) }],
    ['of no issuer', { claims: without('iss') }],
    ['that has run out', { claims: (c) => ({ ...c, exp: now() - 60 }) }],
    ['that never runs out', { claims: without('exp') }],
    ['from the future', { claims: (c) => ({ ...c, iat: now() + 120 }) }],
    ['of an hour ago', { claims: (c) => ({ ...c, iat: now() - 3600 }) }],
    ['of no time', { claims: without('iat') }],
    ['not valid yet', { claims: (c) => ({ ...c, nbf: now() + 120 }) }],
    ['with another nonce', { claims: (c) => ({ ...c, nonce: 'another' }) }],
    ['without a nonce', { claims: without('nonce') }],
    ['of a sign-in to come', { claims: (c) => ({ ...c, auth_time: now() + 3600 }) }],
    ['whose auth_time is a text', { claims: (c) => ({ ...c, auth_time: String(now()) }) }],
    ['of nobody', { claims: without('sub') }],
    ['of an empty subject', { claims: (c) => ({ ...c, sub: '' }) }],
    ['of a number', { claims: (c) => ({ ...c, sub: 7 }) }],
    ['signed by a foreign key under a known id', { key: () => forged.foreign.privateKey }],
    [
      'signed by a key that nobody knows',
      { header: { kid: 'unknown' }, key: () => forged.foreign.privateKey },
    ],
    [
      'signed by the key that it brings (jwk)',
      { header: { jwk: {}, kid: 'brought' }, key: () => forged.foreign.privateKey },
    ],
    [
      'signed by the key that it points to (jku, x5u)',
      {
        header: { jku: 'https://evil.test/jwks', x5u: 'https://evil.test/x5u', kid: 'x' },
        key: () => forged.foreign.privateKey,
      },
    ],
    [
      'signed with the public key as a secret (HS256)',
      {
        header: { alg: 'HS256' },
        key: async () => new TextEncoder().encode(await exportSPKI(forged.own.publicKey)),
      },
    ],
    [
      'signed with the client secret (HS256)',
      {
        header: { alg: 'HS256' },
        key: () => new TextEncoder().encode(String(forged.provider.settings.clientSecret)),
      },
    ],
    ['with alg none', { token: (token) => `${segment({ alg: 'none' })}.${token.split('.')[1] ?? ''}.` }],
    [
      'with its claims changed after signing',
      { token: (token) => replaceClaims(token, { sub: 'somebody' }) },
    ],
    ['with its signature cut off', { token: (token) => token.slice(0, token.lastIndexOf('.') + 1) }],
    ['with an extension that we do not know (crit)', { token: withCritical }],
  ])('%s is OAuthCallback, and makes no session and no user', async ([_what, attempt], { app }) => {
    if (attempt.header?.jwk) attempt.header.jwk = await exportJWK(forged.foreign.publicKey);
    const before = app.logLines.length;
    expect(await tryWith(app, attempt)).toMatchObject({ error: 'OAuthCallback', session: null, made: 0 });
    const failed = app.logLines.slice(before).find(({ event }) => event === 'auth.failed');
    expect(failed).toMatchObject({ method: 'forged', err: { message: expect.any(String) } });
  });
});

describe('user-info (security.md 28)', () => {
  const thin = without('email', 'email_verified', 'name', 'preferred_username', 'picture');

  it('is read for claims that are not in the ID token', async ({ app }) => {
    const { error, session, login } = await tryWith(app, { claims: thin });
    expect(error).toBeNull();
    expect(session?.user).toMatchObject({ email: `${login}@example.test`, name: expect.any(String) });
  });

  it.for<[string, (info: Claims) => Claims]>([
    ['of another subject', (info) => ({ ...info, sub: 'somebody-else' })],
    ['of no subject', without('sub')],
  ])('%s is OAuthCallback, and makes no session and no user', async ([_what, info], { app }) => {
    expect(await tryWith(app, { claims: thin, info })).toMatchObject({
      error: 'OAuthCallback',
      session: null,
      made: 0,
    });
  });

  it.for([undefined, false, 'true', 1])(
    'that says email_verified %j proves no address',
    async (said, { app }) => {
      const info = (claims: Claims) => ({
        ...without('email_verified')(claims),
        ...(said === undefined ? {} : { email_verified: said }),
      });
      const { session } = await tryWith(app, { claims: thin, info });
      expect(session?.user.email ?? null).toBeNull();
    },
  );
});

function segment(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function replaceClaims(token: string, changes: Claims): string {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const genuine = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims;
  return [header, segment({ ...genuine, ...changes }), signature].join('.');
}

function withCritical(token: string): string {
  const [, ...rest] = token.split('.');
  return [segment({ alg: 'RS256', kid: FORGED_KEY_ID, crit: ['exotic'], exotic: true }), ...rest].join('.');
}
