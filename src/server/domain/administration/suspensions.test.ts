import { afterAll, beforeAll, describe, expect } from 'vitest';
import { HOUR_MS } from '../../../shared/limits.ts';
import {
  aSignedInUser,
  applicationWith,
  anAdministrator,
  auditOf,
  mailedLinkTo,
  NO_ORIGIN,
  readUser,
  removeAdministrators,
} from '../../../testing/users/signed-in-users.ts';
import { makeToken } from '../../../testing/users/access-tokens.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { approvedProgram, poll } from '../../../testing/oauth/devices.ts';
import { completeIn, enrolUser } from '../../../testing/users/enrolled-user.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../testing/providers/identity-provider.ts';
import { OTHER_PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { startProviderVisits } from '../../../testing/providers/provider-visits.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { testDocuments } from '../../../testing/app/test-documents.ts';
import { uniqueEmail, uniqueName } from '../../../testing/run/unique-name.ts';
import type { ClientDocuments } from '../../pages/documents.ts';
import { updateUser } from './user-changes.ts';
import { createUser } from './user-creation.ts';
import { resumeUser, suspendUser } from './suspensions.ts';

let trusted: IdentityProvider;
let untrusted: IdentityProvider;
let documents: ClientDocuments;

beforeAll(async () => {
  documents = await testDocuments();
  trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  untrusted = await startIdentityProvider({ name: 'Untrusted' });
});
const it = testWith(() => ({
  providers: () => Promise.resolve([trusted.settings, untrusted.settings]),
  settings: { phoneSignIn: true },
  documents,
}));
afterAll(async () => {
  await Promise.all([trusted.close(), untrusted.close()]);
});

/** By a command on the server. */
const suspend = (app: TestApp, id: string, until: string | null = null) =>
  suspendUser(app.deps, { kind: 'server' }, { id, reason: 'Spam', until }, NO_ORIGIN);

describe('a suspension', () => {
  it('ends sessions, access tokens and approvals with one write (security.md 44)', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const person = await aSignedInUser(app);
    const other = await app.signInByMail(person.email);
    const { token } = await makeToken(app, person.agent);
    const program = await approvedProgram(app, person.agent);

    const { users } = app.client(administrator.agent);
    const suspended = await users.suspend.mutate({ id: person.id, reason: 'Spam' });
    expect(suspended).toMatchObject({
      id: person.id,
      state: 'suspended',
      suspension: { reason: 'Spam', until: null },
    });
    // The write itself ends them. The rows are removed after it.
    expect(await readUser(app, person)).toMatchObject({ sessions: [], accessTokens: [] });
    for (const agent of [person.agent, other]) expect(await app.client(agent).session.get.query()).toBeNull();
    await expect(poll(app, program)).rejects.toThrow('access_denied');
    const script = app.agent();
    const answer = await script.request('/trpc/profile.get', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(401);

    await users.resume.mutate({ id: person.id });
    for (const agent of [person.agent, other]) expect(await app.client(agent).session.get.query()).toBeNull();
    expect(
      (await script.request('/trpc/profile.get', { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(401);
    expect(await app.client(await app.signInByMail(person.email)).session.get.query()).not.toBeNull();
  });

  it('is in the audit log and in the activity of the person, and each mail is sent once', async ({ app }) => {
    const administrator = await anAdministrator(app);
    const person = await aSignedInUser(app);
    const { users } = app.client(administrator.agent);
    await users.suspend.mutate({ id: person.id, reason: 'Spam' });
    await users.resume.mutate({ id: person.id });

    const actor = { kind: 'administrator', userId: administrator.userId };
    const rows = await auditOf(app, person);
    expect(rows).toMatchObject([
      {
        action: 'user-suspended',
        actor,
        reason: 'Spam',
        before: { suspension: null },
        after: { suspension: { reason: 'Spam' } },
      },
      {
        action: 'user-resumed',
        actor,
        before: { suspension: { reason: 'Spam' } },
        after: { suspension: null },
      },
    ]);
    const { activity, jobs } = app.deps.collections;
    const seen = await activity
      .find({ userId: person.userId, kind: /^account-/ })
      .sort({ _id: 1 })
      .toArray();
    // The person learns nothing of the administrator's device.
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
    await suspend(app, person.userId.toHexString());
    expect(await appCodeOf(completeIn(app, agent, person))).toBe('SIGN_IN_EXPIRED');
  });

  it('ends the links of before, also after it is over', async ({ app }) => {
    const email = uniqueEmail();
    await signUpWithPassword(app, email);
    const user = await app.deps.collections.users.findOne({ email });
    const visitor = app.client(app.agent());
    await visitor.session.requestLink.mutate({ email });
    const signIn = new URL(app.mailbox.linkOf(app.mailbox.last(email))).searchParams.get('token') ?? '';
    await visitor.password.requestReset.mutate({ email });
    const reset = new URL(app.mailbox.linkOf(app.mailbox.last(email))).searchParams.get('token') ?? '';

    const soon = new Date(app.deps.now().getTime() + HOUR_MS / 2);
    await suspend(app, user?._id.toHexString() ?? '', soon.toISOString());
    const follow = async () => [
      await appCodeOf(visitor.session.confirmLink.mutate({ email, token: signIn })),
      await appCodeOf(visitor.password.reset.mutate({ email, token: reset, password: OTHER_PASSWORD })),
    ];
    expect(await follow()).toEqual(['Verification', 'RESET_LINK_INVALID']);
    app.advance(HOUR_MS / 2);
    expect(await follow()).toEqual(['Verification', 'RESET_LINK_INVALID']);
    await app.resetLimits();
    expect(await app.client(await app.signInByMail(email)).session.get.query()).not.toBeNull();
  });

  it('refuses the link of a reset that is asked for while it holds', async ({ app }) => {
    const email = uniqueEmail();
    await signUpWithPassword(app, email);
    const user = await app.deps.collections.users.findOne({ email });
    await suspend(app, user?._id.toHexString() ?? '');
    const visitor = app.client(app.agent());
    await visitor.password.requestReset.mutate({ email });
    const token = new URL(app.mailbox.linkOf(app.mailbox.last(email))).searchParams.get('token') ?? '';
    const call = visitor.password.reset.mutate({ email, token, password: OTHER_PASSWORD });
    expect(await appCodeOf(call)).toBe('ACCOUNT_SUSPENDED');
    const stored = await app.deps.collections.users.findOne({ email });
    expect(stored?.password).toEqual(user?.password);
  });

  it('refuses the link that undoes a change of address while it holds', async ({ app }) => {
    const person = await aSignedInUser(app);
    const email = uniqueEmail();
    await updateUser(app.deps, { kind: 'server' }, { id: person.id, email }, NO_ORIGIN);
    const link = await mailedLinkTo(app, person.email, 'Your email address was changed');
    await suspend(app, person.id);
    const undo = () =>
      app.client(app.agent()).email.undo.mutate({ token: link.searchParams.get('token') ?? '' });
    expect(await appCodeOf(undo())).toBe('ACCOUNT_SUSPENDED');
    expect(await readUser(app, person)).toMatchObject({ email });
    // Its address stays reserved, so that the owner can undo it later.
    await resumeUser(app.deps, { kind: 'server' }, { id: person.id }, NO_ORIGIN);
    await undo();
    expect(await readUser(app, person)).toMatchObject({ email: person.email });
  });

  it('lets a provider that proves the address of an invited person connect nothing', async ({ app }) => {
    const email = uniqueEmail();
    const created = await createUser(
      app.deps,
      { kind: 'server' },
      { email, emailVerified: false },
      NO_ORIGIN,
    );
    await suspend(app, created.id);
    const agent = app.agent();
    const login = uniqueName();
    const { location } = await agent.request(
      await startProviderVisits(app).visitProvider(agent, trusted, { login, email }),
    );
    expect(new URL(location ?? 'none:').searchParams.get('error')).toBe('ACCOUNT_SUSPENDED');
    const user = await app.deps.collections.users.findOne({ email });
    expect(user).toMatchObject({ accounts: [], emailVerified: null });
  });

  it('ends by itself at its time', async ({ app }) => {
    const person = await aSignedInUser(app);
    const until = new Date(app.deps.now().getTime() + HOUR_MS).toISOString();
    await suspend(app, person.id, until);
    await expect(app.signInByMail(person.email)).rejects.toMatchObject({
      data: { appCode: 'ACCOUNT_SUSPENDED' },
    });
    app.advance(HOUR_MS);
    expect(await app.client(await app.signInByMail(person.email)).session.get.query()).not.toBeNull();
  });

  it('is refused with an end that is past', async ({ app }) => {
    const person = await aSignedInUser(app);
    await expect(suspend(app, person.id, app.deps.now().toISOString())).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: ['until'] }],
    });
    expect(await readUser(app, person)).not.toHaveProperty('suspension');
  });

  it('of an administrator is refused to a service key, and to everybody for the last one', async ({
    app,
  }) => {
    await removeAdministrators(app);
    const last = await anAdministrator(app);
    const authority = await applicationWith(app, 'users:write');
    const input = { id: last.id, reason: 'Spam', until: null };
    await expect(suspendUser(app.deps, authority, input, NO_ORIGIN)).rejects.toMatchObject({
      code: 'ADMINISTRATOR_PROTECTED',
    });
    const { users } = app.client(last.agent);
    expect(await appCodeOf(users.suspend.mutate({ id: last.id, reason: 'Spam' }))).toBe('LAST_ADMINISTRATOR');
    // A suspended administrator does not count.
    const other = await anAdministrator(app);
    await users.suspend.mutate({ id: other.id, reason: 'Spam' });
    expect(await appCodeOf(users.suspend.mutate({ id: last.id, reason: 'Spam' }))).toBe('LAST_ADMINISTRATOR');
    await users.resume.mutate({ id: other.id });
    expect(await users.suspend.mutate({ id: last.id, reason: 'Spam' })).toMatchObject({ state: 'suspended' });
    expect(await app.client(last.agent).session.get.query()).toBeNull();
  });
});
