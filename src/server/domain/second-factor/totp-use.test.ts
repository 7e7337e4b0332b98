import { describe, expect } from 'vitest';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { addAuthenticator, waitForNextCode } from '../../../testing/sign-in/authenticator-apps.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

describe('a code of an authenticator app (security.md 38)', () => {
  it('finishes a sign-in, and works once (Logto #9109, Hanko #2723: a code was accepted again)', async ({
    app,
  }) => {
    const email = uniqueEmail();
    const { authenticator } = await addAuthenticator(app, await signUpWithPassword(app, email));
    const complete = (agent: HttpAgent, code: string) =>
      app.client(agent).session.completeSignIn.mutate({ code });
    // The code of the set-up is used up, too.
    const first = await beginSignIn(app, email);
    expect(await appCodeOf(complete(first, authenticator.code()))).toBe('SECOND_FACTOR_INVALID');
    waitForNextCode(app);
    const code = authenticator.code();
    expect(await complete(first, code)).toMatchObject({ status: 'signed-in' });
    expect(await app.client(first).session.get.query()).toMatchObject({ aal: 2, amr: ['pwd', 'otp', 'mfa'] });

    const replaying = await beginSignIn(app, email);
    expect(await appCodeOf(complete(replaying, code))).toBe('SECOND_FACTOR_INVALID');
    waitForNextCode(app);
    // Within the window, but used.
    expect(await appCodeOf(complete(replaying, code))).toBe('SECOND_FACTOR_INVALID');
    expect(await complete(replaying, authenticator.code())).toMatchObject({ status: 'signed-in' });
  });

  it('of an older step than the last one is refused, although nobody used it', async ({ app }) => {
    const email = uniqueEmail();
    const { authenticator } = await addAuthenticator(app, await signUpWithPassword(app, email));
    waitForNextCode(app);
    waitForNextCode(app);
    const { session } = app.client(await beginSignIn(app, email));
    const older = authenticator.code(-1);
    await session.completeSignIn.mutate({ code: authenticator.code() });
    const again = app.client(await beginSignIn(app, email)).session;
    expect(await appCodeOf(again.completeSignIn.mutate({ code: older }))).toBe('SECOND_FACTOR_INVALID');
  });

  it('follows a clock that goes wrong slowly, up to two minutes, and back', async ({ app }) => {
    const email = uniqueEmail();
    const { authenticator } = await addAuthenticator(app, await signUpWithPassword(app, email));
    const signInWith = async (steps: number) => {
      for (let n = 0; n < 10; n++) waitForNextCode(app);
      const { session } = app.client(await beginSignIn(app, email));
      const completing = session.completeSignIn.mutate({ code: authenticator.code(steps) });
      return completing.then(
        ({ status }) => status,
        () => 'refused',
      );
    };
    expect(await signInWith(2)).toBe('refused');
    const outcomes: string[] = [];
    for (const steps of [1, 2, 3, 4, 5, 4, 3, 2, 1, 0, -1]) outcomes.push(await signInWith(steps));
    expect(outcomes.map((outcome) => outcome === 'signed-in')).toEqual([
      true,
      true,
      true,
      true,
      false,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(await signInWith(1)).toBe('refused');
  });

  it('works after a clock that was far ahead is set right', async ({ app }) => {
    const email = uniqueEmail();
    const { authenticator } = await addAuthenticator(app, await signUpWithPassword(app, email));
    const signInWith = async (steps: number) => {
      for (let n = 0; n < 10; n++) waitForNextCode(app);
      const { session } = app.client(await beginSignIn(app, email));
      return session.completeSignIn.mutate({ code: authenticator.code(steps) });
    };
    for (const steps of [1, 2, 3, 0]) expect(await signInWith(steps)).toMatchObject({ status: 'signed-in' });
  });

  it('of any of the person’s apps works, and names when the app was last used', async ({ app }) => {
    const email = uniqueEmail();
    const agent = await signUpWithPassword(app, email);
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
    const email = uniqueEmail();
    const agent = await signUpWithPassword(app, email);
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
