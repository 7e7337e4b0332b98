import { describe, expect } from 'vitest';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import {
  makeAdministrator,
  expectCountedAreActive,
  membersOf,
  activeAdministrators,
} from '../../../testing/users/administrators.ts';
import { PARALLEL_CALLS } from '../../../testing/faults/fault-rounds.ts';
import {
  aSignedInUser,
  applicationWith,
  auditOf,
  authorityOf,
  readUser,
  removeAdministrators,
  type SignedInUser,
} from '../../../testing/users/signed-in-users.ts';
import { appCodeOf, countParallel, outcomeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { startSession, actorOf } from '../../../testing/users/sessions.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { isAdministrator } from '../rules/access.ts';
import { revokeServiceKey } from './service-keys.ts';
import { deleteOtherUser } from './user-deletion.ts';
import { updateUser } from './user-changes.ts';
import { setRoles } from './roles.ts';
import { resumeUser, suspendUser } from './suspensions.ts';
import { HOUR_MS } from '../../../shared/limits.ts';
import { deleteAccount } from '../privacy/account-deletion.ts';
import {
  ADMINISTRATOR_LEAVES_WITHIN_MS,
  countAdministrator,
  leaveAdministrators,
} from '../authority/administrators.ts';
import { NO_REQUEST } from '../rules/request-context.ts';
import { createFaultInjector, overtake } from '../../../testing/faults/faults.ts';

const faults = createFaultInjector();
const it = testWith({ faults });
it.beforeEach(({ app }) => removeAdministrators(app));

const SERVER = { kind: 'server' } as const;

const give = (app: TestApp, { id }: SignedInUser, ...roles: string[]) =>
  setRoles(app.deps, SERVER, { id, roles }, NO_REQUEST);

describe('roles', () => {
  it('are visible in the next request, and in the audit log, the activity and a mail', async ({ app }) => {
    const administrator = await makeAdministrator(app);
    const person = await aSignedInUser(app);
    const { users } = app.client(administrator.agent);
    const input = { id: person.id, roles: [ADMINISTRATOR], reason: 'On duty' };
    expect(await users.setRoles.mutate(input)).toMatchObject({ id: person.id, roles: [ADMINISTRATOR] });
    await app.signInByMail(person.email, person.agent);
    expect(await app.client(person.agent).session.get.query()).toMatchObject({ roles: [ADMINISTRATOR] });
    const console = app.client(person.agent).users;
    const look = () => console.setData.mutate({ id: administrator.id, data: {} });
    expect(await look()).toMatchObject({ id: administrator.id });
    await users.setRoles.mutate({ id: person.id, roles: [] });
    expect(await app.client(person.agent).session.get.query()).toMatchObject({ roles: [] });
    expect(await appCodeOf(look())).toBe('ADMINISTRATOR_REQUIRED');
    const changed = { action: 'user-roles-changed' };
    expect(await auditOf(app, person)).toMatchObject([
      { ...changed, reason: 'On duty', before: { roles: [] }, after: { roles: [ADMINISTRATOR] } },
      { ...changed, reason: null, before: { roles: [ADMINISTRATOR] }, after: { roles: [] } },
    ]);
    const { activity } = app.deps.collections;
    expect(await activity.countDocuments({ userId: person.userId, kind: 'roles-changed' })).toBe(2);
  });

  it('are refused when not declared, and administrator without a verified address', async ({ app }) => {
    const person = await aSignedInUser(app);
    await expect(give(app, person, 'accountant')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: ['roles', 0] }],
    });
    await app.deps.collections.users.updateOne({ _id: person.userId }, { $set: { emailVerified: null } });
    await expect(give(app, person, ADMINISTRATOR)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(await membersOf(app)).toEqual([]);
  });

  it('of an administrator are neither given nor taken by a service key', async ({ app }) => {
    const administrator = await makeAdministrator(app);
    await makeAdministrator(app);
    const person = await aSignedInUser(app);
    const key = await applicationWith(app, 'roles:write', 'users:write', 'sessions:write');
    const calls = [
      setRoles(app.deps, key, { id: person.id, roles: [ADMINISTRATOR] }, NO_REQUEST),
      setRoles(app.deps, key, { id: administrator.id, roles: [] }, NO_REQUEST),
      deleteOtherUser(app.deps, key, { id: administrator.id, reason: 'Spam' }, NO_REQUEST),
      suspendUser(app.deps, key, { id: administrator.id, reason: 'Spam', until: null }, NO_REQUEST),
      resumeUser(app.deps, key, { id: administrator.id }, NO_REQUEST),
      updateUser(app.deps, key, { id: administrator.id, name: 'Mallory' }, NO_REQUEST),
    ];
    // Each gets its handler at once, because an unhandled rejection would end the run.
    expect(new Set(await Promise.all(calls.map((call) => outcomeOf(call))))).toEqual(
      new Set(['ADMINISTRATOR_PROTECTED']),
    );
  });
});

