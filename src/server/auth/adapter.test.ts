import type { VerificationToken } from '@auth/core/adapters';
import { ObjectId } from 'mongodb';
import { afterAll, describe, expect } from 'vitest';
import { testAdapterContract } from '../../testing/providers/adapter-contract.ts';
import { startIdentityProvider } from '../../testing/providers/identity-provider.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { AppError } from '../app-error.ts';
import { storeRequest } from '../domain/codes/verification-tokens.ts';
import { hashToken } from '../crypto/secrets.ts';
import { createAdapter } from './adapter.ts';
import type { AuthRequest } from './auth-request.ts';
import { identifierOf } from '../domain/rules/verification-identifiers.ts';
import { createFlowState } from './flow-state.ts';
import { uniqueEmail, uniqueName } from '../../testing/run/unique-name.ts';
import { anAuthRequest } from '../../testing/providers/auth-requests.ts';
import { NO_ORIGIN } from '../domain/rules/request-origin.ts';

const provider = await startIdentityProvider({ name: 'One' });
const it = testWith({ providers: () => Promise.resolve([provider.settings]) });
afterAll(() => provider.close());

function makeAdapter(app: TestApp, request: Partial<AuthRequest> = {}) {
  return createAdapter(
    app.deps,
    anAuthRequest({ requestOrigin: NO_ORIGIN, ...request }),
    createFlowState(null),
  );
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

async function newUser(app: TestApp, email = uniqueEmail()) {
  return makeAdapter(app).createUser({ id: '', name: 'Ada', email, emailVerified: new Date(), image: null });
}

async function openSession(app: TestApp, { id: userId }: { readonly id: string }): Promise<string> {
  const sessionToken = uniqueName();
  await makeAdapter(app).createSession({ sessionToken, userId, expires: later() });
  return sessionToken;
}

describe('the adapter', () => {
  testAdapterContract(it, makeAdapter, storeToken);

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
    await app.db
      .collection('users')
      .updateOne(
        { email },
        { $set: { passwordHash: 'secret', role: 'admin', sessionsValidFrom: new Date(0) } },
      );
    const sessionToken = await openSession(app, user);
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
    const sessionToken = await openSession(app, await newUser(app));
    expect(await makeAdapter(app, { action: 'callback' }).getSessionAndUser(sessionToken)).toBeNull();
  });
});
