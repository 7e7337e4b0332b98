import { createHash } from 'node:crypto';
import { sessionCookieName } from '../src/shared/session-cookie.ts';
import { arriveSignedIn } from './flows.ts';
import { expect, test } from './fixtures.ts';

test('a session is stored as a hash of its cookie, and expires', async ({
  page,
  context,
  person,
  collections,
}) => {
  await arriveSignedIn(page, 'Demo One', person.login);
  const sessionCookie = sessionCookieName(new URL(page.url()).origin);
  const cookie = (await context.cookies(page.url())).find(({ name }) => name === sessionCookie);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  const token = cookie?.value ?? '';
  expect(Buffer.from(token, 'base64url'), '256 random bits').toHaveLength(32);

  const hash = createHash('sha256').update(token).digest('base64url');
  const stored = await collections.sessions.findOne({ sessionToken: hash });
  expect(stored?.expires.getTime()).toBeGreaterThan(Date.now());
  for (const collection of Object.values(collections)) {
    const everything = JSON.stringify(await collection.find().toArray());
    expect(everything, collection.collectionName).not.toContain(token);
  }

  const indexes = await collections.sessions.indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { expires: 1 }, expireAfterSeconds: 0 }));
  expect(indexes).toContainEqual(expect.objectContaining({ key: { sessionToken: 1 }, unique: true }));
});