describe('an authority that has ended', () => {
  it('changes nobody after its role is taken, although its call had begun', async ({ app }) => {
    const [one, other] = [await makeAdministrator(app), await makeAdministrator(app)];
    const person = await aSignedInUser(app);
    const by = await authorityOf(app, other);
    await setRoles(app.deps, await authorityOf(app, one), { id: other.id, roles: [] }, NO_REQUEST);
    const suspension = suspendUser(app.deps, by, { id: person.id, reason: 'Spam', until: null }, NO_REQUEST);
    expect(await outcomeOf(suspension)).toBe('ADMINISTRATOR_REQUIRED');
    expect(await readUser(app, person)).not.toHaveProperty('suspension');
  });

  it('changes nobody after its session or its key is ended', async ({ app }) => {
    const administrator = await makeAdministrator(app);
    const person = await aSignedInUser(app);
    const by = await authorityOf(app, administrator);
    await app.client(administrator.agent).session.signOut.mutate();
    const key = await applicationWith(app, 'users:write');
    if (key.kind !== 'service-key') throw new Error('no key');
    await revokeServiceKey(app.deps, SERVER, key.key._id.toHexString(), NO_REQUEST);
    const input = { id: person.id, reason: 'Spam' };
    expect(await outcomeOf(deleteOtherUser(app.deps, by, input, NO_REQUEST))).toBe('SessionRequired');
    expect(await outcomeOf(deleteOtherUser(app.deps, key, input, NO_REQUEST))).toBe('SERVICE_KEY_INVALID');
    expect(await readUser(app, person)).not.toHaveProperty('deletedAt');
  });
});

describe(`${PARALLEL_CALLS} parallel calls`, { timeout: 60_000 }, () => {
  it('that suspend a person and sign them in leave no session', async ({ app }) => {
    const person = await aSignedInUser(app);
    const user = await readUser(app, person);
    const outcomes = await countParallel((way) =>
      way === PARALLEL_CALLS / 2
        ? suspendUser(app.deps, SERVER, { id: person.id, reason: 'Spam', until: null }, NO_REQUEST)
        : startSession(app.deps, user),
    );
    for (const outcome of Object.keys(outcomes))
      expect(['done', 'ACCOUNT_SUSPENDED', 'Verification']).toContain(outcome);
    expect(await readUser(app, person)).toMatchObject({ sessions: [], suspension: { reason: 'Spam' } });
    expect(await app.client(person.agent).session.get.query()).toBeNull();
  });

  it('that set the roles of a person write one row of the audit log for each change', async ({ app }) => {
    const person = await aSignedInUser(app);
    const keeper = await makeAdministrator(app);
    const outcomes = await countParallel((way) =>
      give(app, person, ...(way % 2 === 0 ? [ADMINISTRATOR] : [])),
    );
    expect(outcomes).toEqual({ done: PARALLEL_CALLS });
    const rows = await auditOf(app, person);
    const given = rows.filter(({ after }) => Array.isArray(after?.['roles']) && after['roles'].length > 0);
    for (const { before, after } of rows) expect(before?.['roles']).not.toEqual(after?.['roles']);
    const isLeft = isAdministrator(await readUser(app, person));
    expect(given.length - (rows.length - given.length)).toBe(isLeft ? 1 : 0);
    expect(await membersOf(app)).toContain(keeper.id);
    await expectCountedAreActive(app);
  });
});

