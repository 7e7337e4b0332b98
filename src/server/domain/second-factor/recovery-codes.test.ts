import { describe, expect } from 'vitest';
import { RECOVERY_CODES_FEW } from '../../../shared/limits.ts';
import { appCodeOf, outcomeOf } from '../../../testing/app/app-code.ts';
import { addAuthenticator } from '../../../testing/sign-in/authenticator-apps.ts';
import { it } from '../../../testing/app/fixture.ts';
import { aPersonWithPassword } from '../../../testing/sign-in/passwords.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { actorOf } from '../../../testing/users/sessions.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { createRecoveryCode } from '../../crypto/secrets.ts';
import { runDueJobs } from '../job-runner.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

async function enrolled(app: TestApp) {
  const { email, agent } = await aPersonWithPassword(app);
  const added = await addAuthenticator(app, agent);
  const { user } = await actorOf(app.deps, agent);
  return { email, agent, user, ...added };
}

async function signInWith(app: TestApp, email: string, recoveryCode: string): Promise<string> {
  const { session } = app.client(await beginSignIn(app, email));
  return outcomeOf(session.completeSignIn.mutate({ recoveryCode }).then(({ status }) => status));
}

describe('recovery codes (security.md 39)', () => {
  it('are ten, each of 120 random bits in six groups', async ({ app }) => {
    const { recoveryCodes } = await enrolled(app);
    expect(new Set(recoveryCodes).size).toBe(10);
    // 24 letters of an alphabet of 32: 5 bits each.
    for (const code of recoveryCodes)
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){5}$/);
  });

  it('have each letter as often as any other at each place', () => {
    const counts = new Map<string, number>();
    const total = 2000;
    for (let n = 0; n < total; n++) {
      for (const [place, letter] of [...createRecoveryCode().replaceAll('-', '')].entries()) {
        const key = `${letter} at place ${place + 1}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    expect(counts.size).toBe(24 * 32);
    const expected = total / 32;
    // Seven standard deviations, which chance alone does not reach.
    const outliers = [...counts].filter(([, count]) => Math.abs(count - expected) > 7 * Math.sqrt(expected));
    expect(outliers).toEqual([]);
  });

  it('finish a sign-in once each, in any spelling', async ({ app }) => {
    const { email, recoveryCodes } = await enrolled(app);
    const [first = '', second = ''] = recoveryCodes;
    expect(await signInWith(app, email, first)).toBe('signed-in');
    expect(await signInWith(app, email, first)).toBe('SECOND_FACTOR_INVALID');
    const lower = second.toLowerCase().replaceAll('-', ' ');
    const typed = lower.replaceAll('0', 'o').replace('1', 'i').replaceAll('1', 'l');
    expect(await signInWith(app, email, typed)).toBe('signed-in');
  });

  it('are told to their owner at each use, with other words when few are left', async ({ app }) => {
    const { email, agent, recoveryCodes } = await enrolled(app);
    const texts: string[] = [];
    for (const code of recoveryCodes.slice(0, 10 - RECOVERY_CODES_FEW)) {
      await signInWith(app, email, code);
      await runDueJobs(app.deps);
      const mail = app.mailbox.messages.find(({ text }) => text.includes('recovery code was used'));
      texts.push(mail?.text ?? '');
      app.mailbox.clear();
    }
    expect(await app.client(agent).secondFactor.get.query()).toMatchObject({
      recoveryCodesLeft: RECOVERY_CODES_FEW,
    });
    expect(texts[0]).toContain('9');
    expect(texts.at(-1)).toContain(String(RECOVERY_CODES_FEW));
    const { events } = await app.client(agent).activity.list.query();
    const labels = events.flatMap(({ kind, label }) => (kind === 'recovery-code-used' ? [label] : []));
    expect(labels).toEqual(['2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('are replaced by new ones, at level 2 only, and the former ones no longer work', async ({ app }) => {
    const { email, agent, recoveryCodes: former } = await enrolled(app);
    const { secondFactor } = app.client(agent);
    await runDueJobs(app.deps);
    app.mailbox.clear();
    const { status, recoveryCodes } = await secondFactor.createRecoveryCodes.mutate();
    expect(status).toMatchObject({ recoveryCodesLeft: 10 });
    expect(recoveryCodes.filter((code) => former.includes(code))).toEqual([]);
    await runDueJobs(app.deps);
    expect(app.mailbox.messages.map(({ to }) => to)).toEqual([email]);
    expect(await signInWith(app, email, former[0] ?? '')).toBe('SECOND_FACTOR_INVALID');
    expect(await signInWith(app, email, recoveryCodes[0] ?? '')).toBe('signed-in');
    app.advance(3_600_000);
    expect(await appCodeOf(secondFactor.createRecoveryCodes.mutate())).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('are not made while two-step verification is off', async ({ app }) => {
    const { agent, id } = await enrolled(app);
    const { secondFactor } = app.client(agent);
    await secondFactor.removeTotp.mutate({ id });
    expect(await appCodeOf(secondFactor.createRecoveryCodes.mutate())).toBe('NOT_FOUND');
  });
});

describe('of 50 parallel uses', () => {
  /** How many of the parallel calls answer true. */
  async function countWinners(call: (way: number) => Promise<boolean>): Promise<number> {
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, way) => call(way)));
    return outcomes.filter(Boolean).length;
  }

  it('of one recovery code, one is right, and its owner is told once (security.md 39)', async ({ app }) => {
    const { recoveryCodes, user } = await enrolled(app);
    const code = recoveryCodes[4] ?? '';
    expect(await countWinners(() => consumeRecoveryCode(app.deps, user, code, NO_REQUEST))).toBe(1);
    const { activity, users } = app.deps.collections;
    expect(await activity.countDocuments({ userId: user._id, kind: 'recovery-code-used' })).toBe(1);
    expect((await users.findOne({ _id: user._id }))?.recoveryCodes?.hashes).toHaveLength(9);
  });

  it('of all ten recovery codes, each is right once, and each mail says another number of codes left', async ({
    app,
  }) => {
    const { recoveryCodes, user } = await enrolled(app);
    const winners = await countWinners((way) =>
      consumeRecoveryCode(app.deps, user, recoveryCodes[way % 10] ?? '', NO_REQUEST),
    );
    expect(winners).toBe(10);
    const rows = await app.deps.collections.activity
      .find({ userId: user._id, kind: 'recovery-code-used' })
      .toArray();
    const left = rows.map(({ label }) => Number(label)).toSorted((one, other) => one - other);
    expect(left).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

// The tests below change people by hand, without events.
it('leaves events that say what happened to each person', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});

describe('the database', () => {
  it('has neither the secret nor a recovery code (Better Auth keeps backup codes reversible)', async ({
    app,
  }) => {
    const { email, agent } = await aPersonWithPassword(app);
    const { enrolment, secret } = await app.client(agent).secondFactor.beginTotp.mutate();
    const { recoveryCodes } = await enrolled(app);
    const { authenticator, recoveryCodes: own } = await addAuthenticator(app, agent);
    const stored = await Promise.all((await app.db.collections()).map((each) => each.find().toArray()));
    const text = JSON.stringify(stored);
    expect(text).toContain(email);
    const codes = [...recoveryCodes, ...own].flatMap((code) => [code, code.replaceAll('-', '')]);
    for (const found of [secret, authenticator.secret, enrolment, ...codes])
      expect(text).not.toContain(found);
    // What is stored of a recovery code is opened by no key.
    const user = await app.deps.collections.users.findOne({ email });
    expect(user?.recoveryCodes?.hashes).toHaveLength(10);
    for (const hash of user?.recoveryCodes?.hashes ?? []) expect(hash).toMatch(/^[\w-]{43}$/);
  });

  it('has recovery codes that work for their own person only', async ({ app }) => {
    const [own, other] = [await enrolled(app), await enrolled(app)];
    const theirs = other.recoveryCodes[0] ?? '';
    expect(await signInWith(app, own.email, theirs)).toBe('SECOND_FACTOR_INVALID');
    const { users } = app.deps.collections;
    const row = await users.findOne({ email: other.email });
    const recoveryCodes = row?.recoveryCodes ?? null;
    await users.updateOne({ email: own.email }, { $set: { recoveryCodes } } as never);
    expect(await signInWith(app, own.email, theirs)).toBe('SECOND_FACTOR_INVALID');
    expect(await signInWith(app, other.email, theirs)).toBe('signed-in');
  });

  it('has a secret that opens for its own user and app only', async ({ app }) => {
    const [own, other] = [await enrolled(app), await enrolled(app)];
    const { users } = app.deps.collections;
    const theirs = (await users.findOne({ email: other.email }))?.totp?.[0];
    // Somebody who can write to the database moves a secret that they know to another person.
    const planted = { 'totp.0.secret': theirs?.secret, 'totp.0.lastStep': 0 };
    await users.updateOne({ email: own.email }, { $set: planted });
    const { session } = app.client(await beginSignIn(app, own.email));
    const code = other.authenticator.code();
    expect(await appCodeOf(session.completeSignIn.mutate({ code }))).toBe('SECOND_FACTOR_INVALID');
    const msg = expect.stringContaining('cannot be opened') as string;
    expect(app.logLines).toContainEqual(expect.objectContaining({ authenticatorAppId: own.id, msg }));
  });
});
