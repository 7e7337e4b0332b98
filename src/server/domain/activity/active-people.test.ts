import { expect } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../shared/limits.ts';
import { sentCommands } from '../../../testing/database/sent-commands.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { beginImpersonation } from '../../../testing/users/impersonations.ts';
import { aSignedInUser } from '../../../testing/users/signed-in-users.ts';
import { readOverview } from '../administration/overview.ts';
import { createActivePeople, startStoringActivePeople } from './active-people.ts';
import { dayOf } from './daily-counts.ts';

const it = testWith({});
it.beforeEach(async ({ app }) => {
  await app.deps.collections.dailyCounts.deleteMany({});
});

/** Noon, a year from now, so that no other use of a session lies in these periods. */
const noonOf = (app: TestApp) => dayOf(app.deps.now()).getTime() + 365 * DAY_MS + 12 * HOUR_MS;

/** Each person is active at these hours before noon, the oldest first. */
async function useSessions(app: TestApp, hoursBefore: readonly (readonly number[])[]): Promise<void> {
  for (const hours of hoursBefore) {
    const { userId: _id } = await aSignedInUser(app);
    for (const each of hours) {
      const user = await app.deps.collections.users.findOne({ _id });
      if (!user) throw new Error('The person exists.');
      const activePeople = createActivePeople(at(app, each));
      activePeople.note(user);
      await activePeople.store();
    }
  }
}

const at = (app: TestApp, hours: number) => ({
  ...app.deps,
  now: () => new Date(noonOf(app) - hours * HOUR_MS),
});

it('a person counts once in a period, however often they come', async ({ app }) => {
  await useSessions(app, [[6 * 24, 5 * 24, 2, 2, 0], [20, 3], [8 * 24, 0], [40 * 24]]);
  const activeIn = async (days: number) => {
    const { activePeople, before } = await readOverview(at(app, 0), days);
    return [activePeople, before.activePeople];
  };
  expect(await activeIn(1)).toEqual([3, 0]);
  expect(await activeIn(7)).toEqual([3, 1]);
  expect(await activeIn(30)).toEqual([3, 1]);
  expect(await activeIn(90)).toEqual([4, 0]);
});

it('a person counts in each hour and on each day in which they come', async ({ app }) => {
  await useSessions(app, [[26, 25, 2, 0], [0]]);
  const countsOf = async (days: number) =>
    (await readOverview(at(app, 0), days)).active.map(({ count }) => count);
  expect(await countsOf(1)).toEqual([1, 2]);
  expect(await countsOf(7)).toEqual([1, 2]);
});

it('of several processes and requests that a person uses at once, one counts', async ({ app }) => {
  const people = await Promise.all(Array.from({ length: 3 }, () => aSignedInUser(app)));
  const processes = Array.from({ length: 5 }, () => createActivePeople(at(app, 0)));
  for (const { note } of processes) for (const { userId: _id } of [...people, ...people]) note({ _id });
  await Promise.all(processes.map(({ store }) => store()));
  expect((await readOverview(at(app, 0), 7)).activePeople).toBe(3);
});

it('people who were away equally long are counted by one write, and a read of a session by none', async ({
  app,
}) => {
  const agents = await Promise.all(Array.from({ length: 20 }, async () => (await aSignedInUser(app)).agent));
  await app.deps.activePeople.store();
  await app.deps.collections.users.updateMany({}, { $unset: { lastActiveAt: true } });
  const reads = await sentCommands(app, async () => {
    for (const agent of agents) await app.client(agent).session.get.query();
  });
  expect(reads.filter((command) => !command.startsWith('find'))).toEqual([]);
  const stores = await sentCommands(app, () => app.deps.activePeople.store());
  expect(stores).toEqual(['update users', 'update daily_counts', 'update daily_counts']);
});

it('the reads of a session in one hour count once', async ({ app }) => {
  const { agent } = await aSignedInUser(app);
  const { session } = app.client(agent);
  await session.get.query();
  await app.deps.activePeople.store();
  await session.get.query();
  await app.deps.activePeople.store();
  expect((await readOverview(app.deps, 1)).activePeople).toBe(1);
});

it('an administrator who acts as a person does not count them', async ({ app }) => {
  const { administrator, person } = await beginImpersonation(app);
  const { users } = app.deps.collections;
  const lastActiveAt = new Date(app.deps.now().getTime() - 2 * HOUR_MS);
  await users.updateOne({ _id: person.userId }, { $set: { lastActiveAt } });
  expect(await administrator.client.session.get.query()).not.toBeNull();
  await app.deps.activePeople.store();
  expect(await users.findOne({ _id: person.userId })).toMatchObject({ lastActiveAt });
});

it('a person who is being deleted is not counted', async ({ app }) => {
  const { userId: _id } = await aSignedInUser(app);
  const { users, dailyCounts } = app.deps.collections;
  await users.updateOne({ _id }, { $set: { deletedAt: app.deps.now() }, $unset: { lastActiveAt: true } });
  await dailyCounts.deleteMany({});
  app.deps.activePeople.note({ _id });
  await app.deps.activePeople.store();
  expect(await dailyCounts.countDocuments()).toBe(0);
});

it('what was noted is stored every second, and when the server ends', async ({ app }) => {
  const people = await Promise.all(Array.from({ length: 2 }, () => aSignedInUser(app)));
  const { users } = app.deps.collections;
  const ids = people.map(({ userId }) => userId);
  await app.deps.activePeople.store();
  await users.updateMany({ _id: { $in: ids } }, { $unset: { lastActiveAt: true } });
  const isStored = async (_id: (typeof ids)[number] | undefined) =>
    (await users.findOne({ _id: _id ?? expect.fail() }))?.lastActiveAt !== undefined;
  const end = startStoringActivePeople(app.deps);
  app.deps.activePeople.note({ _id: ids[0] ?? expect.fail() });
  await expect.poll(() => isStored(ids[0])).toBe(true);
  app.deps.activePeople.note({ _id: ids[1] ?? expect.fail() });
  await end();
  expect(await isStored(ids[1])).toBe(true);
});
