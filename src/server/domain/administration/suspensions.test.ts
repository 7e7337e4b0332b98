import { describe, expect } from 'vitest';
import { HOUR_MS } from '../../../shared/limits.ts';
import { appCodeOf, outcomeOf } from '../../../testing/app/app-code.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { testDocuments } from '../../../testing/app/test-documents.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { approvedProgram, poll } from '../../../testing/oauth/devices.ts';
import { startProviderVisits, testWithProviders } from '../../../testing/providers/provider-visits.ts';
import { uniqueEmail, uniqueName } from '../../../testing/run/unique-name.ts';
import { aPersonWithPassword, OTHER_PASSWORD } from '../../../testing/sign-in/passwords.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import { SIGN_IN_ATTEMPTS, type World } from '../../../testing/sign-in/sign-in-attempts.ts';
import { bearer, callAsScript, makeToken } from '../../../testing/users/access-tokens.ts';
import { makeAdministrator, membersOf } from '../../../testing/users/administrators.ts';
import { completeIn, enrolUser, keepWholeUser } from '../../../testing/users/enrolled-user.ts';
import {
  aSignedInUser,
  auditOf,
  mailedLinkTo,
  readUser,
  type SignedInUser,
  userAt,
} from '../../../testing/users/signed-in-users.ts';
import { endDueSuspensions, resumeUser, suspendUser } from './suspensions.ts';
import { updateUser } from './user-changes.ts';
import { createUser } from './user-creation.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

const wholeUser = keepWholeUser();
const { it, trusted, untrusted } = await testWithProviders({
  settings: { phoneSignIn: true },
  documents: await testDocuments(),
});

const SERVER = { kind: 'server' } as const;
const suspend = (app: TestApp, { userId }: Pick<SignedInUser, 'userId'>, until: string | null = null) =>
  suspendUser(app.deps, SERVER, { id: userId.toHexString(), reason: 'Spam', until }, NO_REQUEST);
const after = (app: TestApp, ms: number) => new Date(app.deps.now().getTime() + ms).toISOString();
const isIn = async (app: TestApp, agent: SignedInUser['agent']) =>
  (await app.client(agent).session.get.query()) !== null;
const newestTokenTo = ({ mailbox }: TestApp, email: string) => mailbox.tokenOf(mailbox.last(email));

async function withPassword(app: TestApp) {
  const { email } = await aPersonWithPassword(app);
  const user = await userAt(app, email);
  return { email, userId: user._id, user };
}

