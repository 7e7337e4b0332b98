import { describe, expect } from 'vitest';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { enrolUser } from '../../../testing/users/enrolled-user.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import {
  anAdministrator,
  applicationWith,
  aSignedInUser,
  mailedLinkTo,
  auditOf,
  NO_ORIGIN,
  readUser,
} from '../../../testing/users/signed-in-users.ts';
import { makeToken } from '../../../testing/users/access-tokens.ts';
import { removeUserSecondFactor } from './user-security.ts';
import { setRoles } from './roles.ts';

const it = testWith();

describe('users.endSessions', () => {
  it('signs the person out everywhere with one write, and leaves access tokens', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const person = await aSignedInUser(app);
    const { token } = await makeToken(app, person.agent);
    await app
      .client(administrator.agent)
      .users.endSessions.mutate({ id: person.id, reason: 'A stolen laptop' });
    expect(await app.client(person.agent).session.get.query()).toBeNull();
    const script = await app
      .agent()
      .request('/trpc/profile.get', { headers: { authorization: `Bearer ${token}` } });
    expect(script.status).toBe(200);
    expect(await auditOf(app, person)).toMatchObject([
      { action: 'user-sessions-ended', reason: 'A stolen laptop', actor: { userId: administrator.userId } },
    ]);
    await mailedLinkTo(app, person.email, 'You were signed out everywhere');
    expect(await app.client(await app.signInByMail(person.email)).session.get.query()).not.toBeNull();
  });
});

describe('users.removeSecondFactor', () => {
  it('asks for the removal that the person can stop, once', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const person = await enrolUser(app);
    const { users } = app.client(administrator.agent);
    const input = { id: person.userId.toHexString(), reason: 'Lost phone' };
    const { runsAt } = await users.removeSecondFactor.mutate(input);
    expect(await users.removeSecondFactor.mutate({ ...input, reason: 'Again' })).toEqual({ runsAt });
    expect((await readUser(app, person)).totp).toHaveLength(1);
    expect(await auditOf(app, person)).toMatchObject([
      { action: 'user-second-factor-removal-requested', reason: 'Lost phone' },
    ]);
    const link = await mailedLinkTo(app, person.email, 'Two-step verification will be turned off');
    await app
      .client(app.agent())
      .secondFactor.stopRemoval.mutate({ token: link.searchParams.get('token') ?? '' });
    expect(await readUser(app, person)).not.toHaveProperty('secondFactorRemoval');
  });

  it('ends when the person becomes an administrator, also when a service key asked for it', async ({
    app,
  }) => {
    const person = await enrolUser(app);
    const id = person.userId.toHexString();
    const key = await applicationWith(app, 'users:write');
    await removeUserSecondFactor(app.deps, key, { id, reason: 'Lost phone' }, NO_ORIGIN);
    expect(await readUser(app, person)).toHaveProperty('secondFactorRemoval');
    await setRoles(app.deps, { kind: 'server' }, { id, roles: [ADMINISTRATOR] }, NO_ORIGIN);
    expect(await readUser(app, person)).not.toHaveProperty('secondFactorRemoval');
  });

  it('is refused for a person without one', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const { id } = await aSignedInUser(app);
    const { users } = app.client(administrator.agent);
    expect(await appCodeOf(users.removeSecondFactor.mutate({ id, reason: 'Lost phone' }))).toBe('NOT_FOUND');
  });
});

describe('users.delete', () => {
  it('deletes the person as they would themselves, and keeps who did it', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const person = await aSignedInUser(app);
    const { users } = app.client(administrator.agent);
    await users.update.mutate({ id: person.id, name: 'Ada Lovelace' });
    expect(await users.delete.mutate({ id: person.id, reason: 'Asked by mail' })).toEqual({ id: person.id });
    expect(await app.client(person.agent).session.get.query()).toBeNull();
    expect(await readUser(app, person)).not.toHaveProperty('email');
    await mailedLinkTo(app, person.email, 'Your account at');
    // No value of the person is left in the audit log.
    expect(await auditOf(app, person)).toMatchObject([
      { action: 'user-updated', before: null, after: null },
      { action: 'user-deleted', reason: 'Asked by mail', before: null, after: null },
    ]);
    expect(await appCodeOf(users.delete.mutate({ id: person.id, reason: 'Again' }))).toBe('NOT_FOUND');
    const again = await aSignedInUser(app, person.email);
    expect(again.id).not.toBe(person.id);
  });
});
