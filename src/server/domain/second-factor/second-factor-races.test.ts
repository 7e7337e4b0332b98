import { describe, expect } from 'vitest';
import { AUTHENTICATOR_APPS_PER_USER } from '../../../shared/limits.ts';
import { countOutcomes } from '../../../testing/app/app-code.ts';
import {
  addAuthenticator,
  makeAuthenticator,
  waitForNextCode,
} from '../../../testing/sign-in/authenticator-apps.ts';
import { it } from '../../../testing/app/fixture.ts';
import { signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { actorOf } from '../../../testing/users/sessions.ts';
import { NO_ORIGIN } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { beginTotp, confirmTotp } from './totp.ts';
import { consumeTotpCode } from './totp-use.ts';

const WAYS = 50;

async function enrolled(app: TestApp) {
  const email = uniqueEmail();
  const agent = await signUpWithPassword(app, email);
  const added = await addAuthenticator(app, agent);
  waitForNextCode(app);
  const user = await app.deps.collections.users.findOne({ email });
  if (!user) throw new Error('nobody signed up');
  return { ...added, email, agent, user };
}

/** How many of the parallel calls answer true. */
async function countWinners(call: (way: number) => Promise<boolean>): Promise<number> {
  const outcomes = await Promise.all(Array.from({ length: WAYS }, (_, way) => call(way)));
  return outcomes.filter(Boolean).length;
}

describe('of 50 parallel uses', () => {
  it('of one code, one is right (security.md 38)', async ({ app }) => {
    const { authenticator, user } = await enrolled(app);
    const code = authenticator.code();
    expect(await countWinners(() => consumeTotpCode(app.deps, user, code))).toBe(1);
    expect(await consumeTotpCode(app.deps, user, code)).toBe(false);
  });

  it('of one recovery code, one is right, and its owner is told once (security.md 39)', async ({ app }) => {
    const { recoveryCodes, user } = await enrolled(app);
    const code = recoveryCodes[4] ?? '';
    expect(await countWinners(() => consumeRecoveryCode(app.deps, user, code, NO_ORIGIN))).toBe(1);
    const { activity, users } = app.deps.collections;
    expect(await activity.countDocuments({ userId: user._id, kind: 'recovery-code-used' })).toBe(1);
    expect((await users.findOne({ _id: user._id }))?.recoveryCodes?.hashes).toHaveLength(9);
  });

  it('of all ten recovery codes, each is right once, and each mail says another number of codes left', async ({
    app,
  }) => {
    const { recoveryCodes, user } = await enrolled(app);
    const winners = await countWinners((way) =>
      consumeRecoveryCode(app.deps, user, recoveryCodes[way % 10] ?? '', NO_ORIGIN),
    );
    expect(winners).toBe(10);
    const rows = await app.deps.collections.activity
      .find({ userId: user._id, kind: 'recovery-code-used' })
      .toArray();
    const left = rows.map(({ label }) => Number(label));
    expect(left.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe('parallel changes', () => {
  it('add five of eight apps, and recovery codes once', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const actor = await actorOf(app.deps, agent);
    const begun = await Promise.all(Array.from({ length: 8 }, () => beginTotp(app.deps, actor)));
    const confirmations = begun.map(async ({ enrolment, secret }) => {
      const code = makeAuthenticator(app, secret).code();
      const input = { enrolment, code, name: undefined, requestOrigin: NO_ORIGIN };
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
    const { agent } = await enrolled(app);
    const actor = await actorOf(app.deps, agent);
    const { enrolment, secret } = await beginTotp(app.deps, actor);
    const code = makeAuthenticator(app, secret).code();
    const confirm = () =>
      confirmTotp(app.deps, actor, { enrolment, code, name: 'The other', requestOrigin: NO_ORIGIN });
    await Promise.all(Array.from({ length: 10 }, confirm));
    const { authenticatorApps } = await app.client(agent).secondFactor.get.query();
    expect(authenticatorApps.map(({ name }) => name)).toEqual(['Authenticator app', 'The other']);
  });

  it('remove both of two apps and leave no recovery codes', async ({ app }) => {
    const { agent, id, email } = await enrolled(app);
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
