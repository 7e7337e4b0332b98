import type { Document } from 'mongodb';
import { describe, expect } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../shared/limits.ts';
import { makeAdministrator, makeServiceKey } from '../../../testing/users/administrators.ts';
import { callAsScript } from '../../../testing/users/access-tokens.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { changeUser } from '../../../testing/users/impersonations.ts';
import { aStoredApp, aStoredPasskey } from '../../../testing/users/stored-factors.ts';
import { aSignedInUser } from '../../../testing/users/signed-in-users.ts';
import { aPersonWithPassword } from '../../../testing/sign-in/passwords.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { countOnDay, countShardOf, dayOf } from '../activity/daily-counts.ts';
import { writeLeftOutboxes } from '../activity/security-events.ts';
import { GIVEN_UP } from './failed-jobs.ts';
import { readOverview } from './overview.ts';
import { WITH_METHOD } from './user-list.ts';

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
const iso = (at: number) => new Date(at).toISOString();
const startOfToday = (app: TestApp) => dayOf(app.deps.now()).toISOString();

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
    const at = startOfToday(app);
    await expect
      .poll(() => client.administration.overview.query())
      .toMatchObject({
        signUps: [{ at, method: '', methodName: null, count: 3 }],
        failures: [{ at, method: 'password', methodName: null, count: 1 }],
      });
    const method = `${PROVIDER.id} + totp`;
    await countOnDay(app.deps, { kind: 'sign-in', method, at: app.deps.now(), by: '' });
    const { signIns } = await client.administration.overview.query();
    expect(signIns).toContainEqual({ at, method, methodName: PROVIDER.name, count: 1 });
    expect(signIns).toContainEqual({ at, method: 'email-code', methodName: null, count: 2 });
  });

  it('shows the wanted days, oldest first, and the sum of the same time before', async ({ app }) => {
    const noon = dayOf(app.deps.now()).getTime() + 12 * HOUR_MS;
    const deps = { ...app.deps, now: () => new Date(noon) };
    const signUp = (hours: number) =>
      countOnDay(app.deps, { kind: 'sign-up', at: new Date(noon - hours * HOUR_MS), by: '' });
    // Now, at noon 29 days ago, and at noon and an hour later 30 days ago.
    for (const hours of [0, 29 * 24, 30 * 24, 30 * 24 - 1]) await signUp(hours);
    const month = await readOverview(deps, 30);
    expect(month.since).toBe(iso(noon - 12 * HOUR_MS - 29 * DAY_MS));
    expect(month.signUps.map(({ at }) => at)).toEqual([month.since, iso(noon - 12 * HOUR_MS)]);
    // What comes later on that day has not come today either.
    expect(month.before.signUps).toBe(1);
    const week = await readOverview(deps, 7);
    expect([week.signUps.length, week.before.signUps]).toEqual([1, 0]);
  });

  it('counts the last 24 hours by hour', async ({ app }) => {
    const now = dayOf(app.deps.now()).getTime() + 5.5 * HOUR_MS;
    for (const hours of [0, 23, 24, 47, 48])
      await countOnDay(app.deps, { kind: 'sign-up', at: new Date(now - hours * HOUR_MS), by: '' });
    const overview = await readOverview({ ...app.deps, now: () => new Date(now) }, 1);
    expect(overview.signUps).toMatchObject([
      { at: iso(now - 23.5 * HOUR_MS), count: 1 },
      { at: iso(now - 0.5 * HOUR_MS), count: 1 },
    ]);
    expect([overview.since, overview.before.signUps]).toEqual([iso(now - 23.5 * HOUR_MS), 2]);
  });

  it('counts people with a passkey and with an authenticator app', async ({ app }) => {
    const before = await readOverview(app.deps, 30);
    const person = await aSignedInUser(app);
    await changeUser(app, person.userId, {
      passkeys: ['one', 'two'].map((name) => aStoredPasskey(`${name} of ${person.id}`)),
      totp: [aStoredApp()],
    });
    expect(await readOverview(app.deps, 30)).toMatchObject({
      withPasskey: (before.withPasskey ?? 0) + 1,
      withSecondFactor: (before.withSecondFactor ?? 0) + 1,
    });
  });

  it('counts imported people apart', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const { authorization } = await makeServiceKey(app, ['users:import']);
    const people = [1, 2].map(() => ({ externalId: uniqueEmail() }));
    expect((await callAsScript(app, authorization, 'users.import', { input: { people } })).status).toBe(200);
    const { signUps } = await client.administration.overview.query();
    expect(signUps.find(({ method }) => method === 'import')).toMatchObject({
      at: startOfToday(app),
      count: 2,
    });
  });

  it.for([
    ['dailyCounts', { day: { $gte: new Date() } }, 'day_ttl'],
    ['users', WITH_METHOD.passkey, 'passkeys_id_unique_text'],
    ['users', WITH_METHOD.totp, 'totp_secret_text'],
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
    expect(signUps).toMatchObject([{ at: startOfToday(app), count: 4 }]);
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
