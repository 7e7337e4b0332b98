import { describe, expect } from 'vitest';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import {
  aUser,
  changeEmail,
  confirmationOf,
  mailsOf,
  undoTokenOf,
} from '../../../testing/users/email-changes.ts';
import { PASSWORD, resetLinkOf, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

const userOf = (app: TestApp, email: string) => app.deps.collections.users.findOne({ email });

describe('the address before', () => {
  it('does not sign in any more, and other browsers stay signed in', async ({ app }) => {
    const address = uniqueEmail();
    const agent = await signUpWithPassword(app, address);
    const elsewhere = await app.signInByMail(address);
    const otherPerson = app.client(app.agent());
    await app.resetLimits();
    await otherPerson.password.requestReset.mutate({ email: address });
    const reset = resetLinkOf(app, address);
    await otherPerson.session.requestLink.mutate({ email: address });
    const mail = app.mailbox.last(address);
    const [token, code] = [app.mailbox.tokenOf(mail), app.mailbox.codeOf(mail)];
    const wanted = uniqueEmail();
    await changeEmail(app, agent, wanted);

    const { session, password } = otherPerson;
    expect(await appCodeOf(session.confirmLink.mutate({ email: address, token }))).toBe('Verification');
    expect(await appCodeOf(session.signInWithCode.mutate({ email: address, code }))).toBe('CODE_INVALID');
    const choose = password.reset.mutate({ ...reset, password: 'a kettle of brass bees' });
    expect(await appCodeOf(choose)).toBe('RESET_LINK_INVALID');
    const signIn = password.signIn.mutate({ email: address, password: PASSWORD });
    expect(await appCodeOf(signIn)).toBe('CredentialsSignin');
    expect((await app.client(elsewhere).session.get.query())?.user.email).toBe(wanted);
    await password.signIn.mutate({ email: wanted, password: PASSWORD });
  });

  it('does not make a session fresh by a code that it received', async ({ app }) => {
    const { agent, address, session } = await aUser(app);
    await session.reauthenticate.mutate({ method: 'email' });
    const code = app.mailbox.codeOf(app.mailbox.last(address));
    await changeEmail(app, agent, uniqueEmail());
    expect(await appCodeOf(session.reauthenticate.mutate({ method: 'code', code }))).toBe('CODE_INVALID');
  });
});

describe('a first address', () => {
  async function withoutAddress(app: TestApp) {
    const person = await aUser(app);
    const { users } = app.deps.collections;
    const user = await userOf(app, person.address);
    const without = { $unset: { email: '' }, $set: { emailVerified: null } } as const;
    await users.updateOne({ email: person.address }, without);
    return { ...person, userId: user?._id };
  }

  it('is added the same way, and there is nothing to undo', async ({ app }) => {
    const { agent, email, password, userId } = await withoutAddress(app);
    expect(await email.get.query()).toEqual({ email: null, verified: false, pending: null });
    const wanted = uniqueEmail();
    await changeEmail(app, agent, wanted);
    expect(await email.get.query()).toEqual({ email: wanted, verified: true, pending: null });
    expect(await password.get.query()).toMatchObject({ canSet: true });
    expect((await mailsOf(app, wanted)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Confirm your address'),
      expect.stringContaining('This is your address'),
    ]);
    const user = await userOf(app, wanted);
    expect(user?._id).toEqual(userId);
    expect(user?.emailUndos ?? []).toEqual([]);
    const elsewhere = await app.signInByMail(wanted);
    expect((await app.client(elsewhere).session.get.query())?.user.id).toBe(userId?.toHexString());
  });

  it('can be the unverified one of the user', async ({ app }) => {
    const { agent, address, email } = await aUser(app);
    await app.deps.collections.users.updateOne({ email: address }, { $set: { emailVerified: null } });
    expect(await email.get.query()).toEqual({ email: address, verified: false, pending: null });
    await changeEmail(app, agent, address);
    expect(await email.get.query()).toEqual({ email: address, verified: true, pending: null });
  });
});

it('stores tokens and codes only as hashes (security.md 9)', async ({ app }) => {
  const { agent, address, email } = await aUser(app);
  const [first, second] = [uniqueEmail(), uniqueEmail()];
  await changeEmail(app, agent, first);
  await email.change.mutate({ email: second });
  const { token, code } = confirmationOf(app, second);
  const undo = await undoTokenOf(app, address);
  const stored = await Promise.all((await app.db.collections()).map((each) => each.find().toArray()));
  const text = JSON.stringify(stored);
  for (const secret of [token, undo, `"${code}"`]) expect(text).not.toContain(secret);
});
