import { beforeEach, describe, expect } from 'vitest';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { HOUR_MS } from '../../../shared/limits.ts';
import {
  activeAdministrators,
  expectCountedAreActive,
  membersOf,
} from '../../../testing/users/administrators.ts';
import {
  anAdministrator,
  aSignedInUser,
  authorityOf,
  NO_ORIGIN,
  readUser,
  removeAdministrators,
  type SignedInUser,
} from '../../../testing/users/signed-in-users.ts';
import { outcomeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { actorOf } from '../../../testing/users/sessions.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { isAdministrator } from '../rules/access.ts';
import { deleteAccount } from '../privacy/account-deletion.ts';
import { deleteOtherUser } from './user-deletion.ts';
import { setRoles } from './roles.ts';
import { suspendUser } from './suspensions.ts';
import {
  ADMINISTRATOR_LEAVES_WITHIN_MS,
  countAdministrator,
  leaveAdministrators,
} from '../authority/administrators.ts';

const it = testWith();
beforeEach<{ app: TestApp }>(({ app }) => removeAdministrators(app));

const SERVER = { kind: 'server' } as const;
const WAYS = 50;

const give = (app: TestApp, { id }: SignedInUser, ...roles: string[]) =>
  setRoles(app.deps, SERVER, { id, roles }, NO_ORIGIN);

/** Runs `work` once, before the second `updateOne` on users: the check of the authority after the person was taken out of the count. */
function beforeSecondCheck(app: TestApp, work: () => Promise<unknown>): TestApp['deps'] {
  const { users } = app.deps.collections;
  let calls = 0;
  const watched = new Proxy(users, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        if (name === 'updateOne' && ++calls === 2) await work();
        return (value as (...args: unknown[]) => unknown).apply(target, given);
      };
    },
  });
  return { ...app.deps, collections: { ...app.deps.collections, users: watched } };
}

