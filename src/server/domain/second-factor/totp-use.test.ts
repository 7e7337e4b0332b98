import { describe, expect } from 'vitest';
import { appCodeOf, countOutcomes, outcomeOf } from '../../../testing/app/app-code.ts';
import {
  addAuthenticator,
  makeAuthenticator,
  waitForNextCode,
} from '../../../testing/sign-in/authenticator-apps.ts';
import { AUTHENTICATOR_APPS_PER_USER } from '../../../shared/limits.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { actorOf } from '../../../testing/users/sessions.ts';
import { beginTotp, confirmTotp } from './totp.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { aPersonWithPassword, PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { NO_REQUEST } from '../rules/request-context.ts';
import { enrolUser } from '../../../testing/users/enrolled-user.ts';

describe('a code of an authenticator app (security.md 38)', () => {
  it('finishes a sign-in, and works once (Logto #9109, Hanko #2723: a code was accepted again)', async ({
    app,
  }) => {
    const { email, authenticator, setUpWith } = await enrolUser(app);
    const complete = (agent: HttpAgent, code: string) =>
      app.client(agent).session.completeSignIn.mutate({ code });
    const first = await beginSignIn(app, email);
    expect(await appCodeOf(complete(first, setUpWith))).toBe('SECOND_FACTOR_INVALID');
    waitForNextCode(app);
    const code = authenticator.code();
    expect(await complete(first, code)).toMatchObject({ status: 'signed-in' });
    expect(await app.client(first).session.get.query()).toMatchObject({ aal: 2, amr: ['pwd', 'otp', 'mfa'] });

    const replaying = await beginSignIn(app, email);
    expect(await appCodeOf(complete(replaying, code))).toBe('SECOND_FACTOR_INVALID');
    waitForNextCode(app);
    // The code is within the window, but used.
    expect(await appCodeOf(complete(replaying, code))).toBe('SECOND_FACTOR_INVALID');
    expect(await complete(replaying, authenticator.code())).toMatchObject({ status: 'signed-in' });
  });

  it('of an older step than the last one is refused, although nobody used it', async ({ app }) => {
    const { email, authenticator } = await enrolUser(app);
    waitForNextCode(app);
    waitForNextCode(app);
    const { session } = app.client(await beginSignIn(app, email));
    const older = authenticator.code(-1);
    await session.completeSignIn.mutate({ code: authenticator.code() });
    const again = app.client(await beginSignIn(app, email)).session;
    expect(await appCodeOf(again.completeSignIn.mutate({ code: older }))).toBe('SECOND_FACTOR_INVALID');
  });

  it.for<[string, [steps: number, isRight: boolean][]]>([
    [
      'follows a clock that goes wrong slowly, up to two minutes, and back',
      [
        [2, false],
        ...[1, 2, 3, 4].map((steps): [number, boolean] => [steps, true]),
        [5, false],
        ...[4, 3, 2, 1, 0, -1].map((steps): [number, boolean] => [steps, true]),
        [1, false],
      ],
    ],
    [
      'works after a clock that was far ahead is set right',
      [1, 2, 3, 0].map((steps): [number, boolean] => [steps, true]),
    ],
  ])('%s', async ([, uses], { app }) => {
    const { email, authenticator } = await enrolUser(app);
    for (const [steps, isRight] of uses) {
      for (let n = 0; n < 10; n++) waitForNextCode(app);
      const { session } = app.client(await beginSignIn(app, email));
      const outcome = await outcomeOf(session.completeSignIn.mutate({ code: authenticator.code(steps) }));
      expect([steps, outcome]).toEqual([steps, isRight ? 'done' : 'SECOND_FACTOR_INVALID']);
    }
  });

  it('of any of the person’s apps works, and names when the app was last used', async ({ app }) => {
    const { email, agent } = await aPersonWithPassword(app);
    const phone = await addAuthenticator(app, agent, 'Phone');
    const tablet = await addAuthenticator(app, agent, 'Tablet');
    waitForNextCode(app);
    for (const { authenticator } of [phone, tablet]) {
      const code = authenticator.code();
      await app.client(await beginSignIn(app, email)).session.completeSignIn.mutate({ code });
    }
    const { authenticatorApps } = await app.client(agent).secondFactor.get.query();
    const used = app.deps.now().getTime();
    for (const { lastUsedAt } of authenticatorApps) {
      expect(Math.abs(used - Date.parse(lastUsedAt ?? ''))).toBeLessThan(60_000);
    }
  });

  it('makes a stale session fresh at level 2', async ({ app }) => {
    const { agent } = await aPersonWithPassword(app);
    const { id, authenticator } = await addAuthenticator(app, agent);
    app.advance(3_600_000);
    const { secondFactor, session } = app.client(agent);
    expect(await appCodeOf(secondFactor.removeTotp.mutate({ id }))).toBe('SECOND_FACTOR_REQUIRED');
    expect(await session.reauthenticate.mutate({ method: 'password', password: PASSWORD })).toEqual({
      status: 'second-factor',
    });
    expect(await appCodeOf(secondFactor.removeTotp.mutate({ id }))).toBe('SECOND_FACTOR_REQUIRED');
    await session.completeSignIn.mutate({ code: authenticator.code() });
    expect(await secondFactor.removeTotp.mutate({ id })).toMatchObject({ isOn: false });
  });
});

