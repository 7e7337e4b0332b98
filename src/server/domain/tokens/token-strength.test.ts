import { describe, expect } from 'vitest';
import { bearer, callAsScript, makeToken } from '../../../testing/users/access-tokens.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { approvedProgram, poll, startProgram } from '../../../testing/oauth/devices.ts';
import { completeIn, enrolUser } from '../../../testing/users/enrolled-user.ts';
import { it } from '../../../testing/app/fixture.ts';
import { PASSWORD } from '../../../testing/sign-in/passwords.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

async function sessionOf(app: TestApp, token: string): Promise<unknown> {
  const { text } = await callAsScript(app, bearer(token), 'session.get');
  return (JSON.parse(text) as { result: { data: unknown } }).result.data;
}

describe('session.get with an access token', () => {
  it('says in `via` which token it is and what it may do', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const scopes = ['profile:read', 'phone:read'] as const;
    const { token, accessToken } = await makeToken(app, agent, { scopes: [...scopes] });
    expect(await sessionOf(app, token)).toMatchObject({
      via: { kind: 'access-token', id: accessToken.id, name: 'Nightly report', scopes },
    });
    expect(await app.client(agent).session.get.query()).toMatchObject({ via: { kind: 'cookie' } });
  });

  it('says level 1 when a session at level 1 made it', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const proofs = [{ method: 'email-code', factor: 'inbox' }];
    expect(await sessionOf(app, (await makeToken(app, agent)).token)).toMatchObject({
      aal: 1,
      amr: [],
      proofs,
    });
    expect(await sessionOf(app, (await poll(app, await approvedProgram(app, agent))).token)).toMatchObject({
      aal: 1,
      proofs,
    });
  });

  it('says level 2 when a session at level 2 made it', async ({ app }) => {
    const { home } = await enrolUser(app);
    const strength = { aal: 2, amr: ['otp', 'mfa'], proofs: [{ method: 'email-code' }, { method: 'totp' }] };
    expect(await sessionOf(app, (await makeToken(app, home)).token)).toMatchObject(strength);
    expect(await sessionOf(app, (await poll(app, await approvedProgram(app, home))).token)).toMatchObject(
      strength,
    );
  });
});

it('a person with a second factor approves a device at level 2 only', async ({ app }) => {
  const person = await enrolUser(app);
  const { older } = person;
  const started = await startProgram(app);
  const { device, session } = app.client(older);
  const approve = () => device.approve.mutate({ userCode: started.userCode });
  expect(await appCodeOf(approve())).toBe('SECOND_FACTOR_REQUIRED');
  await session.reauthenticate.mutate({ method: 'password', password: PASSWORD });
  expect(await appCodeOf(approve())).toBe('SECOND_FACTOR_REQUIRED');
  await expect(poll(app, started)).rejects.toThrow('authorization_pending');

  await completeIn(app, older, person);
  await approve();
  expect(await sessionOf(app, (await poll(app, started)).token)).toMatchObject({ aal: 2 });
});
