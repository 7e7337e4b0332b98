import type { VerificationToken } from '@auth/core/adapters';
import { ObjectId } from 'mongodb';
import { afterAll, describe, expect } from 'vitest';
import { startIdentityProvider } from '../../testing/providers/identity-provider.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { AppError } from '../app-error.ts';
import { storeRequest } from '../domain/codes/verification-tokens.ts';
import { hashToken, createToken, hashVerificationToken } from '../crypto/secrets.ts';
import { createAdapter } from './adapter.ts';
import type { AuthRequest } from './auth-request.ts';
import { identifierOf, type VerificationKind } from '../domain/rules/verification-identifiers.ts';
import { createFlowState } from './flow-state.ts';
import { uniqueEmail, uniqueName } from '../../testing/run/unique-name.ts';
import { NO_REQUEST } from '../domain/rules/request-context.ts';
import type { VerificationIdentifier } from '../database/verification-documents.ts';

const provider = await startIdentityProvider({ name: 'One' });
const it = testWith({ providers: () => Promise.resolve([provider.settings]) });
afterAll(() => provider.close());

function makeAdapter(app: TestApp, action: AuthRequest['action'] = 'session') {
  const request: AuthRequest = {
    method: 'GET',
    action,
    providerId: null,
    query: new URLSearchParams(),
    body: {},
    cookies: {},
    requestContext: NO_REQUEST,
    requestId: 'a test',
    returnRedirect: false,
    skipCsrf: false,
  };
  return createAdapter(app.deps, request, createFlowState(null));
}

const later = () => new Date(Date.now() + 1000 * 60);

const storeOpenRequest = (
  app: TestApp,
  identifier: VerificationIdentifier,
  tokenHash: string,
  expires = later(),
) =>
  storeRequest(app.deps, {
    identifier,
    tokenHash,
    codeHash: null,
    requesterSecret: null,
    byUnknownCaller: true,
    expires,
  });

async function storeToken(app: TestApp, { identifier, token, expires }: VerificationToken): Promise<void> {
  await storeOpenRequest(app, identifierOf('sign-in', identifier), token, expires);
}

async function newUser(app: TestApp, email = uniqueEmail()) {
  return makeAdapter(app).createUser({ id: '', name: 'Ada', email, emailVerified: new Date(), image: null });
}

async function openSession(app: TestApp, { id: userId }: { readonly id: string }): Promise<string> {
  const sessionToken = uniqueName();
  await makeAdapter(app).createSession({ sessionToken, userId, expires: later() });
  return sessionToken;
}

/** Texts that are no ids. None may find a user or throw where "no user" is an answer. */
const MALFORMED_IDS = [
  ['', ' ', 'null', 'undefined', '0', '{}', '{"$ne":null}', '__proto__'],
  ['{"$oid":"507f1f77bcf86cd799439011"}', '507f1f77bcf86cd79943901\u0000'],
  ['a'.repeat(12), 'z'.repeat(24), 'a'.repeat(23), 'a'.repeat(25), 'A'.repeat(24), 'a'.repeat(100_000)],
].flat();

