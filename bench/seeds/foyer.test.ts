import { describe, expect } from 'vitest';
import { it } from '../../src/testing/app/fixture.ts';
import { markerOf, SESSION_GET } from '../parts/session-targets.ts';
import { seedFoyer, type SeededAccessToken } from './foyer.ts';
import { emailOf, makeUsers } from './users.ts';

const SESSIONS = 20;
const PASSWORD = 'lasagne by candlelight';

// The documents are written without the product's code, and must change with the product's documents.
describe('the seeded database', () => {
  const seeded = makeUsers(SESSIONS, new Date());

  let accessTokens: readonly SeededAccessToken[];
  it.beforeAll(async ({ app }) => {
    accessTokens = await seedFoyer(app.db, seeded, { password: PASSWORD });
  });

  it('finds everybody by their session', async ({ app }) => {
    for (let number = 0; number < SESSIONS; number++) {
      const { token, user } = seeded.session(number);
      const headers = { cookie: `foyer.session=${token}` };
      expect((await app.agent().request(SESSION_GET, { headers })).text).toContain(markerOf(user.email));
    }
  });

  it('finds the owner of an access token', async ({ app }) => {
    expect(accessTokens).toHaveLength(2);
    for (const [token, person] of accessTokens) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await app.agent().request(SESSION_GET, { headers });
      expect(answer.text).toContain(markerOf(emailOf(person)));
    }
  });

  it('accepts the password of each user', async ({ app }) => {
    const { password } = app.client(app.agent());
    const signedIn = await password.signIn.mutate({ email: emailOf(3), password: PASSWORD });
    expect(JSON.stringify(signedIn)).toContain(markerOf(emailOf(3)));
  });

  it('has sessions with the fields of those that a sign-in makes', async ({ app }) => {
    const { sessions } = app.deps.collections;
    const stored = await sessions.findOne({ _id: seeded.session(7).id });
    await app.client(app.agent()).password.signIn.mutate({ email: emailOf(5), password: PASSWORD });
    const made = await sessions.findOne({ userId: seeded.user(5).id }, { sort: { _id: -1 } });
    expect(Object.keys(stored ?? {}).toSorted()).toEqual(Object.keys(made ?? {}).toSorted());
    expect(stored?.proofs?.map(({ method, factor }) => [method, factor])).toEqual(
      made?.proofs?.map(({ method, factor }) => [method, factor]),
    );
  });

  it('causes no write for a read except lastSeenAt', async ({ app }) => {
    const sessions = app.db.collection('sessions');
    const read = () => sessions.find({}, { projection: { lastSeenAt: 0 } }).toArray();
    const before = await read();
    const { token } = seeded.session(7);
    await app.agent().request(SESSION_GET, { headers: { cookie: `foyer.session=${token}` } });
    expect(await read()).toEqual(before);
  });
});
