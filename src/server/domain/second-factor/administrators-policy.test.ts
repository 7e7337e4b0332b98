import { describe, expect } from 'vitest';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { SECOND_FACTOR_REMOVAL_DELAY_MS } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { enrolUser } from '../../../testing/users/enrolled-user.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { askForRemoval } from '../../../testing/sign-in/lost-second-factor.ts';
import { aUserWithPasskeys, removePasskeys } from '../../../testing/sign-in/passkeys.ts';
import { aSignedInUser } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { runDueJobs } from '../job-runner.ts';

const it = testWith({ settings: { secondFactor: 'administrators' } });

/** `setRoles` would end the sessions that these tests need. */
async function makeAdministrator(app: TestApp, email: string): Promise<void> {
  await app.deps.collections.users.updateOne({ email }, { $set: { roles: [ADMINISTRATOR] } });
}

describe('SECOND_FACTOR=administrators', () => {
  it('lets an administrator without a second factor do nothing before they have one', async ({ app }) => {
    const person = await aSignedInUser(app);
    const { session, secondFactor, users } = app.client(person.agent);
    expect(await session.get.query()).toMatchObject({ aal: 1 });
    const status = { policy: 'administrators', isDemanded: false, mustEnrol: false };
    expect(await secondFactor.get.query()).toMatchObject(status);
    await makeAdministrator(app, person.email);
    expect(await session.get.query()).toBeNull();
    expect(await secondFactor.get.query()).toMatchObject({ isDemanded: true, mustEnrol: true });
    expect(await appCodeOf(users.setData.mutate({ id: person.id, data: {} }))).toBe('SessionRequired');
    const next = await app.signInByMail(person.email);
    expect(await app.client(next).session.get.query()).toBeNull();
  });

  it('asks an administrator for the passkey that nobody else is asked for', async ({ app }) => {
    const { email, agent } = await aUserWithPasskeys(app, 1);
    expect(await app.client(await app.signInByMail(email)).session.get.query()).toMatchObject({ aal: 1 });
    await makeAdministrator(app, email);
    const waiting = await app.signInByMail(email);
    expect(await app.client(waiting).session.get.query()).toBeNull();
    expect(await app.client(waiting).session.pending.query()).toMatchObject({ methods: ['passkey'] });
    // The session of the passkey is at level 2.
    expect(await app.client(agent).session.get.query()).toMatchObject({ aal: 2, roles: [ADMINISTRATOR] });
  });

  it('keeps the last second factor of an administrator only', async ({ app }) => {
    const [first, second] = [await aUserWithPasskeys(app, 1), await aUserWithPasskeys(app, 1)];
    await makeAdministrator(app, first.email);
    expect(await removePasskeys(app, first.agent, first.ids)).toEqual(['LAST_SECOND_FACTOR']);
    expect(await removePasskeys(app, second.agent, second.ids)).toEqual(['removed']);
    const [third, fourth] = [await enrolUser(app), await enrolUser(app)];
    await makeAdministrator(app, third.email);
    const removeApp = async (agent: typeof third.home) => {
      const { secondFactor } = app.client(agent);
      const [authenticator] = (await secondFactor.get.query()).authenticatorApps;
      return secondFactor.removeTotp.mutate({ id: authenticator?.id ?? '' });
    };
    expect(await appCodeOf(removeApp(third.home))).toBe('LAST_SECOND_FACTOR');
    expect(await removeApp(fourth.home)).toMatchObject({ isOn: false });
  });

  it('removes the lost passkeys of an administrator with the other second factors', async ({ app }) => {
    const { email } = await aUserWithPasskeys(app, 1);
    await makeAdministrator(app, email);
    await askForRemoval(app, email);
    app.advance(SECOND_FACTOR_REMOVAL_DELAY_MS);
    await runDueJobs(app.deps);
    expect((await app.deps.collections.users.findOne({ email }))?.passkeys).toEqual([]);
  });
});
