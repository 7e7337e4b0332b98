import { ObjectId } from 'mongodb';
import { expect } from 'vitest';
import { DAY_MS, SECOND_MS } from '../../../shared/limits.ts';
import { appCodeOf, countOutcomes } from '../../../testing/app/app-code.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { NO_ORIGIN } from '../../../testing/users/signed-in-users.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp, TestClient } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { AppError } from '../../app-error.ts';
import { hashToken } from '../../crypto/secrets.ts';
import { linkAccount } from '../users/accounts.ts';

const WAYS = 50;
const faults = createFaultInjector();

const it = testWith({ faults });

type Session = TestClient['session'];
const sessionOf = (app: TestApp, agent: HttpAgent) => app.client(agent).session;

async function rowOf(app: TestApp, agent: HttpAgent) {
  const sessionToken = hashToken(agent.cookies.get('foyer.session') ?? '');
  const row = await app.deps.collections.sessions.findOne({ sessionToken });
  if (!row) throw new Error('there is no such session');
  return row;
}
const idOf = async (app: TestApp, agent: HttpAgent) => (await rowOf(app, agent))._id.toHexString();
const isIn = async (app: TestApp, agent: HttpAgent) => (await sessionOf(app, agent).get.query()) !== null;

it(`of ${WAYS} parallel revocations of one session, one succeeds (security.md R1)`, async ({ app }) => {
  const email = uniqueEmail();
  const mine = await app.signInByMail(email);
  const id = await idOf(app, await app.signInByMail(email));
  const calls = Array.from({ length: WAYS }, () => sessionOf(app, mine).revoke.mutate({ id }));
  expect(await countOutcomes(calls)).toEqual({ done: 1, NOT_FOUND: WAYS - 1 });
  expect(await app.deps.collections.activity.countDocuments({ kind: 'session-revoked' })).toBe(1);
});

it.for([
  ['was revoked', (mine: Session, id: string) => mine.revoke.mutate({ id })],
  ['was ended with all others', (mine: Session) => mine.revokeOthers.mutate()],
] as const)('a parallel renewal does not restore a session that %s', async ([, end], { app }) => {
  const email = uniqueEmail();
  const theirs = await app.signInByMail(email);
  app.advance(2 * DAY_MS);
  const mine = await app.signInByMail(email);
  const id = await idOf(app, theirs);
  const hold = faults.holdBefore('sessions.findOneAndUpdate');
  const renewing = sessionOf(app, theirs).get.query();
  await hold.reached;
  await end(sessionOf(app, mine), id);
  hold.release();
  expect(await renewing).toBeNull();
  expect(await isIn(app, theirs)).toBe(false);
  expect(await app.deps.collections.sessions.countDocuments({ _id: new ObjectId(id) })).toBe(0);
});

it('refuses a sign-in when all sessions are ended before its own is live', async ({ app }) => {
  const email = uniqueEmail();
  const mine = await app.signInByMail(email);
  const hold = faults.holdBefore('sessions.insertOne');
  const signingIn = app.signInByMail(email);
  await hold.reached;
  app.advance(SECOND_MS);
  expect(await sessionOf(app, mine).revokeOthers.mutate()).toEqual({ revoked: 0 });
  hold.release();
  expect(await appCodeOf(signingIn)).toBe('Verification');
  expect(await sessionOf(app, mine).list.query()).toHaveLength(1);
});

it('of two sessions that end each other, one stays', async ({ app }) => {
  const email = uniqueEmail();
  const agents: HttpAgent[] = [];
  for (let n = 0; n < 5; n++) agents.push(await app.signInByMail(email));
  app.advance(SECOND_MS);
  const ended = await Promise.allSettled(agents.map((agent) => sessionOf(app, agent).revokeOthers.mutate()));
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const alive = await Promise.all(agents.map((agent) => isIn(app, agent)));
  expect(alive).toEqual(ended.map(({ status }) => status === 'fulfilled'));
});

it('a link that an ended session requested signs nobody in', async ({ app }) => {
  const email = uniqueEmail();
  const theirs = await app.signInByMail(email);
  const session = await rowOf(app, theirs);
  const mine = await app.signInByMail(email);
  const kept = await rowOf(app, mine);
  app.advance(SECOND_MS);
  await sessionOf(app, mine).revokeOthers.mutate();
  const account = { provider: 'demo', providerAccountId: email, type: 'oidc' } as const;
  const user = await app.deps.collections.users.findOne({ _id: session.userId });
  if (!user) throw new Error('the user is gone');
  const by = { requestOrigin: NO_ORIGIN, label: null };
  const linking = linkAccount(app.deps, user, account, { ...by, actor: { user, session } });
  await expect(linking).rejects.toThrow(new AppError('SessionRequired'));
  const byKept = linkAccount(app.deps, user, account, { ...by, actor: { user, session: kept } });
  expect(await byKept).toBe('linked');
});

it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});
