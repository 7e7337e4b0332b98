import { afterAll, afterEach, describe, expect } from 'vitest';
import {
  startForgedProvider,
  without,
  type Claims,
  type Forgery,
} from '../../testing/providers/forged-provider.ts';
import { consentIn } from '../../testing/providers/link-consent.ts';
import { startProviderVisits } from '../../testing/providers/provider-visits.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';

const forged = await startForgedProvider({ name: 'Forged', trustEmail: true });
let people = 0;
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

async function signInWith(app: TestApp, forgery: Forgery) {
  const login = `person-${people++}`;
  forged.use(forgery);
  const { agent, location } = await startProviderVisits(app).signIn(forged.provider, {
    login,
    email: `${login}@example.test`,
  });
  const session = await app.client(agent).session.get.query();
  return { login, error: location.searchParams.get('error'), location, agent, session };
}

async function signInWithGitHub(app: TestApp, user: string) {
  gitHubUser = user;
  const agent = app.agent();
  const { url } = await app.client(agent).session.signInWith.mutate({ provider: 'github' });
  const state = new URL(url).searchParams.get('state') ?? '';
  const answer = await agent.request(
    `/auth/callback/github?${new URLSearchParams({ code: 'c', state }).toString()}`,
  );
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

describe('an address that is not ASCII', () => {
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
  ] as const)('with %s is nobody’s address', async ([_what, write], { app }) => {
    const before = await app.deps.collections.users.countDocuments({ email: { $exists: true } });
    const { session } = await signInWith(app, {
      claims: (claims) => ({ ...claims, email: write(`person-${people}`), email_verified: true }),
    });
    expect(session).not.toBeNull();
    expect(session?.user.email).toBeNull();
    expect(await app.deps.collections.users.countDocuments({ email: { $exists: true } })).toBe(before);
  });
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
    const claims = {
      id: 7,
      name: HOSTILE,
      login: HOSTILE,
      email: null,
      avatar_url: `https://a.test/${HOSTILE}`,
    };
    const { agent } = await signInWithGitHub(app, JSON.stringify(claims));
    expect((await app.client(agent).session.get.query())?.user.name).toMatch(/^Ada Bcc/);
    for (const text of await everythingStored(app)) expect(text).not.toMatch(DECEIVING);
  });
});

describe('a subject', () => {
  it.for(['a\r\nb', 'a\0', '\u202Ea', 'a\uFEFF', '\uD800', '\uDFFF', 'a\u2028', 'x'.repeat(513)])(
    'that is %j is refused',
    async (sub, { app }) => {
      const users = await app.deps.collections.users.countDocuments();
      const { error, session } = await signInWith(app, {
        claims: (c) => ({ ...c, sub }),
        info: (i) => ({ ...i, sub }),
      });
      expect([error, session]).toEqual(['OAuthCallback', null]);
      expect(await app.deps.collections.users.countDocuments()).toBe(users);
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
