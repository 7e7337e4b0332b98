import type { VerificationToken } from '@auth/core/adapters';
import { ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { testAdapterContract } from '../../testing/providers/adapter-contract.ts';
import { startIdentityProvider, type IdentityProvider } from '../../testing/providers/identity-provider.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { AppError } from '../app-error.ts';
import { missingIndexes } from '../database/indexes.ts';
import { recordAccountUse } from '../domain/users/accounts.ts';
import { runDueJobs } from '../domain/job-runner.ts';
import { sealTokens } from '../domain/providers/provider-tokens.ts';
import { storeRequest } from '../domain/codes/verification-tokens.ts';
import { hashToken } from '../crypto/secrets.ts';
import { createAdapter } from './adapter.ts';
import type { AuthRequest } from './auth-request.ts';
import { identifierOf } from '../domain/rules/verification-identifiers.ts';
import { createFlowState } from './flow-state.ts';
import { uniqueEmail, uniqueName } from '../../testing/run/unique-name.ts';
import { anAuthRequest } from '../../testing/providers/auth-requests.ts';

const CLIENT = { ip: '203.0.113.7', userAgent: 'a browser', locale: 'en', proofOfWork: null } as const;
const WAYS = 20;

let provider: IdentityProvider;

beforeAll(async () => {
  provider = await startIdentityProvider({ name: 'One' });
});
const it = testWith({ providers: () => Promise.resolve([provider.settings]) });
afterAll(async () => {
  await provider.close();
});

function makeAdapter(app: TestApp, request: Partial<AuthRequest> = {}) {
  return createAdapter(app.deps, anAuthRequest({ requestOrigin: CLIENT, ...request }), createFlowState(null));
}

async function storeToken(app: TestApp, { identifier, token, expires }: VerificationToken): Promise<void> {
  await storeRequest(app.deps, {
    identifier: identifierOf('sign-in', identifier),
    tokenHash: token,
    codeHash: null,
    browser: null,
    byUnknownCaller: true,
    expires,
  });
}

const later = () => new Date(Date.now() + 1000 * 60);
const at = <T>(ways: number, call: (way: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: ways }, (_, way) => call(way)));

async function newUser(app: TestApp, email = uniqueEmail()) {
  return makeAdapter(app).createUser({ id: '', name: 'Ada', email, emailVerified: new Date(), image: null });
}

describe('the adapter', () => {
  testAdapterContract(it, makeAdapter, storeToken);
});

describe('the adapter, in parallel calls', () => {
  it('creates one user for one account', async ({ app }) => {
    const account = { provider: 'one', providerAccountId: uniqueName() };
    const adapters = await at(WAYS, async () => {
      const adapter = makeAdapter(app);
      // As in Auth.js: it looks the account up, finds no user and creates one.
      expect(await adapter.getUserByAccount(account)).toBeNull();
      return adapter;
    });
    const email = uniqueEmail();
    const made = await at(WAYS, async (way) =>
      adapters[way]?.createUser({ id: '', name: null, email, emailVerified: null, image: null }),
    );
    expect(new Set(made.map((user) => user?.id)).size).toBe(1);
    expect(await app.deps.collections.users.countDocuments({ email })).toBe(1);
  });

  it('creates one user for one verified address', async ({ app }) => {
    const email = uniqueEmail();
    const made = await at(WAYS, () => newUser(app, email));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await app.deps.collections.users.countDocuments({ email })).toBe(1);
  });

  it('links one account to only one of two users', async ({ app }) => {
    const [a, b] = [await newUser(app), await newUser(app)];
    const account = { provider: 'one', providerAccountId: uniqueName(), type: 'oidc' as const };
    const outcomes = await at(WAYS, async (way) => {
      const userId = way % 2 === 0 ? a.id : b.id;
      try {
        await makeAdapter(app).linkAccount({ ...account, userId });
        return userId;
      } catch (error) {
        return (error as { code?: string }).code;
      }
    });
    const owner = (await makeAdapter(app).getUserByAccount(account))?.id;
    const loser = owner === a.id ? b.id : a.id;
    expect(outcomes).toContain(owner);
    expect(outcomes).not.toContain(loser);
    expect(outcomes.filter((outcome) => outcome === 'ACCOUNT_BELONGS_TO_OTHER')).toHaveLength(WAYS / 2);
  });

  it('accepts a verification token once in fifty parallel tries (security.md 8)', async ({ app }) => {
    const token = { identifier: uniqueEmail(), token: uniqueName(), expires: later() };
    await storeToken(app, token);
    const used = await at(50, async () => makeAdapter(app).useVerificationToken(token));
    expect(used.filter(Boolean)).toEqual([token]);
  });

  it('stores the verification tokens of an address in one row', async ({ app }) => {
    const identifier = uniqueEmail();
    await at(WAYS, async () => storeToken(app, { identifier, token: uniqueName(), expires: later() }));
    expect(
      await app.deps.collections.verificationTokens.countDocuments({
        identifier: identifierOf('sign-in', identifier),
      }),
    ).toBe(1);
  });
});

