import { describe, expect } from 'vitest';
import { PASSWORD_RESET_MAX_AGE_MS } from '../../../shared/limits.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import {
  OTHER_PASSWORD,
  PASSWORD,
  resetLinkOf,
  signUpWithPassword,
} from '../../../testing/sign-in/passwords.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { runDueJobs } from '../job-runner.ts';
import { sessionIn } from '../../../testing/sign-in/sign-in-answers.ts';

const passwords = (app: TestApp) => app.client(app.agent()).password;
const signIn = (app: TestApp, email: string, password: string) =>
  passwords(app).signIn.mutate({ email, password });

async function requestReset(app: TestApp, email: string) {
  await passwords(app).requestReset.mutate({ email });
  return resetLinkOf(app, email);
}

describe('password.requestReset', () => {
  it('answers a known and an unknown address with the same bytes; only the mails differ (security.md 6)', async ({
    app,
  }) => {
    await signUpWithPassword(app, 'known-reset@example.test');
    await app.signInByMail('plain-reset@example.test');
    const addresses = ['known-reset@example.test', 'plain-reset@example.test', 'none-reset@example.test'];
    const answers = await Promise.all(
      addresses.map(async (email) => {
        const answer = await app.agent().postJson('/trpc/password.requestReset', { email });
        const headers = [...answer.headers].filter(
          ([name]) => !['x-request-id', 'date', 'content-length', 'etag'].includes(name),
        );
        return { status: answer.status, headers, body: answer.text.replace(email, 'the address') };
      }),
    );
    expect(answers[0]?.status).toBe(200);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const subjects = addresses.map((email) => app.mailbox.last(email).subject);
    expect(subjects[0]).toContain('Choose a new password');
    expect(subjects[1]).toBe(subjects[0]);
    expect(subjects[2]).toContain('There is no account with this address');
  });

  it('has the limits of all mails (security.md 11)', async ({ app }) => {
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        passwords(app).requestReset.mutate({ email: 'flood-reset@example.test' }),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('sends a link without a code and stores only its hash (security.md 9)', async ({ app }) => {
    await signUpWithPassword(app, 'stored-reset@example.test');
    const { token } = await requestReset(app, 'stored-reset@example.test');
    expect(() => app.mailbox.codeOf(app.mailbox.last('stored-reset@example.test'))).toThrow('no line like');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const stored = await Promise.all((await app.db.collections()).map((each) => each.find().toArray()));
    expect(JSON.stringify([stored, app.logLines])).not.toContain(token);
  });
});

describe('password.reset', () => {
  it('sets the password once, ends every session, signs nobody in and tells the owner (security.md 7)', async ({
    app,
  }) => {
    const email = 'reset@example.test';
    const before = await signUpWithPassword(app, email);
    const link = await requestReset(app, email);
    const agent = app.agent();
    expect(await app.client(agent).password.reset.mutate({ ...link, password: OTHER_PASSWORD })).toEqual({
      email,
    });
    expect(agent.cookies.size).toBe(0);
    expect(await app.client(before).session.get.query()).toBeNull();
    expect(await appCodeOf(signIn(app, email, PASSWORD))).toBe('CredentialsSignin');
    await signIn(app, email, OTHER_PASSWORD);
    expect(await appCodeOf(passwords(app).reset.mutate({ ...link, password: PASSWORD }))).toBe(
      'RESET_LINK_INVALID',
    );
    await runDueJobs(app.deps);
    app.mailbox.last(email, 'A new password was chosen');
    const user = await app.deps.collections.users.findOne({ email });
    expect(
      await app.deps.collections.activity.countDocuments({
        userId: user?._id ?? null,
        kind: 'password-reset',
      } as object),
    ).toBe(1);
  });

  it('sets the first password of a person without one', async ({ app }) => {
    const email = 'first-by-reset@example.test';
    await app.signInByMail(email);
    await passwords(app).reset.mutate({ ...(await requestReset(app, email)), password: PASSWORD });
    expect(sessionIn(await signIn(app, email, PASSWORD)).user.email).toBe(email);
  });

  it('keeps the link valid when the policy refuses the password', async ({ app }) => {
    const email = 'weak-reset@example.test';
    await signUpWithPassword(app, email);
    const link = await requestReset(app, email);
    expect(await appCodeOf(passwords(app).reset.mutate({ ...link, password: 'Ada Lovelace 1815' }))).toBe(
      'INVALID_INPUT',
    );
    await passwords(app).reset.mutate({ ...link, password: OTHER_PASSWORD });
  });

  it('50 times at once sets one password (security.md 8)', async ({ app }) => {
    const email = 'fifty-reset@example.test';
    await signUpWithPassword(app, email);
    const link = await requestReset(app, email);
    const tried = Array.from({ length: 50 }, (_, i) => `umbrella ${i} under the piano`);
    const outcomes = await Promise.all(
      tried.map((password) =>
        passwords(app)
          .reset.mutate({ ...link, password })
          .then(
            () => 'reset',
            (error: { data: { appCode: string } }) => error.data.appCode,
          ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'reset')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['reset', 'RESET_LINK_INVALID']));
    await signIn(app, email, tried[outcomes.indexOf('reset')] ?? '');
  });

  it('is valid a second before its hour ends and invalid a second after (security.md 8)', async ({ app }) => {
    const email = 'hour-reset@example.test';
    await signUpWithPassword(app, email);
    const late = await requestReset(app, email);
    try {
      app.advance(PASSWORD_RESET_MAX_AGE_MS + 1000);
      expect(await appCodeOf(passwords(app).reset.mutate({ ...late, password: OTHER_PASSWORD }))).toBe(
        'RESET_LINK_INVALID',
      );
      const early = await requestReset(app, email);
      app.advance(PASSWORD_RESET_MAX_AGE_MS - 1000);
      await passwords(app).reset.mutate({ ...early, password: OTHER_PASSWORD });
    } finally {
      app.resetClock();
    }
  });

  it('stays valid beside a newer one until either is used, and does not work with another address (CVE-2026-9087)', async ({
    app,
  }) => {
    const email = 'mine-reset@example.test';
    await signUpWithPassword(app, email);
    await signUpWithPassword(app, 'yours-reset@example.test');
    await requestReset(app, 'yours-reset@example.test');
    const older = await requestReset(app, email);
    const newer = await requestReset(app, email);
    const attempts = [
      { ...newer, email: 'yours-reset@example.test' },
      { ...newer, token: 'x'.repeat(43) },
    ];
    for (const link of attempts)
      expect(await appCodeOf(passwords(app).reset.mutate({ ...link, password: OTHER_PASSWORD }))).toBe(
        'RESET_LINK_INVALID',
      );
    await passwords(app).reset.mutate({ ...older, password: OTHER_PASSWORD });
    expect(await appCodeOf(passwords(app).reset.mutate({ ...newer, password: OTHER_PASSWORD }))).toBe(
      'RESET_LINK_INVALID',
    );
  });

  it('refuses a sign-in link, and its own link signs nobody in (CVE-2026-18963)', async ({ app }) => {
    const email = 'swap@example.test';
    await signUpWithPassword(app, email);
    const { token: resetToken } = await requestReset(app, email);
    await app.client(app.agent()).session.requestLink.mutate({ email });
    const signInToken = new URL(app.mailbox.linkOf(app.mailbox.last(email))).searchParams.get('token') ?? '';
    const { session } = app.client(app.agent());
    expect(await appCodeOf(session.confirmLink.mutate({ email, token: resetToken }))).toBe('Verification');
    expect(
      await appCodeOf(passwords(app).reset.mutate({ email, token: signInToken, password: OTHER_PASSWORD })),
    ).toBe('RESET_LINK_INVALID');
    await session.confirmLink.mutate({ email, token: signInToken });
    await passwords(app).reset.mutate({ email, token: resetToken, password: OTHER_PASSWORD });
  });

  it('lets unknown callers’ browsers sign in again after too many wrong guesses', async ({ app }) => {
    const email = 'closed@example.test';
    await signUpWithPassword(app, email);
    for (let i = 0; i <= RATE_LIMITS.password.pause.account.quarter; i++)
      await appCodeOf(signIn(app, email, `guess number ${i} of many`));
    expect(await appCodeOf(signIn(app, email, PASSWORD))).toBe('PROOF_OF_WORK_REQUIRED');
    await passwords(app).reset.mutate({ ...(await requestReset(app, email)), password: OTHER_PASSWORD });
    await signIn(app, email, OTHER_PASSWORD);
  });
});
