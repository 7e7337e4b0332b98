import { documentsNaming } from '../../../testing/database/documents-naming.ts';
import { describe, expect, vi } from 'vitest';
import { SESSION_FRESH_MS } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { OTHER_PASSWORD, PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { subjectsTo } from '../../../testing/app/mails.ts';
import { activityOf, userAt } from '../../../testing/users/signed-in-users.ts';
import { moved } from '../../../testing/app/http-agent.ts';
import { sessionIn } from '../../../testing/sign-in/sign-in-answers.ts';

const it = testWith({ productHashing: true });

const storedOf = async (app: TestApp, email: string) => (await userAt(app, email)).password;
const signIn = (app: TestApp, email: string, password: string, agent = app.agent()) =>
  app.client(agent).password.signIn.mutate({ email, password });

describe('password.signIn', () => {
  it('makes a new session, and ends the browser’s old one (security.md 13)', async ({ app }) => {
    const agent = await signUpWithPassword(app, 'in@example.test');
    const before = moved(agent, app);
    const done = await app
      .client(agent)
      .password.signIn.mutate({ email: ' IN@example.test', password: PASSWORD, callbackUrl: '/account/x' });
    expect(done).toMatchObject({
      callbackUrl: '/account/x',
      session: { user: { email: 'in@example.test', name: 'Ada Lovelace' } },
    });
    expect(await app.client(agent).session.get.query()).not.toBeNull();
    expect(await app.client(before).session.get.query()).toBeNull();
  });

  it('accepts both Unicode forms of a character', async ({ app }) => {
    const email = 'nfc@example.test';
    await signUpWithPassword(app, email, { password: 'cr\u00e8me br\u00fbl\u00e9e \u00e0 la carte' });
    const done = await signIn(app, email, 'cr\u00e8me br\u00fbl\u00e9e \u00e0 la carte'.normalize('NFD'));
    expect(sessionIn(done).user.email).toBe(email);
  });

  it('answers unknown addresses and wrong passwords with the same bytes (security.md 6)', async ({ app }) => {
    await signUpWithPassword(app, 'known@example.test');
    await app.signInByMail('plain@example.test');
    const verify = vi.spyOn(app.deps.passwordHashing, 'verify');
    const answers = await Promise.all(
      ['known@example.test', 'plain@example.test', 'nobody@example.test'].map(async (email) => {
        const answer = await app
          .agent()
          .postJson('/trpc/password.signIn', { email, password: OTHER_PASSWORD });
        return {
          status: answer.status,
          headers: [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'),
          body: answer.text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'the request'),
        };
      }),
    );
    expect(answers[0]?.status).toBe(401);
    expect(answers[0]?.body).toContain('CredentialsSignin');
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    // Without the same work, the time of the answer would show who has a password.
    expect(verify).toHaveBeenCalledTimes(3);
    verify.mockRestore();
  });

  it('needs a verified address, whose first proof removes the password (security.md 31)', async ({ app }) => {
    const email = 'unverified@example.test';
    const agent = await signUpWithPassword(app, email);
    await app.deps.collections.users.updateOne({ email }, { $set: { emailVerified: null } });
    expect(await appCodeOf(signIn(app, email, PASSWORD))).toBe('CredentialsSignin');
    await app.signInByMail(email);
    expect(await storedOf(app, email)).toBeUndefined();
    expect(await app.client(agent).session.get.query()).toBeNull();
    expect(await appCodeOf(signIn(app, email, PASSWORD))).toBe('CredentialsSignin');
  });

  it('writes no password into log, database or mail (security.md 9, 24)', async ({ app }) => {
    const email = 'secret@example.test';
    const agent = await signUpWithPassword(app, email);
    await signIn(app, email, PASSWORD, agent);
    await appCodeOf(signIn(app, email, `${PASSWORD}, wrong`));
    await app.client(agent).password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD });
    expect(await documentsNaming(app.db, [PASSWORD, OTHER_PASSWORD])).toEqual({});
    const told = JSON.stringify([app.logLines, app.mailbox.messages]);
    for (const secret of [PASSWORD, OTHER_PASSWORD]) expect(told).not.toContain(secret);
  });
});

describe('password.set', () => {
  it('sets a first password once, and mails the owner (security.md 7)', async ({ app }) => {
    const email = 'set@example.test';
    const agent = await app.signInByMail(email);
    const { password } = app.client(agent);
    expect(await password.get.query()).toEqual({ changedAt: null, canSet: true, canRemove: false });
    expect(await password.set.mutate({ password: PASSWORD })).toEqual({
      changedAt: expect.stringMatching(/Z$/),
      canSet: false,
      canRemove: true,
    });
    expect(await appCodeOf(password.set.mutate({ password: OTHER_PASSWORD }))).toBe('PASSWORD_EXISTS');
    await signIn(app, email, PASSWORD);
    expect(await subjectsTo(app, email)).toContain(`A password was set at ${new URL(app.origin).host}`);
  });

  it('refuses what the policy refuses, with the reason for the field (security.md 1, 3)', async ({ app }) => {
    const agent = await app.signInByMail('weak@example.test');
    const issue = { path: ['password'], message: expect.stringContaining('your name or address') };
    await expect(
      app.client(agent).password.set.mutate({ password: 'weakexampletest1' }),
    ).rejects.toMatchObject({
      data: { appCode: 'INVALID_INPUT', httpStatus: 400, issues: [issue] },
    });
    expect(await storedOf(app, 'weak@example.test')).toBeUndefined();
  });

  it('refuses half a surrogate pair, which would equal any other', async ({ app }) => {
    const agent = await app.signInByMail('half@example.test');
    const call = app.client(agent).password.set.mutate({ password: `${PASSWORD}\ud83d` });
    expect(await appCodeOf(call)).toBe('INVALID_INPUT');
  });

  it('needs a verified address', async ({ app }) => {
    const agent = await app.signInByMail('no-address@example.test');
    await app.deps.collections.users.updateOne(
      { email: 'no-address@example.test' },
      { $unset: { email: '' }, $set: { emailVerified: null } },
    );
    expect(await appCodeOf(app.client(agent).password.set.mutate({ password: PASSWORD }))).toBe(
      'ADDRESS_REQUIRED',
    );
  });
});

