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
import { consentIn } from '../../testing/providers/link-consent.ts';

const forged = await startForgedProvider({ name: 'Forged', trustEmail: true });
/** GitHub's JSON answer about the person. */
let gitHubUser = '{}';
const it = testWith({
  providers: () => Promise.resolve([forged.provider.settings]),
  settings: {
    builtInProviders: [{ id: 'github', clientId: 'client', clientSecret: 'secret', issuer: null }],
  },
  fetch: (input, init) => {
    const { host, pathname } = new URL(input instanceof Request ? input.url : input);
    if (!host.endsWith('github.com')) return forged.fetch(input, init);
    const json = { headers: { 'content-type': 'application/json' } };
    if (pathname === '/user/emails') return Promise.resolve(Response.json({}, { status: 404 }));
    const tokens = '{"access_token":"a","token_type":"bearer"}';
    return Promise.resolve(new Response(pathname === '/user' ? gitHubUser : tokens, json));
  },
});
afterAll(() => forged[Symbol.asyncDispose]());
afterEach(() => forged.use(null));

const REFUSED = { error: 'OAuthCallback', session: null, made: 0 };

let people = 0;
const now = () => Math.floor(Date.now() / 1000);

async function signInWith(app: TestApp, attempt: Forgery) {
  const login = `person-${people++}`;
  forged.use(attempt);
  const users = await app.deps.collections.users.countDocuments();
  const { agent, location } = await startProviderVisits(app).signIn(forged.provider, {
    login,
    email: `${login}@example.test`,
  });
  return {
    login,
    agent,
    error: location.searchParams.get('error'),
    session: await app.client(agent).session.get.query(),
    made: (await app.deps.collections.users.countDocuments()) - users,
  };
}

describe('an ID token (security.md 27)', () => {
  it('that is valid signs in, so that the other tests fail for their own reason', async ({ app }) => {
    const { error, session, login } = await signInWith(app, {});
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
    expect(await signInWith(app, attempt)).toMatchObject(REFUSED);
    const failed = app.logLines.slice(before).find(({ event }) => event === 'auth.failed');
    expect(failed).toMatchObject({ method: 'forged', err: { message: expect.any(String) } });
  });
});