describe('the database behind the adapter', () => {
  it('has all indexes and names a missing one', async ({ app }) => {
    const { users, accounts, sessions } = app.deps.collections;
    expect(await missingIndexes(app.deps.collections)).toEqual([]);
    for (const [collection, index] of [
      [users, 'accounts_key_unique_text'],
      [users, 'email_unique_text'],
      [accounts, 'provider_account_unique'],
      [sessions, 'token_unique'],
    ] as const) {
      const found = (await collection.indexes()).find(({ name }) => name === index);
      await collection.dropIndex(index);
      expect(await missingIndexes(app.deps.collections)).toEqual([`${collection.collectionName}.${index}`]);
      await expect(app.deps.checkReady()).rejects.toThrow(index);
      const { key, name, unique: only, partialFilterExpression } = found ?? { key: {} };
      await collection.createIndex(key, {
        ...(name === undefined ? {} : { name }),
        unique: only ?? false,
        ...(partialFilterExpression ? { partialFilterExpression } : {}),
      });
    }
    await app.deps.checkReady();
  });

  it('refuses a second owner, address, row or session token by unique indexes (security.md R4)', async ({
    app,
  }) => {
    const user = await newUser(app);
    const account = { provider: 'one', providerAccountId: uniqueName(), type: 'oidc' as const };
    await makeAdapter(app).linkAccount({ ...account, userId: user.id });
    const sessionToken = uniqueName();
    await makeAdapter(app).createSession({ sessionToken, userId: user.id, expires: later() });
    await storeToken(app, {
      identifier: user.email,
      token: uniqueName(),
      expires: later(),
    });
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

  it('stores session tokens only as hashes and ignores an expired session', async ({ app }) => {
    const user = await newUser(app);
    const sessionToken = uniqueName();
    await makeAdapter(app).createSession({ sessionToken, userId: user.id, expires: later() });
    const everything = JSON.stringify(
      await Promise.all((await app.db.collections()).map((collection) => collection.find().toArray())),
    );
    expect(everything).not.toContain(sessionToken);
    const row = { sessionToken: hashToken(sessionToken) };
    await app.db.collection('sessions').updateOne(row, { $set: { expires: new Date(Date.now() - 1000) } });
    expect(await makeAdapter(app).getSessionAndUser(sessionToken)).toBeNull();
    expect(await app.db.collection('sessions').countDocuments(row)).toBe(0);
  });

  it('does not accept a session’s hash as its token', async ({ app }) => {
    const user = await newUser(app);
    const sessionToken = uniqueName();
    await makeAdapter(app).createSession({ sessionToken, userId: user.id, expires: later() });
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
    await app.db
      .collection('users')
      .updateOne(
        { email },
        { $set: { passwordHash: 'secret', role: 'admin', sessionsValidFrom: new Date(0) } },
      );
    const sessionToken = uniqueName();
    await makeAdapter(app).createSession({ sessionToken, userId: user.id, expires: later() });
    await app.db
      .collection('sessions')
      .updateOne({ sessionToken: hashToken(sessionToken) }, { $set: { secret: 'secret' } });
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
    const user = await newUser(app);
    const sessionToken = uniqueName();
    await makeAdapter(app).createSession({ sessionToken, userId: user.id, expires: later() });
    expect(await makeAdapter(app, { action: 'callback' }).getSessionAndUser(sessionToken)).toBeNull();
  });

  it('replaces the browser’s old session by a new one (security.md 13)', async ({ app }) => {
    const user = await newUser(app);
    const [old, fresh] = [uniqueName(), uniqueName()];
    await makeAdapter(app).createSession({ sessionToken: old, userId: user.id, expires: later() });
    await makeAdapter(app, { cookies: { session: old } }).createSession({
      sessionToken: fresh,
      userId: user.id,
      expires: later(),
    });
    expect(await makeAdapter(app).getSessionAndUser(old)).toBeNull();
    expect((await makeAdapter(app).getSessionAndUser(fresh))?.user.id).toBe(user.id);
  });
});

describe('a user with an unverified address', () => {
  it('loses connections, sessions and grants with the first proof, and gets a mail', async ({ app }) => {
    const email = uniqueEmail();
    const account = { provider: 'one', providerAccountId: uniqueName(), type: 'oidc' as const };
    const user = await newUser(app);
    const _id = new ObjectId(user.id);
    await makeAdapter(app).linkAccount({ ...account, userId: user.id });
    const tokens = sealTokens(app.deps, account, { accessToken: 'a', refreshToken: 'r', expiresAt: null });
    await recordAccountUse(app.deps, _id, account, { label: null, image: null, tokens });
    await app.db.collection('users').updateOne({ _id }, { $set: { email, emailVerified: null } });
    const sessionToken = uniqueName();
    await makeAdapter(app).createSession({ sessionToken, userId: user.id, expires: later() });
    const row = await app.db.collection('sessions').findOne({ userId: _id });

    await new Promise((resolve) => setTimeout(resolve, 2));
    const verified = await makeAdapter(app).updateUser({ id: user.id, emailVerified: new Date() });

    expect(verified).toMatchObject({ id: user.id, email, emailVerified: expect.any(Date) });
    expect(await makeAdapter(app).getUserByAccount(account)).toBeNull();
    expect(await app.db.collection('accounts').countDocuments({ userId: _id })).toBe(0);
    expect(await app.db.collection('jobs').countDocuments({ kind: 'revoke-grant' })).toBe(1);
    // The row that a kill would leave is not a live session.
    if (row) await app.db.collection('sessions').insertOne(row);
    expect(await makeAdapter(app).getSessionAndUser(sessionToken)).toBeNull();
    await runDueJobs(app.deps);
    expect(app.mailbox.last(email).text).toContain('were removed');
  });
});
