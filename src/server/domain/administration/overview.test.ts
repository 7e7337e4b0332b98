import type { Document } from 'mongodb';
import { describe, expect } from 'vitest';
import { DAY_MS } from '../../../shared/limits.ts';
import { makeAdministrator, makeServiceKey } from '../../../testing/users/administrators.ts';
import { callAsScript } from '../../../testing/users/access-tokens.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { changeUser } from '../../../testing/users/impersonations.ts';
import { aSignedInUser } from '../../../testing/users/signed-in-users.ts';
import { aPersonWithPassword } from '../../../testing/sign-in/passwords.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { countOnDay, countShardOf } from '../activity/daily-counts.ts';
import { writeLeftOutboxes } from '../activity/security-events.ts';
import { GIVEN_UP } from './failed-jobs.ts';
import { readOverview } from './overview.ts';

const faults = createFaultInjector();
const PROVIDER = {
  id: 'example',
  name: 'Example Login',
  issuer: 'https://login.example.test',
  clientId: 'client',
  clientSecret: null,
  domains: [],
  trustEmail: false,
};
const it = testWith({ faults, providers: () => Promise.resolve([PROVIDER]) });
it.beforeEach(async ({ app }) => {
  await app.deps.collections.dailyCounts.deleteMany({});
});

const today = (app: TestApp) => app.deps.now().toISOString().slice(0, 10);

describe('the overview', () => {
  it('counts people, suspended ones, administrators, mails and jobs', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const before = await client.administration.overview.query();
    const now = app.deps.now();
    const person = await aSignedInUser(app);
    const suspension = { reason: 'Fraud', at: new Date(now.getTime() - 2 * DAY_MS), until: null };
    await changeUser(app, person.userId, { suspension });
    const over = await aSignedInUser(app);
    const until = new Date(now.getTime() - DAY_MS);
    await changeUser(app, over.userId, { suspension: { ...suspension, until } });
    await makeAdministrator(app);
    await app.deps.collections.jobs.deleteMany({});
    expect(await client.administration.overview.query()).toMatchObject({
      people: before.people + 3,
      suspended: before.suspended + 1,
      administrators: before.administrators + 1,
      waitingMails: 0,
      failedJobs: 0,
    });
  });

  it('counts sign-ups, created people, sign-ins and failures by day and method', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    await client.users.create.mutate({ email: uniqueEmail() });
    const { email } = await aPersonWithPassword(app);
    const { password } = app.client(app.agent());
    const wrong = { email, password: 'a wrong one, long enough' };
    expect(await appCodeOf(password.signIn.mutate(wrong))).toBe('CredentialsSignin');
    const day = today(app);
    await expect
      .poll(() => client.administration.overview.query())
      .toMatchObject({
        signUps: [{ day, method: '', methodName: null, count: 3 }],
        failures: [{ day, method: 'password', methodName: null, count: 1 }],
      });
    const method = `${PROVIDER.id} + totp`;
    await countOnDay(app.deps, { kind: 'sign-in', method, at: app.deps.now(), by: '' });
    const { signIns } = await client.administration.overview.query();
    expect(signIns).toContainEqual({ day, method, methodName: PROVIDER.name, count: 1 });
    expect(signIns).toContainEqual({ day, method: 'email-code', methodName: null, count: 2 });
  });

  it('shows the wanted days, oldest first', async ({ app }) => {
    const now = app.deps.now().getTime();
    for (const days of [0, 29, 30]) {
      await countOnDay(app.deps, { kind: 'sign-up', at: new Date(now - days * DAY_MS), by: '' });
    }
    const { signUps } = await readOverview(app.deps, 30);
    expect(signUps.map(({ day }) => day)).toEqual([
      new Date(now - 29 * DAY_MS).toISOString().slice(0, 10),
      today(app),
    ]);
    expect((await readOverview(app.deps, 7)).signUps.map(({ day }) => day)).toEqual([today(app)]);
  });

  it('counts imported people apart', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const { authorization } = await makeServiceKey(app, ['users:import']);
    const people = [1, 2].map(() => ({ externalId: uniqueEmail() }));
    expect((await callAsScript(app, authorization, 'users.import', { input: { people } })).status).toBe(200);
    const { signUps } = await client.administration.overview.query();
    expect(signUps.find(({ method }) => method === 'import')).toMatchObject({ day: today(app), count: 2 });
  });

  it.for([
    ['dailyCounts', { day: { $gte: new Date() } }, 'day_ttl'],
    ['jobs', { kind: 'mail', runAt: { $gt: new Date(0) } }, 'run_at'],
    ['jobs', GIVEN_UP, 'failed_at_ttl'],
  ] as const)('reads %s by an index: %j', async ([name, filter, index], { app }) => {
    const { collectionName } = app.deps.collections[name];
    const plan = await app.db
      .collection(collectionName)
      .find(filter as object)
      .explain('queryPlanner');
    const winning = JSON.stringify((plan['queryPlanner'] as Document)['winningPlan']);
    expect(winning).toContain(index);
    expect(winning).not.toContain('COLLSCAN');
  });
});

describe('a daily count', () => {
  it('has one row when 50 first counts come at once', async ({ app }) => {
    const at = app.deps.now();
    const counts = Array.from({ length: 50 }, () => countOnDay(app.deps, { kind: 'sign-up', at, by: '' }));
    await Promise.all(counts);
    const rows = await app.deps.collections.dailyCounts.find({}).toArray();
    expect(rows).toMatchObject([{ _id: `${today(app)} sign-up  ${countShardOf('')}`, count: 50 }]);
  });

  it('has several rows, which the overview adds up', async ({ app }) => {
    const at = app.deps.now();
    for (const by of ['one', 'two', 'three', 'four']) await countOnDay(app.deps, { kind: 'sign-up', at, by });
    expect(await app.deps.collections.dailyCounts.countDocuments()).toBeGreaterThan(1);
    const { signUps } = await readOverview(app.deps, 30);
    expect(signUps).toMatchObject([{ day: today(app), count: 4 }]);
  });

  it('counts a sign-in once when its outbox is written twice', async ({ app }) => {
    const email = uniqueEmail();
    await app.signInByMail(email);
    const hold = faults.holdBefore('activity.insertOne');
    const signingIn = app.signInByMail(email);
    await hold.reached;
    app.advance(DAY_MS);
    // The job runner of another process takes the event over meanwhile.
    await writeLeftOutboxes({ ...app.deps, collections: { ...app.deps.collections } });
    hold.release();
    await signingIn;
    const rows = await app.deps.collections.dailyCounts.find({ kind: 'sign-in' }).toArray();
    expect(rows.map(({ count }) => count)).toEqual([2]);
  });
});