describe('user-info (security.md 28)', () => {
  const thin = without('email', 'email_verified', 'name', 'preferred_username', 'picture');

  it('is read for claims that are not in the ID token', async ({ app }) => {
    const { error, session, login } = await signInWith(app, { claims: thin });
    expect(error).toBeNull();
    expect(session?.user).toMatchObject({ email: `${login}@example.test`, name: expect.any(String) });
  });

  it.for<[string, (info: Claims) => Claims]>([
    ['of another subject', (info) => ({ ...info, sub: 'somebody-else' })],
    ['of no subject', without('sub')],
  ])('%s is OAuthCallback, and makes no session and no user', async ([_what, info], { app }) => {
    expect(await signInWith(app, { claims: thin, info })).toMatchObject(REFUSED);
  });

  it.for([undefined, false, 'true', 1])(
    'that says email_verified %j proves no address',
    async (said, { app }) => {
      const info = (claims: Claims) => ({
        ...without('email_verified')(claims),
        ...(said === undefined ? {} : { email_verified: said }),
      });
      const { session } = await signInWith(app, { claims: thin, info });
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

async function signInWithGitHub(app: TestApp, user: string) {
  gitHubUser = user;
  const agent = app.agent();
  const { url } = await app.client(agent).session.signInWith.mutate({ provider: 'github' });
  const state = new URL(url).searchParams.get('state') ?? '';
  const query = new URLSearchParams({ code: 'c', state }).toString();
  const answer = await agent.request(`/auth/callback/github?${query}`);
  const location = new URL(answer.location ?? 'none:');
  if (location.pathname === '/confirm-address') {
    await app.client(agent).session.continueWithoutAddress.mutate(await consentIn(app, agent));
  }
  return { agent, location };
}

describe('an address and its proof (security.md 28)', () => {
  const thin = without('email', 'email_verified');
  const victim = 'victim@example.test';

  /** The claims of the ID token, and those of user-info. `undefined` leaves one out. */
  it.for<[string, Claims, Claims]>([
    [
      'the proof in the ID token, the address in user-info',
      { email_verified: true },
      { email: victim, email_verified: undefined },
    ],
    [
      'the proof in the ID token, the address in user-info, which calls it unverified',
      { email_verified: true },
      { email: victim, email_verified: false },
    ],
    [
      'the address in the ID token, the proof in user-info',
      { email: victim },
      { email: victim, email_verified: true },
    ],
    [
      'the proof in user-info, no address in it',
      { email: victim, email_verified: false },
      { email: undefined, email_verified: true },
    ],
    [
      'the address in both, the proof in user-info alone',
      { email: victim, email_verified: false },
      { email: victim, email_verified: true },
    ],
    [
      'the address in user-info as a list',
      { email_verified: true },
      { email: [victim], email_verified: true },
    ],
  ])('do not count together: %s', async ([_what, inToken, inInfo], { app }) => {
    const { session } = await signInWith(app, {
      claims: (claims) => ({ ...thin(claims), ...inToken }),
      info: (info) => ({ ...info, ...inInfo }),
    });
    expect(session).not.toBeNull();
    expect(session?.user.email).toBeNull();
    expect(await app.deps.collections.users.countDocuments({ email: victim })).toBe(0);
  });
});

it.for([
  ['a Kelvin sign, which lower-cases to k', (name: string) => `\u212A${name}@example.test`],
  ['a Kelvin sign in its domain', (name: string) => `${name}@\u212A.example.test`],
  ['a dotted capital I', (name: string) => `\u0130${name}@example.test`],
  ['a full-width letter', (name: string) => `\uFF4B${name}@example.test`],
  ['a no-break space before it', (name: string) => `\u00A0k${name}@example.test`],
  ['a no-break space after it', (name: string) => `k${name}@example.test\u00A0`],
  ['a byte order mark before it', (name: string) => `\uFEFFk${name}@example.test`],
  ['a byte order mark after it', (name: string) => `k${name}@example.test\uFEFF`],
  ['an ideographic space after it', (name: string) => `k${name}@example.test\u3000`],
  ['a line separator after it', (name: string) => `k${name}@example.test\u2028`],
] as const)('an address that is not ASCII with %s is nobody’s address', async ([_what, write], { app }) => {
  const before = await app.deps.collections.users.countDocuments({ email: { $exists: true } });
  const { session } = await signInWith(app, {
    claims: (claims) => ({ ...claims, email: write(`person-${people}`), email_verified: true }),
  });
  expect(session).not.toBeNull();
  expect(session?.user.email).toBeNull();
  expect(await app.deps.collections.users.countDocuments({ email: { $exists: true } })).toBe(before);
});

/** They could deceive in a page, a mail, a log or a terminal. */
const HOSTILE =
  'Ada\r\nBcc: x@evil.example\0\u0007\u001b[31m\u0085\u2028\u2029\u202Eecila\u202C\u2066\u2069\uFEFF\uD800!';
// eslint-disable-next-line no-control-regex -- these are the characters in question
const DECEIVING = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufffd]|\p{Cs}/u;

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [name, ...textsIn(each)]);
}

async function everythingStored(app: TestApp): Promise<string[]> {
  const collections = await app.db.collections();
  const rows = await Promise.all(collections.map((collection) => collection.find().toArray()));
  return textsIn(JSON.parse(JSON.stringify(rows)));
}

describe('a person’s name at a provider', () => {
  const hostileClaims = (claims: Claims): Claims => ({
    ...claims,
    name: HOSTILE,
    nickname: HOSTILE,
    preferred_username: HOSTILE,
    given_name: HOSTILE,
    locale: HOSTILE,
    picture: `https://pictures.example.test/${HOSTILE}`,
  });

  it.for<[string, (claims: Claims) => Claims]>([
    ['the name', (claims) => ({ ...claims, name: HOSTILE })],
    ['the nickname', (claims) => ({ ...without('name')(claims), nickname: HOSTILE })],
    ['the user name', (claims) => ({ ...without('name')(claims), preferred_username: HOSTILE })],
    ['the label', (claims) => ({ ...without('email')(claims), preferred_username: HOSTILE })],
    ['an address that is none', (claims) => ({ ...claims, email: HOSTILE })],
    ['every claim', hostileClaims],
  ])('is one line of plain text when it arrives in %s', async ([_what, claims], { app }) => {
    const { agent, session } = await signInWith(app, { claims, info: claims });
    expect(session).not.toBeNull();
    const { accounts, profile } = app.client(agent);
    const shown = [session, await accounts.list.query(), await profile.get.query()];
    for (const text of [...textsIn(shown), ...(await everythingStored(app))])
      expect(text).not.toMatch(DECEIVING);
  });

  it('keeps the words of a name and splits no character', async ({ app }) => {
    const { session } = await signInWith(app, {
      claims: (c) => ({ ...c, name: `  Ada\r\nLovelace\t\u202E  ` }),
    });
    expect(session?.user.name).toBe('Ada Lovelace');
    const long = await signInWith(app, { claims: (c) => ({ ...c, name: `${'a'.repeat(99)}😀` }) });
    expect(long.session?.user.name).toBe('a'.repeat(99));
  });

  it('is null when no text is left', async ({ app }) => {
    const { session } = await signInWith(app, {
      claims: (c) => ({ ...without('preferred_username', 'nickname')(c), name: '\u202E\r\n\uFEFF' }),
    });
    expect(session).not.toBeNull();
    expect(session?.user.name).toBeNull();
  });

  it('is one line of plain text when it comes from user-info later', async ({ app }) => {
    const { agent, login } = await signInWith(app, {});
    forged.use({ info: (info) => ({ ...without('email')(info), preferred_username: HOSTILE }) });
    await app.client(agent).accounts.inspect.mutate({ provider: 'forged', providerAccountId: login });
    const [account] = await app.client(agent).accounts.list.query();
    expect(account?.label).toMatch(/^Ada Bcc/);
    for (const text of await everythingStored(app)) expect(text).not.toMatch(DECEIVING);
  });

  it('is one line of plain text when it comes from a built-in provider', async ({ app }) => {
    const picture = `https://a.test/${HOSTILE}`;
    const claims = { id: 7, name: HOSTILE, login: HOSTILE, email: null, avatar_url: picture };
    const { agent } = await signInWithGitHub(app, JSON.stringify(claims));
    expect((await app.client(agent).session.get.query())?.user.name).toMatch(/^Ada Bcc/);
    for (const text of await everythingStored(app)) expect(text).not.toMatch(DECEIVING);
  });
});

describe('a subject', () => {
  it.for(['a\r\nb', 'a\0', '\u202Ea', 'a\uFEFF', '\uD800', '\uDFFF', 'a\u2028', 'x'.repeat(513)])(
    'that is %j is refused',
    async (sub, { app }) => {
      const forgery = { claims: (c: Claims) => ({ ...c, sub }), info: (i: Claims) => ({ ...i, sub }) };
      expect(await signInWith(app, forgery)).toMatchObject(REFUSED);
    },
  );

  it('of a built-in provider may be a number or a text', async ({ app }) => {
    for (const user of ['{"id":9007199254740991}', '{"id":"a text"}']) {
      const { agent, location } = await signInWithGitHub(app, user);
      expect(location.searchParams.get('error')).toBeNull();
      expect(await app.client(agent).session.get.query()).not.toBeNull();
    }
  });

  it.for([
    '{"id":9007199254740993}',
    '{"id":1.5}',
    '{"id":1e999}',
    '{"id":null}',
    '{"id":""}',
    '{}',
    '{"id":{}}',
  ])('of a built-in provider that says %s is refused', async (user, { app }) => {
    const users = await app.deps.collections.users.countDocuments();
    const { agent, location } = await signInWithGitHub(app, user);
    expect(location.searchParams.get('error')).toBe('OAuthCallback');
    expect(await app.client(agent).session.get.query()).toBeNull();
    expect(await app.deps.collections.users.countDocuments()).toBe(users);
  });
});
