import { describe, expect } from 'vitest';
import { PASSWORD_RESET_MAX_AGE_MS } from '../../../shared/limits.ts';
import { appCodeOf, outcomeOf } from '../../../testing/app/app-code.ts';
import { PARALLEL_CALLS } from '../../../testing/faults/fault-rounds.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import {
  aPersonWithPassword,
  OTHER_PASSWORD,
  PASSWORD,
  resetLinkOf,
  resetPassword,
  signUpWithPassword,
} from '../../../testing/sign-in/passwords.ts';
import { sessionIn } from '../../../testing/sign-in/sign-in-answers.ts';
import { runDueJobs } from '../job-runner.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import { identifierOf } from '../rules/verification-identifiers.ts';

const passwords = (app: TestApp) => app.client(app.agent()).password;
const signIn = (app: TestApp, email: string, password: string) =>
  passwords(app).signIn.mutate({ email, password });

async function requestReset(app: TestApp, email: string) {
  await passwords(app).requestReset.mutate({ email });
  return resetLinkOf(app, email);
}

/** A person with a password, and the link to reset it. */
async function aPersonWithResetLink(app: TestApp) {
  const { email, agent } = await aPersonWithPassword(app);
  return { email, agent, link: await requestReset(app, email) };
}

const reset = (app: TestApp, link: { email: string; token: string }, password = OTHER_PASSWORD) =>
  outcomeOf(passwords(app).reset.mutate({ ...link, password }));

describe('password.requestReset', () => {
  it('answers a known and an unknown address with the same bytes; only the mails differ (security.md 6)', async ({
    app,
  }) => {
    const addresses = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    await signUpWithPassword(app, addresses[0] ?? '');
    await app.signInByMail(addresses[1] ?? '');
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
    expect(answers).toEqual(addresses.map(() => answers[0]));
    expect(addresses.map((email) => app.mailbox.last(email).subject)).toEqual([
      expect.stringContaining('Choose a new password'),
      expect.stringContaining('Choose a new password'),
      expect.stringContaining('There is no account with this address'),
    ]);
    // Without the same write, the time of the answer would show who has an account.
    const identifiers = addresses.map((email) => identifierOf('reset-password', email));
    const { verificationTokens } = app.deps.collections;
    expect(await verificationTokens.countDocuments({ identifier: { $in: identifiers } })).toBe(3);
  });

  it('sends a link without a code and stores only its hash (security.md 9)', async ({ app }) => {
    const { email, link } = await aPersonWithResetLink(app);
    expect(() => app.mailbox.codeOf(app.mailbox.last(email))).toThrow('no line like');
    expect(Buffer.from(link.token, 'base64url')).toHaveLength(32);
    const stored = await Promise.all((await app.db.collections()).map((each) => each.find().toArray()));
    expect(JSON.stringify([stored, app.logLines])).not.toContain(link.token);
  });
});

describe('password.reset', () => {
  it('sets the password once, ends every session, signs nobody in and tells the owner (security.md 7)', async ({
    app,
  }) => {
    const { email, agent: before, link } = await aPersonWithResetLink(app);
    const agent = app.agent();
    const answer = await app.client(agent).password.reset.mutate({ ...link, password: OTHER_PASSWORD });
    expect(answer).toEqual({ email });
    expect(agent.cookies.size).toBe(0);
    expect(await app.client(before).session.get.query()).toBeNull();
    expect(await appCodeOf(signIn(app, email, PASSWORD))).toBe('CredentialsSignin');
    await signIn(app, email, OTHER_PASSWORD);
    expect(await reset(app, link, PASSWORD)).toBe('RESET_LINK_INVALID');
    await runDueJobs(app.deps);
    app.mailbox.last(email, 'A new password was chosen');
    const user = await app.deps.collections.users.findOne({ email });
    const rows = { userId: user?._id ?? null, kind: 'password-reset' } as object;
    expect(await app.deps.collections.activity.countDocuments(rows)).toBe(1);
  });

  it('sets the first password of a person without one', async ({ app }) => {
    const email = uniqueEmail();
    await app.signInByMail(email);
    await resetPassword(app, email, PASSWORD);
    expect(sessionIn(await signIn(app, email, PASSWORD)).user.email).toBe(email);
  });

  it('keeps the link valid when the policy refuses the password', async ({ app }) => {
    const { link } = await aPersonWithResetLink(app);
    expect(await reset(app, link, 'Ada Lovelace 1815')).toBe('INVALID_INPUT');
    expect(await reset(app, link)).toBe('done');
  });

  it('many times at once sets one password (security.md 8)', async ({ app }) => {
    const { email, link } = await aPersonWithResetLink(app);
    const tried = Array.from({ length: PARALLEL_CALLS }, (_, i) => `umbrella ${i} under the piano`);
    const outcomes = await Promise.all(tried.map((password) => reset(app, link, password)));
    expect(outcomes.toSorted()).toEqual([
      ...Array<string>(PARALLEL_CALLS - 1).fill('RESET_LINK_INVALID'),
      'done',
    ]);
    await signIn(app, email, tried[outcomes.indexOf('done')] ?? '');
  });

  it('is valid a second before its hour ends and invalid a second after (security.md 8)', async ({ app }) => {
    const { email, link: late } = await aPersonWithResetLink(app);
    app.advance(PASSWORD_RESET_MAX_AGE_MS + 1000);
    expect(await reset(app, late)).toBe('RESET_LINK_INVALID');
    const early = await requestReset(app, email);
    app.advance(PASSWORD_RESET_MAX_AGE_MS - 1000);
    expect(await reset(app, early)).toBe('done');
  });

  it('stays valid beside a newer one until either is used, and does not work with another address (CVE-2026-9087)', async ({
    app,
  }) => {
    const [mine, yours] = [await aPersonWithResetLink(app), await aPersonWithResetLink(app)];
    const newer = await requestReset(app, mine.email);
    expect(await reset(app, { ...newer, email: yours.email })).toBe('RESET_LINK_INVALID');
    expect(await reset(app, { ...newer, token: 'x'.repeat(43) })).toBe('RESET_LINK_INVALID');
    expect(await reset(app, mine.link)).toBe('done');
    expect(await reset(app, newer)).toBe('RESET_LINK_INVALID');
  });

  it('refuses a sign-in link, and its own link signs nobody in (CVE-2026-18963)', async ({ app }) => {
    const { email, link } = await aPersonWithResetLink(app);
    const { session } = app.client(app.agent());
    await session.requestLink.mutate({ email });
    const signInLink = { email, token: app.mailbox.tokenOf(app.mailbox.last(email)) };
    expect(await appCodeOf(session.confirmLink.mutate(link))).toBe('Verification');
    expect(await reset(app, signInLink)).toBe('RESET_LINK_INVALID');
    await session.confirmLink.mutate(signInLink);
    expect(await reset(app, link)).toBe('done');
  });

  it('lets unknown callers’ browsers sign in again after too many wrong guesses', async ({ app }) => {
    const { email } = await aPersonWithPassword(app);
    for (let i = 0; i <= RATE_LIMITS.password.pause.account.quarter; i++)
      await appCodeOf(signIn(app, email, `guess number ${i} of many`));
    expect(await appCodeOf(signIn(app, email, PASSWORD))).toBe('PROOF_OF_WORK_REQUIRED');
    await resetPassword(app, email);
    await signIn(app, email, OTHER_PASSWORD);
  });
});