describe('parallel changes of authenticator apps', () => {
  it('add five of eight apps, and recovery codes once', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const actor = await actorOf(app.deps, agent);
    const begun = await Promise.all(Array.from({ length: 8 }, () => beginTotp(app.deps, actor)));
    const confirmations = begun.map(async ({ enrolment, secret }) => {
      const code = makeAuthenticator(app, secret).code();
      const input = { enrolment, code, name: undefined, requestContext: NO_REQUEST };
      const { recoveryCodes } = await confirmTotp(app.deps, actor, input);
      return `${recoveryCodes?.length ?? 0} recovery codes`;
    });
    const outcomes = await countOutcomes(confirmations);
    const status = await app.client(agent).secondFactor.get.query();
    expect(status).toMatchObject({ recoveryCodesLeft: 10 });
    expect(status.authenticatorApps).toHaveLength(AUTHENTICATOR_APPS_PER_USER);
    expect(outcomes).toEqual({
      '0 recovery codes': 4,
      '10 recovery codes': 1,
      TOO_MANY_AUTHENTICATOR_APPS: 3,
    });
  });

  it('add one app once, also beside another one', async ({ app }) => {
    const agent = await signUpWithPassword(app, uniqueEmail());
    await addAuthenticator(app, agent);
    const actor = await actorOf(app.deps, agent);
    const { enrolment, secret } = await beginTotp(app.deps, actor);
    const code = makeAuthenticator(app, secret).code();
    const confirm = () =>
      confirmTotp(app.deps, actor, { enrolment, code, name: 'The other', requestContext: NO_REQUEST });
    await Promise.all(Array.from({ length: 10 }, confirm));
    const { authenticatorApps } = await app.client(agent).secondFactor.get.query();
    expect(authenticatorApps.map(({ name }) => name)).toEqual(['Authenticator app', 'The other']);
  });

  it('remove both of two apps and leave no recovery codes', async ({ app }) => {
    const { email, agent } = await aPersonWithPassword(app);
    const { id } = await addAuthenticator(app, agent);
    const second = await addAuthenticator(app, agent);
    const { removeTotp } = app.client(agent).secondFactor;
    await Promise.all([id, second.id].map((each) => removeTotp.mutate({ id: each })));
    const user = await app.deps.collections.users.findOne({ email });
    expect([user?.totp, user?.recoveryCodes]).toEqual([[], undefined]);
  });
});

it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});