describe('password.change', () => {
  it('changes nothing without the current password (security.md 4)', async ({ app }) => {
    const email = 'wrong-current@example.test';
    const agent = await signUpWithPassword(app, email);
    const before = await storedOf(app, email);
    const { change } = app.client(agent).password;
    expect(
      await appCodeOf(change.mutate({ current: OTHER_PASSWORD, password: 'a kettle of brass bees' })),
    ).toBe('PASSWORD_WRONG');
    const missing = await agent.postJson('/trpc/password.change', { password: OTHER_PASSWORD });
    expect(missing.status).toBe(400);
    expect(await storedOf(app, email)).toEqual(before);
    const without = app.client(await app.signInByMail('no-password@example.test')).password;
    expect(await appCodeOf(without.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD }))).toBe(
      'NOT_FOUND',
    );
  });

  it('ends all other sessions, renews this one and mails the owner (security.md 7)', async ({ app }) => {
    const email = 'change@example.test';
    const agent = await signUpWithPassword(app, email);
    const elsewhere = app.agent();
    await signIn(app, email, PASSWORD, elsewhere);
    const old = agent.cookies.get('foyer.session');
    await app.client(agent).password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD });
    expect(agent.cookies.get('foyer.session')).not.toBe(old);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { email } });
    expect(await app.client(elsewhere).session.get.query()).toBeNull();
    expect(await appCodeOf(signIn(app, email, PASSWORD))).toBe('CredentialsSignin');
    await signIn(app, email, OTHER_PASSWORD);
    expect(await subjectsTo(app, email)).toContain(
      `Your password was changed at ${new URL(app.origin).host}`,
    );
  });
});

describe('password.remove', () => {
  it('removes the password and mails the owner (security.md 7)', async ({ app }) => {
    const email = 'remove@example.test';
    const agent = await signUpWithPassword(app, email);
    const { password } = app.client(agent);
    expect(await password.remove.mutate()).toEqual({ changedAt: null, canSet: true, canRemove: false });
    expect(await appCodeOf(password.remove.mutate())).toBe('NOT_FOUND');
    expect(await appCodeOf(signIn(app, email, PASSWORD))).toBe('CredentialsSignin');
    expect(await subjectsTo(app, email)).toContain(
      `Your password was removed at ${new URL(app.origin).host}`,
    );
    const kinds = (await activityOf(app, email)).map(({ kind }) => kind);
    const aboutPasswords = kinds.filter((kind) => kind.startsWith('password-'));
    expect(aboutPasswords).toEqual(['password-set', 'password-removed']);
  });

  it('keeps the only sign-in method', async ({ app }) => {
    const email = 'only@example.test';
    const agent = await signUpWithPassword(app, email);
    await app.deps.collections.users.updateOne({ email }, { $set: { emailVerified: null } });
    expect(await appCodeOf(app.client(agent).password.remove.mutate())).toBe('LAST_SIGN_IN_METHOD');
  });
});

describe('session.reauthenticate by password', () => {
  it('makes this session fresh and writes a line of activity', async ({ app }) => {
    const agent = await signUpWithPassword(app, 'again@example.test');
    const { session, password } = app.client(agent);
    await app.ageSignIn(agent, SESSION_FRESH_MS + 1000);
    expect(
      await appCodeOf(session.reauthenticate.mutate({ method: 'password', password: OTHER_PASSWORD })),
    ).toBe('PASSWORD_WRONG');
    expect(await appCodeOf(password.remove.mutate())).toBe('SESSION_NOT_FRESH');
    expect(await session.reauthenticate.mutate({ method: 'password', password: PASSWORD })).toMatchObject({
      status: 'fresh',
    });
    await password.remove.mutate();
    expect(
      await app.deps.collections.activity.countDocuments({ kind: 're-authentication', method: 'password' }),
    ).toBe(1);
  });

  it('is NOT_FOUND without a password', async ({ app }) => {
    const { session } = app.client(await app.signInByMail('plain-again@example.test'));
    const again = session.reauthenticate.mutate({ method: 'password', password: OTHER_PASSWORD });
    expect(await appCodeOf(again)).toBe('NOT_FOUND');
  });
});

it('with only some admitted domains sign-up, sign-in and reset depend only on the domain', async () => {
  await using members = await createTestApp({ settings: { signInDomains: ['members.test'] } });
  const { password } = members.client(members.agent());
  const email = 'guest@example.test';
  const calls = [
    password.signUp.mutate({ email, password: PASSWORD, name: 'Guest' }),
    password.signIn.mutate({ email, password: PASSWORD }),
    password.requestReset.mutate({ email }),
    password.reset.mutate({ email, token: 'x'.repeat(43), password: PASSWORD }),
  ];
  expect(await Promise.all(calls.map(appCodeOf))).toEqual(Array(4).fill('AccessDenied'));
  expect(members.mailbox.messages).toEqual([]);
  const agent = await signUpWithPassword(members, 'member@members.test');
  expect(await members.client(agent).session.get.query()).not.toBeNull();
});
