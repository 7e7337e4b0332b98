import { expect, test } from 'vitest';
import { makeToken } from '../../testing/users/access-tokens.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { hashToken } from '../crypto/secrets.ts';
import { findStoredCredential } from './credential-reads.ts';

/** Counts the reads of each collection after the sign-ins. */
async function signedIn(app: TestApp, people: number) {
  const hashes = await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      const agent = await app.signInByMail(`person-${person}@example.test`);
      return hashToken(agent.cookies.get('foyer.session') ?? '');
    }),
  );
  const reads = { sessions: 0, users: 0 };
  app.deps.mongo.on('commandStarted', ({ command }) => {
    const name: unknown = command['find'];
    if (name === 'sessions' || name === 'users') reads[name]++;
  });
  return { hashes, reads, collections: app.deps.collections };
}

test('concurrent requests cost one read of sessions and one of users', async () => {
  await using app = await createTestApp();
  const { hashes, reads, collections } = await signedIn(app, 8);
  const expected = [...hashes.map((_, person) => `person-${person}@example.test`), null];
  for (const round of [1, 2]) {
    const found = await Promise.all(
      [...hashes, 'unknown'].map((hash) => findStoredCredential(collections, 'sessions', hash)),
    );
    expect(found.map((stored) => stored?.user?.email ?? null)).toEqual(expected);
    expect(reads).toEqual({ sessions: round, users: round });
  }
});

test('the owner of a session is cached, but both documents are read each time', async () => {
  await using app = await createTestApp();
  const { hashes, collections } = await signedIn(app, 1);
  const [hash = ''] = hashes;
  const read = () => findStoredCredential(collections, 'sessions', hash);
  expect((await read())?.user?.name).toBeNull();
  await collections.users.updateMany({}, { $set: { name: 'Grace' } });
  expect((await read())?.user?.name).toBe('Grace');
  await collections.users.deleteMany({});
  expect(await read()).toMatchObject({ user: null });
  await collections.sessions.deleteMany({});
  expect([await read(), await read()]).toEqual([null, null]);
});

test('an access token is read in the same way, but not as a session', async () => {
  await using app = await createTestApp();
  const agent = await app.signInByMail('script@example.test');
  const { token } = await makeToken(app, agent);
  const { collections } = app.deps;
  const read = () => findStoredCredential(collections, 'accessTokens', hashToken(token));
  expect((await read())?.user?.email).toBe('script@example.test');
  expect((await read())?.user?.email, 'with the cached owner').toBe('script@example.test');
  expect(await findStoredCredential(collections, 'sessions', hashToken(token))).toBeNull();
  await collections.accessTokens.deleteMany({});
  expect(await findStoredCredential(collections, 'accessTokens', hashToken(token))).toBeNull();
});