describe('the last administrator (security.md 45)', () => {
  /** Lets `one` take the role of `other`. Runs `work` before the second check of the authority. */
  async function beforeSecondCheck(
    app: TestApp,
    [one, other]: readonly [SignedInUser, SignedInUser],
    work: () => Promise<unknown>,
  ): Promise<string> {
    const by = await authorityOf(app, one);
    const take = () => setRoles(app.deps, by, { id: other.id, roles: [] }, NO_REQUEST);
    return overtake(faults, ['users.updateOne', 2], take, work);
  }

  it('keeps the role, the account and the access', async ({ app }) => {
    const last = await makeAdministrator(app);
    const by = await authorityOf(app, last);
    const { deps } = app;
    const { id } = last;
    const actor = await actorOf(deps, last.agent);
    const ways = [
      () => setRoles(deps, by, { id, roles: [] }, NO_REQUEST),
      () => setRoles(deps, SERVER, { id, roles: [] }, NO_REQUEST),
      () => suspendUser(deps, by, { id, reason: 'Spam', until: null }, NO_REQUEST),
      () => deleteOtherUser(deps, by, { id, reason: 'Spam' }, NO_REQUEST),
      () => deleteAccount(deps, actor, 'delete my account', NO_REQUEST),
    ];
    for (const way of ways) expect(await outcomeOf(way())).toBe('LAST_ADMINISTRATOR');
    expect(isAdministrator(await readUser(app, last))).toBe(true);
    expect(await app.client(last.agent).session.get.query()).toMatchObject({ roles: [ADMINISTRATOR] });
  });

  it(
    `stays when ${PARALLEL_CALLS} calls remove both administrators in every way`,
    { timeout: 60_000 },
    async ({ app }) => {
      const people = [await makeAdministrator(app), await makeAdministrator(app)] as const;
      const authorities = await Promise.all(people.map((person) => authorityOf(app, person)));
      const actors = [
        await actorOf(app.deps, people[0].agent),
        await actorOf(app.deps, people[1].agent),
      ] as const;
      const { deps } = app;
      const outcomes = await countParallel((way) => {
        const { id } = people[way % 2] ?? people[0];
        // Each of the two removes the other, and themselves.
        const by = authorities[Math.floor(way / 2) % 2] ?? SERVER;
        const actor = actors[way % 2] ?? actors[0];
        const removals = [
          () => setRoles(deps, by, { id, roles: [] }, NO_REQUEST),
          () => suspendUser(deps, by, { id, reason: 'Spam', until: null }, NO_REQUEST),
          () => deleteOtherUser(deps, by, { id, reason: 'Spam' }, NO_REQUEST),
          () => deleteAccount(deps, actor, 'delete my account', NO_REQUEST),
        ] as const;
        return (removals[way % 4] ?? removals[0])();
      });
      expect(outcomes['done']).toBeGreaterThan(0);
      expect(await activeAdministrators(app)).toHaveLength(1);
      await expectCountedAreActive(app);
    },
  );

  it('stays when the role is given and taken at once', { timeout: 60_000 }, async ({ app }) => {
    const people = [await makeAdministrator(app), await makeAdministrator(app), await aSignedInUser(app)];
    await countParallel((way) => {
      const { id } = people[way % people.length] ?? { id: '' };
      const roles = way % 2 === 0 ? [ADMINISTRATOR] : [];
      return setRoles(app.deps, SERVER, { id, roles }, NO_REQUEST);
    });
    expect((await activeAdministrators(app)).length).toBeGreaterThan(0);
    await expectCountedAreActive(app);
    const [left] = await activeAdministrators(app);
    const next = people.find(({ id }) => id !== left);
    if (!next || left === undefined) throw new Error('nobody is left');
    await give(app, next, ADMINISTRATOR);
    expect(await outcomeOf(setRoles(app.deps, SERVER, { id: left, roles: [] }, NO_REQUEST))).toBe('done');
  });

  it('is not counted twice, and an administrator whose suspension is over counts again', async ({ app }) => {
    const [one, other] = [await makeAdministrator(app), await makeAdministrator(app)];
    await give(app, one, ADMINISTRATOR);
    expect(await membersOf(app)).toHaveLength(2);
    const until = new Date(app.deps.now().getTime() + HOUR_MS).toISOString();
    await suspendUser(app.deps, SERVER, { id: other.id, reason: 'Spam', until }, NO_REQUEST);
    const take = () => outcomeOf(setRoles(app.deps, SERVER, { id: one.id, roles: [] }, NO_REQUEST));
    expect(await take()).toBe('LAST_ADMINISTRATOR');
    app.advance(HOUR_MS);
    expect(await take()).toBe('done');
    expect(await membersOf(app)).toEqual([other.id]);
  });

  it('is found again after a kill between the two writes', async ({ app }) => {
    const [one, other] = [await makeAdministrator(app), await makeAdministrator(app)];
    // A call took the other one out of the count and was killed.
    await leaveAdministrators(app.deps, await readUser(app, other));
    const take = () => outcomeOf(setRoles(app.deps, SERVER, { id: one.id, roles: [] }, NO_REQUEST));
    expect(await take()).toBe('LAST_ADMINISTRATOR');
    app.advance(2 * ADMINISTRATOR_LEAVES_WITHIN_MS);
    expect(await take()).toBe('done');
    expect(await membersOf(app)).toEqual([other.id]);
  });

  it('is counted again when the write after the count is refused', async ({ app }) => {
    const [one, other] = [await makeAdministrator(app), await makeAdministrator(app)];
    const { users } = app.deps.collections;
    const outcome = await beforeSecondCheck(app, [one, other], () =>
      users.updateOne({ _id: one.userId }, { $set: { sessions: [] } }),
    );
    expect(outcome).toBe('SessionRequired');
    expect(isAdministrator(await readUser(app, other))).toBe(true);
    expect((await membersOf(app)).toSorted()).toEqual([one.id, other.id].toSorted());
  });

  it('is not counted with the role gone when the role is given between the two writes', async ({ app }) => {
    const [one, other] = [await makeAdministrator(app), await makeAdministrator(app)];
    const outcome = await beforeSecondCheck(app, [one, other], () =>
      countAdministrator(app.deps, other.userId),
    );
    expect(outcome).toBe('done');
    expect(isAdministrator(await readUser(app, other))).toBe(false);
    expect(await membersOf(app)).toEqual([one.id]);
  });
});
