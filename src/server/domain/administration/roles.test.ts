import { beforeEach, describe, expect } from 'vitest';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { expectCountedAreActive, membersOf } from '../../../testing/users/administrators.ts';
import {
  anAdministrator,
  aSignedInUser,
  applicationWith,
  auditOf,
  authorityOf,
  NO_ORIGIN,
  readUser,
  removeAdministrators,
  type SignedInUser,
} from '../../../testing/users/signed-in-users.ts';
import { appCodeOf, outcomeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { startSession } from '../../../testing/users/sessions.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { isAdministrator } from '../rules/access.ts';
import { revokeServiceKey } from './service-keys.ts';
import { deleteOtherUser } from './user-deletion.ts';
import { updateUser } from './user-changes.ts';
import { setRoles } from './roles.ts';
import { resumeUser, suspendUser } from './suspensions.ts';

const it = testWith();
beforeEach<{ app: TestApp }>(({ app }) => removeAdministrators(app));

const SERVER = { kind: 'server' } as const;
const WAYS = 50;

const give = (app: TestApp, { id }: SignedInUser, ...roles: string[]) =>
  setRoles(app.deps, SERVER, { id, roles }, NO_ORIGIN);

describe('roles', () => {
  it('are visible in the next request, and in the audit log, the activity and a mail', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const person = await aSignedInUser(app);
    const { users } = app.client(administrator.agent);
    const changed = await users.setRoles.mutate({ id: person.id, roles: [ADMINISTRATOR], reason: 'On duty' });
    expect(changed).toMatchObject({ id: person.id, roles: [ADMINISTRATOR] });
    await app.signInByMail(person.email, person.agent);
    expect(await app.client(person.agent).session.get.query()).toMatchObject({ roles: [ADMINISTRATOR] });
    const console = app.client(person.agent).users;
    const look = () => console.setData.mutate({ id: administrator.id, data: {} });
    expect(await look()).toMatchObject({ id: administrator.id });
    await users.setRoles.mutate({ id: person.id, roles: [] });
    expect(await app.client(person.agent).session.get.query()).toMatchObject({ roles: [] });
    expect(await appCodeOf(look())).toBe('ADMINISTRATOR_REQUIRED');
    expect(await auditOf(app, person)).toMatchObject([
      {
        action: 'user-roles-changed',
        reason: 'On duty',
        before: { roles: [] },
        after: { roles: [ADMINISTRATOR] },
      },
      {
        action: 'user-roles-changed',
        reason: null,
        before: { roles: [ADMINISTRATOR] },
        after: { roles: [] },
      },
    ]);
    const { activity } = app.deps.collections;
    expect(await activity.countDocuments({ userId: person.userId, kind: 'roles-changed' })).toBe(2);
  });

  it('are refused when they are not declared, and that of an administrator without a verified address', async ({
    app,
  }) => {
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
    const administrator = await anAdministrator(app);
    await anAdministrator(app);
    const person = await aSignedInUser(app);
    const key = await applicationWith(app, 'roles:write', 'users:write', 'sessions:write');
    const calls = [
      setRoles(app.deps, key, { id: person.id, roles: [ADMINISTRATOR] }, NO_ORIGIN),
      setRoles(app.deps, key, { id: administrator.id, roles: [] }, NO_ORIGIN),
      deleteOtherUser(app.deps, key, { id: administrator.id, reason: 'Spam' }, NO_ORIGIN),
      resumeUser(app.deps, key, { id: administrator.id }, NO_ORIGIN),
      updateUser(app.deps, key, { id: administrator.id, name: 'Mallory' }, NO_ORIGIN),
    ];
    // Each gets its handler at once, because a call that fails while another is awaited would end the run.
    expect(new Set(await Promise.all(calls.map((call) => outcomeOf(call))))).toEqual(
      new Set(['ADMINISTRATOR_PROTECTED']),
    );
  });
});

describe('an authority that has ended', () => {
  it('changes nobody after its role is taken, although its call had begun', async ({ app }) => {
    const [one, other] = [await anAdministrator(app), await anAdministrator(app)];
    const person = await aSignedInUser(app);
    const by = await authorityOf(app, other);
    await setRoles(app.deps, await authorityOf(app, one), { id: other.id, roles: [] }, NO_ORIGIN);
    const suspension = suspendUser(app.deps, by, { id: person.id, reason: 'Spam', until: null }, NO_ORIGIN);
    expect(await outcomeOf(suspension)).toBe('ADMINISTRATOR_REQUIRED');
    expect(await readUser(app, person)).not.toHaveProperty('suspension');
  });

  it('changes nobody after its session or its key is ended', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const person = await aSignedInUser(app);
    const by = await authorityOf(app, administrator);
    await app.client(administrator.agent).session.signOut.mutate();
    const key = await applicationWith(app, 'users:write');
    if (key.kind !== 'service-key') throw new Error('no key');
    await revokeServiceKey(app.deps, SERVER, key.key._id.toHexString(), NO_ORIGIN);
    const input = { id: person.id, reason: 'Spam' };
    expect(await outcomeOf(deleteOtherUser(app.deps, by, input, NO_ORIGIN))).toBe('SessionRequired');
    expect(await outcomeOf(deleteOtherUser(app.deps, key, input, NO_ORIGIN))).toBe('SERVICE_KEY_INVALID');
    expect(await readUser(app, person)).not.toHaveProperty('deletedAt');
  });
});

describe(`${WAYS} parallel calls`, { timeout: 60_000 }, () => {
  it('that suspend a person and sign them in leave no session', async ({ app }) => {
    const person = await aSignedInUser(app);
    const user = await readUser(app, person);
    const outcomes = await Promise.all(
      Array.from({ length: WAYS }, (_, way) =>
        way === WAYS / 2
          ? outcomeOf(
              suspendUser(app.deps, SERVER, { id: person.id, reason: 'Spam', until: null }, NO_ORIGIN),
            )
          : outcomeOf(startSession(app.deps, user)),
      ),
    );
    for (const outcome of outcomes) expect(['done', 'ACCOUNT_SUSPENDED', 'Verification']).toContain(outcome);
    expect(await readUser(app, person)).toMatchObject({ sessions: [], suspension: { reason: 'Spam' } });
    expect(await app.client(person.agent).session.get.query()).toBeNull();
  });

  it('that set the roles of a person write one row of the audit log for each change', async ({ app }) => {
    const person = await aSignedInUser(app);
    const keeper = await anAdministrator(app);
    await Promise.all(
      Array.from({ length: WAYS }, (_, way) =>
        setRoles(app.deps, SERVER, { id: person.id, roles: way % 2 === 0 ? [ADMINISTRATOR] : [] }, NO_ORIGIN),
      ),
    );
    const rows = await auditOf(app, person);
    const given = rows.filter(({ after }) => Array.isArray(after?.['roles']) && after['roles'].length > 0);
    for (const { before, after } of rows) expect(before?.['roles']).not.toEqual(after?.['roles']);
    const isLeft = isAdministrator(await readUser(app, person));
    expect(given.length - (rows.length - given.length)).toBe(isLeft ? 1 : 0);
    expect(await membersOf(app)).toContain(keeper.id);
    await expectCountedAreActive(app);
  });
});