/** The adapter contract of Auth.js (`@auth/core/adapters`), also where its documentation leaves it open. */
describe('the adapter', () => {
  let adapter: ReturnType<typeof createAdapter>;
  it.beforeEach(({ app }) => {
    adapter = makeAdapter(app);
  });

  const newAccount = (userId: string) => ({
    userId,
    provider: 'one',
    providerAccountId: uniqueName(),
    type: 'oidc' as const,
  });

  describe('users', () => {
    it('are created with an id of ours, and found by address', async ({ app }) => {
      const user = await newUser(app);
      expect(user.id).toMatch(/^[0-9a-f]{24}$/);
      expect(await adapter.getUserByEmail(user.email)).toEqual(user);
    });

    it('without an address are created with their account, and found by it', async () => {
      const account = { provider: 'one', providerAccountId: uniqueName() };
      expect(await adapter.getUserByAccount(account)).toBeNull();
      const user = await adapter.createUser({
        id: '',
        name: 'No Mail',
        email: '',
        emailVerified: null,
        image: null,
      });
      expect(user).toMatchObject({ email: '', emailVerified: null });
      expect(await adapter.getUserByAccount(account)).toEqual(user);
      expect(await adapter.getUserByEmail('')).toBeNull();
    });

    it.each([
      ['an address that nobody has verified', `unverified-${uniqueName()}@example.test`, null],
      ['no address', '', new Date()],
    ])('with %s and no account are refused', async (_what, email, emailVerified) => {
      const creation = adapter.createUser({ id: '', name: null, email, emailVerified, image: null });
      await expect(creation).rejects.toThrow('neither an account nor a verified address');
      expect(await adapter.getUserByEmail(email)).toBeNull();
    });

    it('are found by address, whatever its case', async ({ app }) => {
      const user = await newUser(app, `Mixed.${uniqueName()}@Example.TEST`);
      expect(user.email).toBe(user.email.toLowerCase());
      expect(await adapter.getUserByEmail(user.email.toUpperCase())).toEqual(user);
      expect(await adapter.getUserByEmail(`x${user.email}`)).toBeNull();
    });

    it('are found by account, and by nothing that is only like it', async ({ app }) => {
      const user = await newUser(app);
      const account = newAccount(user.id);
      await adapter.linkAccount(account);
      const { providerAccountId } = account;
      expect(await adapter.getUserByAccount({ provider: 'one', providerAccountId })).toEqual(user);
      for (const other of [
        { provider: 'two', providerAccountId },
        { provider: 'one', providerAccountId: providerAccountId.toUpperCase() },
        { provider: 'one', providerAccountId: `${providerAccountId}:` },
        { provider: `one:${providerAccountId}`, providerAccountId: '' },
      ]) {
        expect(await adapter.getUserByAccount(other)).toBeNull();
      }
    });

    it('keep all fields when their verified address is verified again', async ({ app }) => {
      const user = await newUser(app);
      expect(await adapter.updateUser({ id: user.id, emailVerified: new Date() })).toEqual(user);
    });

    it.for([
      ['a name', { name: 'Lovelace' }],
      ['an address', { email: `moved-${uniqueName()}@example.test` }],
      [
        'an address and its proof',
        { email: `moved-${uniqueName()}@example.test`, emailVerified: new Date() },
      ],
      // Only our own pictures: a foreign URL would make browsers load from its server.
      ['a picture', { image: 'https://example.test/a.png' }],
      ['no proof', { emailVerified: null }],
    ] as const)('cannot be given %s', async ([_what, change], { app }) => {
      const user = await newUser(app);
      const update = adapter.updateUser({ id: user.id, ...change });
      await expect(update).rejects.toThrow('only the proof of an address can be written');
      expect(await adapter.getUserByEmail(user.email)).toEqual(user);
    });
  });

  describe('accounts', () => {
    it('are linked once, and linking again changes nothing', async ({ app }) => {
      const user = await newUser(app);
      const account = newAccount(user.id);
      await adapter.linkAccount(account);
      await adapter.linkAccount(account);
      expect(await adapter.getUserByAccount(account)).toEqual(user);
    });

    it('of another user cannot be linked', async ({ app }) => {
      const [user, other] = [await newUser(app), await newUser(app)];
      const account = newAccount(user.id);
      await adapter.linkAccount(account);
      await expect(adapter.linkAccount({ ...account, userId: other.id })).rejects.toMatchObject({
        code: 'ACCOUNT_BELONGS_TO_OTHER',
      });
      expect(await adapter.getUserByAccount(account)).toEqual(user);
    });

    it('cannot be linked to a user who is not there', async () => {
      const account = newAccount(new ObjectId().toHexString());
      await expect(adapter.linkAccount(account)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await adapter.getUserByAccount(account)).toBeNull();
    });
  });

  describe('sessions', () => {
    it('are created, read with their user, and deleted', async ({ app }) => {
      const user = await newUser(app);
      const sessionToken = uniqueName();
      const created = await adapter.createSession({ sessionToken, userId: user.id, expires: later() });
      expect(created).toEqual({ sessionToken, userId: user.id, expires: expect.any(Date) });
      expect(await adapter.getSessionAndUser(sessionToken)).toEqual({ session: created, user });
      await adapter.deleteSession(sessionToken);
      expect(await adapter.getSessionAndUser(sessionToken)).toBeNull();
      await adapter.deleteSession(sessionToken);
    });

    it('are told apart', async ({ app }) => {
      const [user, other] = [await newUser(app), await newUser(app)];
      const [mine, others] = [await openSession(app, user), await openSession(app, other)];
      expect((await adapter.getSessionAndUser(mine))?.user).toEqual(user);
      expect((await adapter.getSessionAndUser(others))?.user).toEqual(other);
      await adapter.deleteSession(mine);
      expect((await adapter.getSessionAndUser(others))?.user).toEqual(other);
    });

    it('are updated only while they are there', async ({ app }) => {
      const user = await newUser(app);
      const sessionToken = await openSession(app, user);
      expect(await adapter.updateSession({ sessionToken })).toMatchObject({ sessionToken, userId: user.id });
      await adapter.deleteSession(sessionToken);
      expect(await adapter.updateSession({ sessionToken, expires: later() })).toBeNull();
      expect(await adapter.getSessionAndUser(sessionToken)).toBeNull();
    });
  });

  describe('verification tokens', () => {
    const newToken = () => ({ identifier: uniqueEmail(), token: uniqueName(), expires: later() });

    it('of Auth.js itself are not stored, since they are mailed to nobody', async () => {
      const token = newToken();
      expect(await adapter.createVerificationToken(token)).toEqual(token);
      expect(await adapter.useVerificationToken(token)).toBeNull();
    });

    it('are used once', async ({ app }) => {
      const token = newToken();
      await storeToken(app, token);
      expect(await adapter.useVerificationToken(token)).toEqual(token);
      expect(await adapter.useVerificationToken(token)).toBeNull();
    });

    it('are bound to their address', async ({ app }) => {
      const [token, other] = [newToken(), newToken()];
      await storeToken(app, token);
      await storeToken(app, other);
      const swapped = { identifier: other.identifier, token: token.token };
      expect(await adapter.useVerificationToken(swapped)).toBeNull();
      expect(await adapter.useVerificationToken(token)).toEqual(token);
    });

    it('stay valid beside a newer one, and end when it is used', async ({ app }) => {
      const token = newToken();
      const newer = { ...token, token: uniqueName() };
      await storeToken(app, token);
      await storeToken(app, newer);
      expect(await adapter.useVerificationToken(token)).toEqual(token);
      expect(await adapter.useVerificationToken(newer)).toBeNull();
    });
  });

  describe('what is no id', () => {
    it.each(MALFORMED_IDS.map((id) => [id.length > 30 ? `${id.length} characters` : JSON.stringify(id), id]))(
      '%s finds nobody and changes nothing',
      async (_shown, id) => {
        expect(await adapter.getUserByEmail(id)).toBeNull();
        expect(await adapter.getUserByAccount({ provider: id, providerAccountId: id })).toBeNull();
        expect(await adapter.getSessionAndUser(id)).toBeNull();
        expect(await adapter.updateSession({ sessionToken: id })).toBeNull();
        expect(await adapter.useVerificationToken({ identifier: id, token: id })).toBeNull();
        await adapter.deleteSession(id);
        await expect(adapter.updateUser({ id, emailVerified: new Date() })).rejects.toThrow(
          'no user with this id',
        );
        await expect(adapter.linkAccount(newAccount(id))).rejects.toThrow('no user with this id');
        const session = { sessionToken: uniqueName(), userId: id, expires: later() };
        await expect(adapter.createSession(session)).rejects.toThrow('no user with this id');
      },
    );
  });

  it('creates one user for one verified address in parallel calls', async ({ app }) => {
    const email = uniqueEmail();
    const made = await Promise.all(Array.from({ length: 20 }, () => newUser(app, email)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await app.deps.collections.users.countDocuments({ email })).toBe(1);
  });
});

describe('the database behind the adapter', () => {
  it('refuses a second owner, address, row or session token by unique indexes (security.md R4)', async ({
    app,
  }) => {
    const user = await newUser(app);
    const account = { provider: 'one', providerAccountId: uniqueName(), type: 'oidc' as const };
    await makeAdapter(app).linkAccount({ ...account, userId: user.id });
    const sessionToken = await openSession(app, user);
    await storeToken(app, { identifier: user.email, token: uniqueName(), expires: later() });
    await app.db.collection('accounts').insertOne({ ...account, userId: new ObjectId(user.id) });

    const copies: [string, object][] = [
      ['users', { email: user.email }],
      ['users', { accounts: [{ key: `one:${account.providerAccountId}` }] }],
      ['accounts', { ...account }],
      ['sessions', { sessionToken: hashToken(sessionToken) }],
      ['verification_tokens', { identifier: user.email, token: uniqueName() }],
    ];
    for (const [name, copy] of copies)
      await expect(app.db.collection(name).insertOne(copy)).rejects.toThrow(
        new RegExp(`E11000.*\\.${name} `),
      );
  });

  it('does not accept a session’s hash as its token', async ({ app }) => {
    const sessionToken = await openSession(app, await newUser(app));
    expect(await makeAdapter(app).getSessionAndUser(hashToken(sessionToken))).toBeNull();
  });

  it('accepts no session of an absent user', async ({ app }) => {
    const sessionToken = uniqueName();
    const userId = new ObjectId().toHexString();
    const creation = makeAdapter(app).createSession({ sessionToken, userId, expires: later() });
    await expect(creation).rejects.toThrow(new AppError('Callback'));
    expect(await makeAdapter(app).getSessionAndUser(sessionToken)).toBeNull();
    expect(await app.db.collection('sessions').countDocuments({ userId: new ObjectId(userId) })).toBe(0);
  });
});

describe('Auth.js', () => {
  it('gets only its own fields of a document', async ({ app }) => {
    const email = uniqueEmail();
    const user = await newUser(app, email);
    const account = { provider: 'one', providerAccountId: uniqueName(), type: 'oidc' as const };
    await makeAdapter(app).linkAccount({ ...account, userId: user.id, access_token: 'granted' });
    const more = { passwordHash: 'secret', role: 'admin', sessionsValidFrom: new Date(0) };
    await app.db.collection('users').updateOne({ email }, { $set: more });
    const sessionToken = await openSession(app, user);
    const ofSession = { sessionToken: hashToken(sessionToken) };
    await app.db.collection('sessions').updateOne(ofSession, { $set: { secret: 'secret' } });
    const adapter = makeAdapter(app);
    const fields = ['email', 'emailVerified', 'id', 'image', 'name'];
    const read = await adapter.getSessionAndUser(sessionToken);
    for (const seen of [
      user,
      read?.user,
      await adapter.getUserByEmail(email),
      await adapter.getUserByAccount(account),
      await adapter.updateUser({ id: user.id, emailVerified: new Date() }),
    ]) {
      expect(Object.keys(seen ?? {}).toSorted()).toEqual(fields);
    }
    expect(Object.keys(read?.session ?? {}).toSorted()).toEqual(['expires', 'sessionToken', 'userId']);
  });

  it('sees no session in a provider’s callback, because it would link any account', async ({ app }) => {
    const sessionToken = await openSession(app, await newUser(app));
    expect(await makeAdapter(app, 'callback').getSessionAndUser(sessionToken)).toBeNull();
  });
});

/** Makes an open request with this identifier. Answers the token of its link. */
async function openRequest(app: TestApp, identifier: VerificationIdentifier): Promise<string> {
  const token = createToken();
  await storeOpenRequest(app, identifier, hashVerificationToken(token, app.deps.settings.authSecret));
  return token;
}

async function redeem(app: TestApp, query: string) {
  const agent = app.agent();
  const answer = await agent.request(`/auth/callback/email?${query}`, { method: 'POST' });
  return {
    error: answer.location === null ? null : new URL(answer.location).searchParams.get('error'),
    session: await app.client(agent).session.get.query(),
  };
}

const USER_ID = new ObjectId('507f1f77bcf86cd799439011');

/** The identifiers that are not only an address. */
const OTHER_KINDS = {
  'reset-password': (email) => identifierOf('reset-password', email),
  phone: () => identifierOf('phone', USER_ID),
  'phone-sign-in': () => identifierOf('phone-sign-in', '+14155550123'),
  reauthenticate: () => identifierOf('reauthenticate', USER_ID, new ObjectId('507f1f77bcf86cd799439012')),
} as const satisfies Record<Exclude<VerificationKind, 'sign-in'>, (email: string) => VerificationIdentifier>;

type Query = readonly [string, (identifier: string) => string];
/** Queries that say no address, in several ways. */
const WITHOUT_ADDRESS: readonly Query[] = [
  ['no address', () => ''],
  ['an empty address', () => 'email='],
  ['a list', (identifier) => `email[]=${encodeURIComponent(identifier)}`],
  ['an operator', () => 'email[$ne]=1'],
  ['its identifier under another name', (identifier) => `identifier=${encodeURIComponent(identifier)}`],
];
const OTHERS: readonly Query[] = [
  ...WITHOUT_ADDRESS,
  ['its own identifier', (identifier) => `email=${encodeURIComponent(identifier)}`],
  ['its own identifier in capitals', (identifier) => `email=${encodeURIComponent(identifier.toUpperCase())}`],
  ['its own identifier and a space', (identifier) => `email=${encodeURIComponent(identifier)}%20`],
  ['the address of the person', () => 'email=somebody%40example.test'],
];

/** Signs nobody in, and leaves the token. */
async function expectRefusal(app: TestApp, identifier: VerificationIdentifier, query: string): Promise<void> {
  const { users, verificationTokens } = app.deps.collections;
  const before = await users.countDocuments();
  expect(await redeem(app, query)).toMatchObject({ error: 'Verification', session: null });
  expect(await users.countDocuments()).toBe(before);
  expect(await verificationTokens.deleteMany({ identifier })).toMatchObject({ deletedCount: 1 });
}

describe.each(Object.entries(OTHER_KINDS))('the token of kind %s', (_kind, makeIdentifier) => {
  it.for(OTHERS)('signs nobody in with %s', async ([_what, queryOf], { app }) => {
    const identifier = makeIdentifier('somebody@example.test');
    const token = await openRequest(app, identifier);
    await expectRefusal(app, identifier, `${queryOf(identifier)}&token=${token}`);
  });
});

describe('the token of a sign-in mail', () => {
  it.for(WITHOUT_ADDRESS)('signs nobody in with %s', async ([_what, queryOf], { app }) => {
    const email = uniqueEmail();
    const identifier = identifierOf('sign-in', email);
    const token = await openRequest(app, identifier);
    await expectRefusal(app, identifier, `${queryOf(email)}&token=${token}`);
  });

  it.for(['', 'token=', 'token=short', 'token[]=a'])(
    'is missing with %j: nobody is signed in',
    async (query, { app }) => {
      const email = uniqueEmail();
      const identifier = identifierOf('sign-in', email);
      await openRequest(app, identifier);
      await expectRefusal(app, identifier, `email=${email}&${query}`);
    },
  );

  it('signs in with its address in lower or upper case', async ({ app }) => {
    const email = uniqueEmail();
    const token = await openRequest(app, identifierOf('sign-in', email));
    const { error, session } = await redeem(app, `email=${email.toUpperCase()}&token=${token}`);
    expect([error, session?.user.email]).toEqual([null, email]);
  });
});

describe('the adapter, in a callback,', () => {
  it.for([undefined, null, '', 'somebody', 'phone:1', { $ne: null }, ['a@example.test']])(
    'finds no verification token for the identifier %j',
    async (identifier, { app }) => {
      const text = typeof identifier === 'string' ? identifier : uniqueEmail();
      const stored = text as VerificationIdentifier;
      const token = await openRequest(app, stored);
      const asked = { identifier: identifier as string, token };
      expect(await makeAdapter(app, 'callback').useVerificationToken(asked)).toBeNull();
      const { verificationTokens } = app.deps.collections;
      expect(await verificationTokens.deleteOne({ identifier: stored })).toMatchObject({ deletedCount: 1 });
    },
  );

  it.for(['somebody', 'reset-password:me@example.test', '\u212Aate@example.test', 'a@b.test,c@d.test'])(
    'stores nothing under the address %j',
    async (email, { app }) => {
      const adapter = makeAdapter(app, 'callback');
      const own = uniqueEmail();
      const user = await adapter.createUser({ id: '', name: null, email: own, emailVerified: new Date() });
      const emailVerified = new Date();
      await expect(adapter.createUser({ id: '', name: null, email, emailVerified })).rejects.toMatchObject({
        name: 'ZodError',
      });
      const update = adapter.updateUser({ id: user.id, email, emailVerified });
      await expect(update).rejects.toThrow('only the proof of an address can be written');
      expect(await adapter.getUserByEmail(email)).toBeNull();
      expect(await app.deps.collections.users.countDocuments({ email })).toBe(0);
    },
  );
});