describe('the last administrator (security.md 45)', () => {
  it('keeps the role, the account and the access', async ({ app }) => {
    const last = await anAdministrator(app);
    const by = await authorityOf(app, last);
    const { deps } = app;
    const { id } = last;
    const actor = await actorOf(deps, last.agent);
    const ways = [
      () => setRoles(deps, by, { id, roles: [] }, NO_ORIGIN),
      () => setRoles(deps, SERVER, { id, roles: [] }, NO_ORIGIN),
      () => suspendUser(deps, by, { id, reason: 'Spam', until: null }, NO_ORIGIN),
      () => deleteOtherUser(deps, by, { id, reason: 'Spam' }, NO_ORIGIN),
      () => deleteAccount(deps, actor, 'delete my account', NO_ORIGIN),
    ];
    for (const way of ways) expect(await outcomeOf(way())).toBe('LAST_ADMINISTRATOR');
    expect(isAdministrator(await readUser(app, last))).toBe(true);
    expect(await app.client(last.agent).session.get.query()).toMatchObject({ roles: [ADMINISTRATOR] });
  });

  it(
    `stays when ${WAYS} calls remove both administrators in every way`,
    { timeout: 60_000 },
    async ({ app }) => {
      const people = [await anAdministrator(app), await anAdministrator(app)] as const;
      const authorities = await Promise.all(people.map((person) => authorityOf(app, person)));
      const actors = await Promise.all(people.map(({ agent }) => actorOf(app.deps, agent)));
      const { deps } = app;
      const outcomes = await Promise.all(
        Array.from({ length: WAYS }, (_, way) => {
          const { id } = people[way % 2] ?? people[0];
          // Each of the two removes the other, and themselves.
          const by = authorities[Math.floor(way / 2) % 2] ?? SERVER;
          const actor = actors[way % 2];
          switch (way % 4) {
            case 0:
              return outcomeOf(setRoles(deps, by, { id, roles: [] }, NO_ORIGIN));
            case 1:
              return outcomeOf(suspendUser(deps, by, { id, reason: 'Spam', until: null }, NO_ORIGIN));
            case 2:
              return outcomeOf(deleteOtherUser(deps, by, { id, reason: 'Spam' }, NO_ORIGIN));
            default:
              return outcomeOf(
                actor ? deleteAccount(deps, actor, 'delete my account', NO_ORIGIN) : Promise.resolve(),
              );
          }
        }),
      );
      expect(outcomes.filter((outcome) => outcome === 'done').length).toBeGreaterThan(0);
      expect(await activeAdministrators(app)).toHaveLength(1);
      await expectCountedAreActive(app);
    },
  );

  it('stays when two administrators take the role from each other', { timeout: 60_000 }, async ({ app }) => {
    for (let round = 0; round < 5; round++) {
      await removeAdministrators(app);
      const [one, other] = [await anAdministrator(app), await anAdministrator(app)];
      const [byOne, byOther] = [await authorityOf(app, one), await authorityOf(app, other)];
      const outcomes = await Promise.all([
        outcomeOf(setRoles(app.deps, byOne, { id: other.id, roles: [] }, NO_ORIGIN)),
        outcomeOf(setRoles(app.deps, byOther, { id: one.id, roles: [] }, NO_ORIGIN)),
      ]);
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
      expect(await activeAdministrators(app)).toHaveLength(1);
      await expectCountedAreActive(app);
      await app.resetLimits();
    }
  });

  it('stays when the role is given and taken at once', { timeout: 60_000 }, async ({ app }) => {
    const people = [await anAdministrator(app), await anAdministrator(app), await aSignedInUser(app)];
    await Promise.all(
      Array.from({ length: WAYS }, (_, way) => {
        const { id } = people[way % people.length] ?? { id: '' };
        const roles = way % 2 === 0 ? [ADMINISTRATOR] : [];
        return outcomeOf(setRoles(app.deps, SERVER, { id, roles }, NO_ORIGIN));
      }),
    );
    expect((await activeAdministrators(app)).length).toBeGreaterThan(0);
    await expectCountedAreActive(app);
    // Whoever is left can hand over.
    const [left] = await activeAdministrators(app);
    const next = people.find(({ id }) => id !== left);
    if (!next || left === undefined) throw new Error('nobody is left');
    await give(app, next, ADMINISTRATOR);
    expect(await outcomeOf(setRoles(app.deps, SERVER, { id: left, roles: [] }, NO_ORIGIN))).toBe('done');
  });

  it('is not counted twice, and an administrator whose suspension is over counts again', async ({ app }) => {
    const [one, other] = [await anAdministrator(app), await anAdministrator(app)];
    await give(app, one, ADMINISTRATOR);
    expect(await membersOf(app)).toHaveLength(2);
    const until = new Date(app.deps.now().getTime() + HOUR_MS).toISOString();
    await suspendUser(app.deps, SERVER, { id: other.id, reason: 'Spam', until }, NO_ORIGIN);
    const take = () => outcomeOf(setRoles(app.deps, SERVER, { id: one.id, roles: [] }, NO_ORIGIN));
    expect(await take()).toBe('LAST_ADMINISTRATOR');
    app.advance(HOUR_MS);
    expect(await take()).toBe('done');
    expect(await membersOf(app)).toEqual([other.id]);
  });

  it('is found again after a kill between the two writes', async ({ app }) => {
    const [one, other] = [await anAdministrator(app), await anAdministrator(app)];
    // A call took the other one out of the count and was killed.
    await leaveAdministrators(app.deps, await readUser(app, other));
    const take = () => outcomeOf(setRoles(app.deps, SERVER, { id: one.id, roles: [] }, NO_ORIGIN));
    expect(await take()).toBe('LAST_ADMINISTRATOR');
    app.advance(2 * ADMINISTRATOR_LEAVES_WITHIN_MS);
    expect(await take()).toBe('done');
    expect(await membersOf(app)).toEqual([other.id]);
  });

  it('is counted again when the write after the count is refused', async ({ app }) => {
    const [one, other] = [await anAdministrator(app), await anAdministrator(app)];
    const { users } = app.deps.collections;
    const deps = beforeSecondCheck(app, () =>
      users.updateOne({ _id: one.userId }, { $set: { sessions: [] } }),
    );
    const taking = setRoles(deps, await authorityOf(app, one), { id: other.id, roles: [] }, NO_ORIGIN);
    expect(await outcomeOf(taking)).toBe('SessionRequired');
    expect(isAdministrator(await readUser(app, other))).toBe(true);
    expect((await membersOf(app)).toSorted()).toEqual([one.id, other.id].toSorted());
  });

  it('is not counted with the role gone when the role is given between the two writes', async ({ app }) => {
    const [one, other] = [await anAdministrator(app), await anAdministrator(app)];
    const deps = beforeSecondCheck(app, () => countAdministrator(app.deps, other.userId));
    await setRoles(deps, await authorityOf(app, one), { id: other.id, roles: [] }, NO_ORIGIN);
    expect(isAdministrator(await readUser(app, other))).toBe(false);
    expect(await membersOf(app)).toEqual([one.id]);
  });
});