describe('a suspension', () => {
  it('ends sessions, access tokens and approvals with one write (security.md 44)', async ({ app }) => {
    const administrator = await makeAdministrator(app);
    const person = await aSignedInUser(app);
    const other = await app.signInByMail(person.email);
    const { token } = await makeToken(app, person.agent);
    const program = await approvedProgram(app, person.agent);
    const expectEnded = async () => {
      for (const agent of [person.agent, other]) expect(await isIn(app, agent)).toBe(false);
      expect((await callAsScript(app, bearer(token), 'profile.get')).status).toBe(401);
    };

    const { users } = app.client(administrator.agent);
    expect(await users.suspend.mutate({ id: person.id, reason: 'Spam' })).toMatchObject({
      id: person.id,
      state: 'suspended',
      suspension: { reason: 'Spam', until: null },
    });
    // The write itself ends them. The rows are removed after it.
    expect(await readUser(app, person)).toMatchObject({ sessions: [], accessTokens: [] });
    await expectEnded();
    await expect(poll(app, program)).rejects.toThrow('access_denied');

    await users.resume.mutate({ id: person.id });
    await expectEnded();
    expect(await isIn(app, await app.signInByMail(person.email))).toBe(true);
  });

  it('is in the audit log and in the activity of the person, and each mail is sent once', async ({ app }) => {
    const administrator = await makeAdministrator(app);
    const person = await aSignedInUser(app);
    const { users } = app.client(administrator.agent);
    await users.suspend.mutate({ id: person.id, reason: 'Spam' });
    await users.resume.mutate({ id: person.id });

    const actor = { kind: 'administrator', userId: administrator.userId };
    const suspension = { reason: 'Spam' };
    expect(await auditOf(app, person)).toMatchObject([
      {
        action: 'user-suspended',
        actor,
        reason: 'Spam',
        before: { suspension: null },
        after: { suspension },
      },
      { action: 'user-resumed', actor, before: { suspension }, after: { suspension: null } },
    ]);
    const { activity, jobs } = app.deps.collections;
    const seen = await activity
      .find({ userId: person.userId, kind: /^account-/ })
      .sort({ _id: 1 })
      .toArray();
    // The user learns nothing of the administrator's device.
    expect(seen).toMatchObject([
      { kind: 'account-suspended', label: 'Spam', ip: null, userAgent: null },
      { kind: 'account-resumed', ip: null, userAgent: null },
    ]);
    expect(seen.map(({ sessionId }) => sessionId)).toEqual([undefined, undefined]);
    expect(await jobs.countDocuments({ kind: 'mail', userId: person.userId })).toBe(2);
  });

  it('ends a sign-in that waits for its second factor', async ({ app }) => {
    const person = await enrolUser(app);
    const agent = await beginSignIn(app, person.email);
    await suspend(app, person);
    expect(await appCodeOf(completeIn(app, agent, person))).toBe('SIGN_IN_EXPIRED');
  });

  it('ends earlier links, also after it is over', async ({ app }) => {
    const { email, userId } = await withPassword(app);
    const { session, password } = app.client(app.agent());
    await session.requestLink.mutate({ email });
    const signIn = newestTokenTo(app, email);
    await password.requestReset.mutate({ email });
    const reset = newestTokenTo(app, email);

    await suspend(app, { userId }, after(app, HOUR_MS / 2));
    const follow = async () => [
      await appCodeOf(session.confirmLink.mutate({ email, token: signIn })),
      await appCodeOf(password.reset.mutate({ email, token: reset, password: OTHER_PASSWORD })),
    ];
    expect(await follow()).toEqual(['Verification', 'RESET_LINK_INVALID']);
    app.advance(HOUR_MS / 2);
    expect(await follow()).toEqual(['Verification', 'RESET_LINK_INVALID']);
    await app.resetLimits();
    expect(await isIn(app, await app.signInByMail(email))).toBe(true);
  });

  it('refuses the link of a reset that is asked for while it holds', async ({ app }) => {
    const { email, userId, user } = await withPassword(app);
    await suspend(app, { userId });
    const { password } = app.client(app.agent());
    await password.requestReset.mutate({ email });
    const token = newestTokenTo(app, email);
    const call = password.reset.mutate({ email, token, password: OTHER_PASSWORD });
    expect(await appCodeOf(call)).toBe('ACCOUNT_SUSPENDED');
    expect((await readUser(app, { userId })).password).toEqual(user.password);
  });

  it('refuses the link that undoes a change of address while it holds', async ({ app }) => {
    const person = await aSignedInUser(app);
    const email = uniqueEmail();
    await updateUser(app.deps, SERVER, { id: person.id, email }, NO_REQUEST);
    const link = await mailedLinkTo(app, person.email, 'Your email address was changed');
    await suspend(app, person);
    const undo = () =>
      app.client(app.agent()).email.undo.mutate({ token: link.searchParams.get('token') ?? '' });
    expect(await appCodeOf(undo())).toBe('ACCOUNT_SUSPENDED');
    expect(await readUser(app, person)).toMatchObject({ email });
    // The address stays reserved, so that the owner can undo the change later.
    await resumeUser(app.deps, SERVER, { id: person.id }, NO_REQUEST);
    await undo();
    expect(await readUser(app, person)).toMatchObject({ email: person.email });
  });

  it('lets a provider that proves the address of an invited person connect nothing', async ({ app }) => {
    const email = uniqueEmail();
    await createUser(app.deps, SERVER, { email, emailVerified: false }, NO_REQUEST);
    const { users } = app.deps.collections;
    const invited = await userAt(app, email);
    await suspend(app, { userId: invited._id });
    const agent = app.agent();
    const visit = { login: uniqueName(), email };
    const { location } = await agent.request(
      await startProviderVisits(app).visitProvider(agent, trusted, visit),
    );
    expect(new URL(location ?? 'none:').searchParams.get('error')).toBe('ACCOUNT_SUSPENDED');
    expect(await users.findOne({ email })).toMatchObject({ accounts: [], emailVerified: null });
  });

  it('is refused with an end that is past', async ({ app }) => {
    const person = await aSignedInUser(app);
    await expect(suspend(app, person, after(app, 0))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: ['until'] }],
    });
    expect(await readUser(app, person)).not.toHaveProperty('suspension');
  });
});

