import { describe, expect } from 'vitest';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { beginImpersonation, changeUser, REASON } from '../../../testing/users/impersonations.ts';
import { auditOf, aSignedInUser } from '../../../testing/users/signed-in-users.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

describe('races', () => {
  it('of 50 ends at once, one is in the audit log', async ({ app }) => {
    const { administrator, person } = await beginImpersonation(app);
    const cookies = [...administrator.agent.cookies];
    await Promise.all(
      Array.from({ length: 50 }, () => {
        const agent = app.agent();
        for (const [name, value] of cookies) agent.cookies.set(name, value);
        return app.client(agent).session.endImpersonation.mutate();
      }),
    );
    expect((await auditOf(app, person)).map(({ action }) => action)).toEqual([
      'user-impersonated',
      'user-impersonation-ended',
    ]);
  });

  it('an administrator who loses the role right before the deciding write gets a session that opens nothing', async ({
    app,
  }) => {
    const administrator = await makeAdministrator(app);
    const person = await aSignedInUser(app);
    const hold = faults.holdBefore('users.findOneAndUpdate');
    const call = administrator.client.users.impersonate.mutate({ id: person.id, reason: REASON });
    await hold.reached;
    await changeUser(app, administrator.userId, { roles: [] });
    hold.release();
    await call;
    expect(await administrator.client.session.get.query()).toBeNull();
    expect(await app.deps.collections.sessions.countDocuments({ userId: person.userId })).toBe(1);
  });

  it('an administrator who loses the role before that is refused', async ({ app }) => {
    const administrator = await makeAdministrator(app);
    const person = await aSignedInUser(app);
    const hold = faults.holdBefore('users.updateOne');
    const call = appCodeOf(administrator.client.users.impersonate.mutate({ id: person.id, reason: REASON }));
    await hold.reached;
    await app.db.collection('users').updateOne({ _id: administrator.userId }, { $set: { roles: [] } });
    hold.release();
    expect(await call).toBe('ADMINISTRATOR_REQUIRED');
    expect(await app.deps.collections.sessions.countDocuments({ userId: person.userId })).toBe(1);
  });
});

it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});
