import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import type { testWith } from '../app/fixture.ts';
import type { TestApp } from '../app/test-app.ts';
import type { createAdapter } from '../../server/auth/adapter.ts';
import { uniqueEmail, uniqueName } from '../run/unique-name.ts';

type AdapterUnderTest = ReturnType<typeof createAdapter>;

/** Texts that are no ids. None may find a user or throw where "no user" is an answer. */
const MALFORMED_IDS = [
  ['', ' ', 'null', 'undefined', '0', '{}', '{"$ne":null}', '__proto__'],
  ['{"$oid":"507f1f77bcf86cd799439011"}', '507f1f77bcf86cd79943901\u0000'],
  ['a'.repeat(12), 'z'.repeat(24), 'a'.repeat(23), 'a'.repeat(25), 'A'.repeat(24), 'a'.repeat(100_000)],
].flat();

interface MailedToken {
  readonly identifier: string;
  readonly token: string;
  readonly expires: Date;
}

const inAMonth = () => new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);

/**
 * Tests the adapter contract of Auth.js (`@auth/core/adapters`), also where its documentation leaves it open.
 *
 * @param makeAdapter makes a new adapter, as each request does
 * @param storeToken stores a mailed token, as the request for a mail does
 */
export function testAdapterContract(
  it: ReturnType<typeof testWith>,
  makeAdapter: (app: TestApp) => AdapterUnderTest,
  storeToken: (app: TestApp, token: MailedToken) => Promise<void>,
): void {
  let adapter: AdapterUnderTest;
  let store: (token: MailedToken) => Promise<void>;
  it.beforeEach(({ app }) => {
    adapter = makeAdapter(app);
    store = (token) => storeToken(app, token);
  });

  const newUser = (email = uniqueEmail()) =>
    adapter.createUser({ id: 'ignored', name: 'Ada', email, emailVerified: new Date(), image: null });
  const newAccount = (userId: string) => ({
    userId,
    provider: 'one',
    providerAccountId: uniqueName(),
    type: 'oidc' as const,
  });

  describe('users', () => {
    it('are created with an id of ours, and found by address', async () => {
      const user = await newUser();
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

    it('are found by address, whatever its case', async () => {
      const user = await newUser(`Mixed.${uniqueName()}@Example.TEST`);
      expect(user.email).toBe(user.email.toLowerCase());
      expect(await adapter.getUserByEmail(user.email.toUpperCase())).toEqual(user);
      expect(await adapter.getUserByEmail(`x${user.email}`)).toBeNull();
    });

    it('are found by account, and by nothing that is only like it', async () => {
      const user = await newUser();
      const account = newAccount(user.id);
      await adapter.linkAccount(account);
      const { provider, providerAccountId } = account;
      expect(await adapter.getUserByAccount({ provider, providerAccountId })).toEqual(user);
      for (const other of [
        { provider: 'two', providerAccountId },
        { provider, providerAccountId: providerAccountId.toUpperCase() },
        { provider, providerAccountId: `${providerAccountId}:` },
        { provider: `${provider}:${providerAccountId}`, providerAccountId: '' },
      ]) {
        expect(await adapter.getUserByAccount(other)).toBeNull();
      }
    });

    it('keep all fields when their verified address is verified again', async () => {
      const user = await newUser();
      expect(await adapter.updateUser({ id: user.id, emailVerified: new Date() })).toEqual(user);
    });

    it.each([
      ['a name', { name: 'Lovelace' }],
      ['an address', { email: `moved-${uniqueName()}@example.test` }],
      [
        'an address and its proof',
        { email: `moved-${uniqueName()}@example.test`, emailVerified: new Date() },
      ],
      // Only our own pictures: a foreign URL would make browsers load from its server.
      ['a picture', { image: 'https://example.test/a.png' }],
      ['no proof', { emailVerified: null }],
    ])('cannot be given %s', async (_what, change) => {
      const user = await newUser();
      const update = adapter.updateUser({ id: user.id, ...change });
      await expect(update).rejects.toThrow('only the proof of an address can be written');
      expect(await adapter.getUserByEmail(user.email)).toEqual(user);
    });
  });

  describe('accounts', () => {
    it('are linked once, and linking again changes nothing', async () => {
      const user = await newUser();
      const account = newAccount(user.id);
      await adapter.linkAccount(account);
      await adapter.linkAccount(account);
      expect(await adapter.getUserByAccount(account)).toEqual(user);
    });

    it('of another user cannot be linked', async () => {
      const [user, other] = [await newUser(), await newUser()];
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
    it('are created, read with their user, and deleted', async () => {
      const user = await newUser();
      const sessionToken = uniqueName();
      const created = await adapter.createSession({ sessionToken, userId: user.id, expires: inAMonth() });
      expect(created).toEqual({ sessionToken, userId: user.id, expires: expect.any(Date) });
      expect(await adapter.getSessionAndUser(sessionToken)).toEqual({ session: created, user });
      await adapter.deleteSession(sessionToken);
      expect(await adapter.getSessionAndUser(sessionToken)).toBeNull();
      await adapter.deleteSession(sessionToken);
    });

    it('are told apart', async () => {
      const [user, other] = [await newUser(), await newUser()];
      const [mine, others] = [uniqueName(), uniqueName()];
      await adapter.createSession({ sessionToken: mine, userId: user.id, expires: inAMonth() });
      await adapter.createSession({ sessionToken: others, userId: other.id, expires: inAMonth() });
      expect((await adapter.getSessionAndUser(mine))?.user).toEqual(user);
      expect((await adapter.getSessionAndUser(others))?.user).toEqual(other);
      await adapter.deleteSession(mine);
      expect((await adapter.getSessionAndUser(others))?.user).toEqual(other);
    });

    it('are updated only while they are there', async () => {
      const user = await newUser();
      const sessionToken = uniqueName();
      await adapter.createSession({ sessionToken, userId: user.id, expires: inAMonth() });
      expect(await adapter.updateSession({ sessionToken })).toMatchObject({ sessionToken, userId: user.id });
      await adapter.deleteSession(sessionToken);
      expect(await adapter.updateSession({ sessionToken, expires: inAMonth() })).toBeNull();
      expect(await adapter.getSessionAndUser(sessionToken)).toBeNull();
    });
  });

  describe('verification tokens', () => {
    const newToken = () => ({ identifier: uniqueEmail(), token: uniqueName(), expires: inAMonth() });

    it('of Auth.js itself are not stored, since they are mailed to nobody', async () => {
      const token = newToken();
      expect(await adapter.createVerificationToken(token)).toEqual(token);
      expect(await adapter.useVerificationToken(token)).toBeNull();
    });

    it('are used once', async () => {
      const token = newToken();
      await store(token);
      expect(await adapter.useVerificationToken(token)).toEqual(token);
      expect(await adapter.useVerificationToken(token)).toBeNull();
    });

    it('are bound to their address', async () => {
      const [token, other] = [newToken(), newToken()];
      await store(token);
      await store(other);
      const swapped = { identifier: other.identifier, token: token.token };
      expect(await adapter.useVerificationToken(swapped)).toBeNull();
      expect(await adapter.useVerificationToken(token)).toEqual(token);
    });

    it('stay valid beside a newer one, and end when it is used', async () => {
      const token = newToken();
      const newer = { ...token, token: uniqueName() };
      await store(token);
      await store(newer);
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
        const session = { sessionToken: uniqueName(), userId: id, expires: inAMonth() };
        await expect(adapter.createSession(session)).rejects.toThrow('no user with this id');
      },
    );
  });
}