describe('a suspension with an end', () => {
  const resumptionsOf = ({ deps }: TestApp, { userId }: SignedInUser) =>
    deps.collections.events.countDocuments({ subject: userId, type: 'user.resumed' });

  it('ends by itself at its time, and applications hear of it once', async ({ app }) => {
    const person = await aSignedInUser(app);
    await suspend(app, person, after(app, HOUR_MS));
    await endDueSuspensions(app.deps);
    expect(await readUser(app, person)).toHaveProperty('suspension');
    expect(await outcomeOf(app.signInByMail(person.email))).toBe('ACCOUNT_SUSPENDED');
    expect(await resumptionsOf(app, person)).toBe(0);

    app.advance(HOUR_MS);
    expect(await isIn(app, await app.signInByMail(person.email))).toBe(true);
    await Promise.all(Array.from({ length: 5 }, () => endDueSuspensions(app.deps)));
    expect(await readUser(app, person)).not.toHaveProperty('suspension');
    expect(await resumptionsOf(app, person)).toBe(1);
    const broken = (await brokenInvariants(app.db)).filter((sentence) => sentence.includes(person.id));
    expect(broken).toEqual([]);
  });

  it('is not ended twice when somebody has ended it before', async ({ app }) => {
    const person = await aSignedInUser(app);
    await suspend(app, person, after(app, HOUR_MS));
    await resumeUser(app.deps, SERVER, { id: person.id }, NO_REQUEST);
    app.advance(HOUR_MS);
    await endDueSuspensions(app.deps);
    expect(await resumptionsOf(app, person)).toBe(1);
  });

  it('counts an administrator again', async ({ app }) => {
    await makeAdministrator(app);
    const administrator = await makeAdministrator(app);
    await suspend(app, administrator, after(app, HOUR_MS));
    expect(await membersOf(app)).not.toContain(administrator.id);
    app.advance(HOUR_MS);
    await endDueSuspensions(app.deps);
    expect(await membersOf(app)).toContain(administrator.id);
  });
});

describe('a suspended person with a right proof', () => {
  it.for(SIGN_IN_ATTEMPTS)(
    'is told so, and gets nothing, by %s',
    { timeout: 60_000 },
    async ([, attempt], { app }) => {
      const person = await wholeUser(app, trusted);
      const { userId, email } = person;
      const { users, sessions } = app.deps.collections;
      // Without a second factor, so that the first one decides.
      await users.updateOne({ _id: userId }, { $unset: { totp: '', recoveryCodes: '' } });
      await suspend(app, person);
      await app.resetLimits();
      const world: World = { app, person, trusted, untrusted };
      const agent = app.agent();
      await attempt.prepare?.(world, agent);
      const before = await readUser(app, person);
      const answers: string[] = [];
      const request = agent.request.bind(agent);
      agent.request = async (...given) => {
        const answer = await request(...given);
        answers.push(`${answer.location ?? ''} ${answer.text}`);
        return answer;
      };
      const outcome = await outcomeOf(attempt.go(world, agent));
      expect(`${outcome} ${answers.at(-1)}`).toMatch(/ACCOUNT_SUSPENDED|This account is suspended/);
      expect(await isIn(app, agent)).toBe(false);
      expect(agent.cookies.has('foyer.session')).toBe(false);
      expect(agent.cookies.has('foyer.device')).toBe(false);
      expect(await sessions.countDocuments({ userId })).toBe(0);
      const { accounts, lastSignInAt, ...user } = await readUser(app, person);
      expect(accounts.map(({ key }) => key)).toEqual(before.accounts.map(({ key }) => key));
      expect([user.email, lastSignInAt]).toEqual([email, before.lastSignInAt]);
    },
  );

  it('is told so after the second factor only', async ({ app }) => {
    const person = await enrolUser(app);
    await suspend(app, person);
    await app.resetLimits();
    const agent = await beginSignIn(app, person.email);
    expect(await appCodeOf(completeIn(app, agent, person))).toBe('ACCOUNT_SUSPENDED');
    expect(await isIn(app, agent)).toBe(false);
  });

  it('is told so by a passkey', async ({ app }) => {
    const person = await wholeUser(app, trusted);
    await suspend(app, person);
    const { session } = app.client(app.agent());
    const { options } = await session.beginPasskey.mutate();
    const call = session.signInWithPasskey.mutate({ passkey: person.passkey.get(options) });
    expect(await appCodeOf(call)).toBe('ACCOUNT_SUSPENDED');
  });

  it('is told nothing with a wrong password', async ({ app }) => {
    const { email, userId } = await withPassword(app);
    await suspend(app, { userId });
    const call = app.client(app.agent()).password.signIn.mutate({ email, password: OTHER_PASSWORD });
    expect(await appCodeOf(call)).toBe('CredentialsSignin');
  });
});
