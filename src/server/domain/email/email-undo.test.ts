import { ObjectId } from 'mongodb';
import { afterAll, describe, expect } from 'vitest';
import { EMAIL_UNDO_MAX_AGE_MS, EMAIL_UNDOS_MAX } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { mailsOf } from '../../../testing/app/mails.ts';
import {
  signedInByMail,
  changeEmail,
  confirmationOf,
  undoTokenOf,
} from '../../../testing/users/email-changes.ts';
import {
  aPersonWithPassword,
  OTHER_PASSWORD,
  PASSWORD,
  resetPassword,
} from '../../../testing/sign-in/passwords.ts';
import { bearer, callAsScript, makeToken } from '../../../testing/users/access-tokens.ts';
import { userAt } from '../../../testing/users/signed-in-users.ts';
import { startIdentityProvider } from '../../../testing/providers/identity-provider.ts';
import { aNumber, verifyNumber } from '../../../testing/sign-in/phones.ts';
import { startProviderVisits } from '../../../testing/providers/provider-visits.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { linkAccount } from '../users/accounts.ts';
import { createUserWithAccount } from '../users/users.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { sessionIn } from '../../../testing/sign-in/sign-in-answers.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

const provider = await startIdentityProvider({ name: 'Provider' });
afterAll(() => provider.close());
const it = testWith({
  settings: { phoneSignIn: true },
  providers: () => Promise.resolve([provider.settings]),
});

const nobody = (app: TestApp) => app.client(app.agent());
const userOf = (app: TestApp, email: string) => app.deps.collections.users.findOne({ email });
const undo = (app: TestApp, token: string) => nobody(app).email.undo.mutate({ token });

/** Does what the callback of a sign-in does. */
async function connect(app: TestApp, email: string, providerAccountId: string): Promise<void> {
  const user = await userAt(app, email);
  const account = { provider: 'demo', providerAccountId, type: 'oidc' } as const;
  await linkAccount(app.deps, user, account, { requestContext: NO_REQUEST, label: null, actor: null });
}

describe('a change by an unknown caller', () => {
  it('is undone without a session: the address is restored and later changes are removed', async ({
    app,
  }) => {
    const { email: address, agent } = await aPersonWithPassword(app);
    const id = (await app.client(agent).session.get.query())?.user.id;
    await connect(app, address, 'before');
    // An unknown caller acts in the owner's browser.
    app.advance(1000);
    const taken = uniqueEmail();
    await changeEmail(app, agent, taken);
    app.advance(1000);
    await connect(app, taken, 'after');
    await verifyNumber(app, agent, aNumber());
    const { email } = app.client(agent);
    const { token: secret } = await makeToken(app, agent);
    const wanted = uniqueEmail();
    await email.change.mutate({ email: wanted });
    const next = confirmationOf(app, wanted);
    const elsewhere = await app.signInByMail(taken);
    const token = await undoTokenOf(app, address);

    expect(await undo(app, token)).toEqual({ email: address });
    const user = await userAt(app, address);
    expect(user._id.toHexString()).toBe(id);
    expect(user.accounts.map(({ providerAccountId }) => providerAccountId)).toEqual(['before']);
    for (const gone of ['password', 'phone', 'pendingEmail']) expect(user).not.toHaveProperty(gone);
    expect(user.emailUndos).toEqual([]);
    // The deciding write ends them, also if the server is killed before it removes their rows.
    expect(user.sessions).toEqual([]);
    for (const each of [agent, elsewhere]) expect(await app.client(each).session.get.query()).toBeNull();
    expect((await callAsScript(app, bearer(secret), 'email.get')).status).toBe(401);
    expect(await appCodeOf(email.confirm.mutate({ token: next.token }))).toBe('SessionRequired');

    for (const told of [address, taken]) {
      const last = (await mailsOf(app, told)).at(-1);
      expect(last?.subject).toContain('was undone');
      expect(last?.text).toContain('/forgot-password');
    }
    const { activity } = app.deps.collections;
    expect(await activity.countDocuments({ userId: new ObjectId(id), kind: 'email-change-undone' })).toBe(1);
    expect(app.logLines.map(({ event }) => event)).toContain('auth.email-change-undone');
  });

  it('still lets the owner sign in by mail and set a new password', async ({ app }) => {
    const { email: address, agent } = await aPersonWithPassword(app);
    const id = (await app.client(agent).session.get.query())?.user.id;
    await app.resetLimits();
    const taken = uniqueEmail();
    await changeEmail(app, agent, taken);
    await undo(app, await undoTokenOf(app, address));
    const { signIn } = nobody(app).password;
    const former = signIn.mutate({ email: address, password: PASSWORD });
    expect(await appCodeOf(former)).toBe('CredentialsSignin');
    await resetPassword(app, address);
    const chosen = await signIn.mutate({ email: address, password: OTHER_PASSWORD });
    expect(sessionIn(chosen).user.id).toBe(id);
    const back = await app.signInByMail(address);
    expect((await app.client(back).session.get.query())?.user.id).toBe(id);
    // The other address has no owner now, so it makes another account.
    const other = await app.signInByMail(taken);
    expect((await app.client(other).session.get.query())?.user.id).not.toBe(id);
  });

  it('is undone once, within seven days to the second, only by the link', async ({ app }) => {
    const { agent, address } = await signedInByMail(app);
    await changeEmail(app, agent, uniqueEmail());
    const token = await undoTokenOf(app, address);
    const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect(await appCodeOf(undo(app, wrong))).toBe('EMAIL_UNDO_INVALID');
    await app.agent().request(`/undo-email?token=${token}`);
    app.advance(EMAIL_UNDO_MAX_AGE_MS + 1000);
    expect(await appCodeOf(undo(app, token))).toBe('EMAIL_UNDO_INVALID');
    app.resetClock();
    expect(await undo(app, token)).toEqual({ email: address });
    expect(await appCodeOf(undo(app, token))).toBe('EMAIL_UNDO_INVALID');
  });

  it('can be undone after later changes, whose links then end', async ({ app }) => {
    const { agent, address } = await signedInByMail(app);
    const [second, third] = [uniqueEmail(), uniqueEmail()];
    await changeEmail(app, agent, second);
    app.advance(10);
    await changeEmail(app, agent, third);
    const [first, later] = [await undoTokenOf(app, address), await undoTokenOf(app, second)];
    expect(await undo(app, first)).toEqual({ email: address });
    expect(await appCodeOf(undo(app, later))).toBe('EMAIL_UNDO_INVALID');
    expect(await userOf(app, second)).toBeNull();
    expect(await userOf(app, third)).toBeNull();
  });

  it('can be undone after a later one was undone', async ({ app }) => {
    const { agent, address } = await signedInByMail(app);
    const second = uniqueEmail();
    await changeEmail(app, agent, second);
    app.advance(10);
    await changeEmail(app, agent, uniqueEmail());
    const [first, later] = [await undoTokenOf(app, address), await undoTokenOf(app, second)];
    expect(await undo(app, later)).toEqual({ email: second });
    expect(await undo(app, first)).toEqual({ email: address });
  });

  it('keeps only the undo links of the last few changes', async ({ app }) => {
    const { agent, email } = await signedInByMail(app);
    for (let changes = 0; changes < EMAIL_UNDOS_MAX; changes++) {
      await changeEmail(app, agent, uniqueEmail());
      await app.resetLimits();
    }
    const wanted = uniqueEmail();
    expect(await appCodeOf(email.change.mutate({ email: wanted }))).toBe('RATE_LIMITED');
    expect(await mailsOf(app, wanted)).toEqual([]);
  });
});

describe('what the session that changed the address added before', () => {
  const idOf = async (app: TestApp, agent: HttpAgent) =>
    (await app.client(agent).session.get.query())?.user.id;

  /** Both are signed in to the owner's account, in two browsers. */
  async function ownerAndThief(app: TestApp) {
    const { agent: owner, address } = await signedInByMail(app);
    const thief = await app.signInByMail(address);
    return { owner, thief, address, id: await idOf(app, owner) };
  }

  /** Connects the account of this login on the provider's page. */
  async function connectWith(app: TestApp, agent: HttpAgent, login: string): Promise<void> {
    const done = await agent.request(
      await startProviderVisits(app).visitProvider(agent, provider, { login }, true),
    );
    expect(new URL(done.location ?? 'none:').searchParams.get('outcome')).toBe('linked');
  }

  async function signInWith(app: TestApp, login: string) {
    const { agent } = await startProviderVisits(app).signIn(provider, { login });
    return idOf(app, agent);
  }

  async function signInByText(app: TestApp, number: string) {
    const { session } = nobody(app);
    await session.requestPhoneCode.mutate({ phone: number });
    return session.signInWithPhoneCode.mutate({ phone: number, code: app.phonebox.codeTo(number) });
  }

  async function changeAndUndo(app: TestApp, agent: HttpAgent, address: string): Promise<void> {
    app.advance(1000);
    await changeEmail(app, agent, uniqueEmail());
    await undo(app, await undoTokenOf(app, address));
    await app.resetLimits();
  }

  it('does not sign in after the undo', async ({ app }) => {
    const { thief, address, id } = await ownerAndThief(app);
    const [login, number] = [uniqueEmail(), aNumber()];
    await connectWith(app, thief, login);
    await verifyNumber(app, thief, number);
    expect(await signInWith(app, login)).toBe(id);
    expect(sessionIn(await signInByText(app, number)).user.id).toBe(id);
    await changeAndUndo(app, thief, address);
    const user = await userAt(app, address);
    expect(user.accounts).toEqual([]);
    expect(user).not.toHaveProperty('phone');
    expect(await app.deps.collections.accounts.countDocuments({ providerAccountId: login })).toBe(0);
    // The provider's account has no owner now, so it makes a new user.
    expect(await signInWith(app, login)).not.toBe(id);
    app.phonebox.clear();
    await app.client(app.agent()).session.requestPhoneCode.mutate({ phone: number });
    expect(app.phonebox.messages).toEqual([]);
  });

  it('is removed, but methods of other sessions stay and sign in', async ({ app }) => {
    const { owner, thief, address, id } = await ownerAndThief(app);
    const [owners, thiefs, number] = [uniqueEmail(), uniqueEmail(), aNumber()];
    await connectWith(app, owner, owners);
    await verifyNumber(app, owner, number);
    await connectWith(app, thief, thiefs);
    await changeAndUndo(app, thief, address);
    const user = await userAt(app, address);
    expect(user.accounts.map(({ providerAccountId }) => providerAccountId)).toEqual([owners]);
    expect(user.phone?.e164).toBe(number);
    expect(await signInWith(app, owners)).toBe(id);
    expect(sessionIn(await signInByText(app, number)).user.id).toBe(id);
  });

  it('stays when the stored change names no session, as that of an administrator', async ({ app }) => {
    const { thief, address } = await ownerAndThief(app);
    const [before, after] = [uniqueEmail(), uniqueEmail()];
    await connectWith(app, thief, before);
    const number = aNumber();
    await verifyNumber(app, thief, number);
    app.advance(1000);
    const taken = uniqueEmail();
    await changeEmail(app, thief, taken);
    const unnamed = { $unset: { 'emailUndos.$[].changedBy': '' } } as const;
    await app.deps.collections.users.updateOne({ email: taken }, unnamed);
    app.advance(1000);
    await connectWith(app, thief, after);
    await undo(app, await undoTokenOf(app, address));
    const user = await userAt(app, address);
    expect(user.accounts.map(({ providerAccountId }) => providerAccountId)).toEqual([before]);
    expect(user.phone?.e164).toBe(number);
  });
});

describe('a former address', () => {
  it('is reserved for seven days: nobody else can use it, and others see it as taken', async ({ app }) => {
    const { agent, address } = await signedInByMail(app);
    await changeEmail(app, agent, uniqueEmail());
    const { session } = nobody(app);
    await session.requestLink.mutate({ email: address });
    const token = app.mailbox.tokenOf(app.mailbox.last(address));
    expect(await appCodeOf(session.confirmLink.mutate({ email: address, token }))).toBe('EMAIL_KEPT');
    await session.requestLink.mutate({ email: address });
    const code = app.mailbox.codeOf(app.mailbox.last(address));
    expect(await appCodeOf(session.signInWithCode.mutate({ email: address, code }))).toBe('EMAIL_KEPT');
    const first = createUserWithAccount(
      app.deps,
      { name: null, verifiedEmail: address, locale: 'en' },
      { provider: 'demo', providerAccountId: uniqueEmail(), type: 'oidc' },
    );
    await expect(first).rejects.toMatchObject({ code: 'EMAIL_KEPT' });

    const other = await signedInByMail(app);
    app.mailbox.clear();
    await other.email.change.mutate({ email: address });
    const subjects = (await mailsOf(app, address)).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringContaining('wanted to use your address'));
    expect(subjects).not.toContainEqual(expect.stringContaining('Confirm your address'));
    expect(await userOf(app, address)).toBeNull();
    app.advance(EMAIL_UNDO_MAX_AGE_MS + 1000);
    const later = await app.signInByMail(address);
    expect((await app.client(later).session.get.query())?.user.email).toBe(address);
  });

  it('is refused to somebody who asked for it before it became a former address', async ({ app }) => {
    const wanted = uniqueEmail();
    const other = await signedInByMail(app);
    await other.email.change.mutate({ email: wanted });
    const { token } = confirmationOf(app, wanted);
    const { agent } = await signedInByMail(app, wanted);
    await changeEmail(app, agent, uniqueEmail());
    expect(await appCodeOf(other.email.confirm.mutate({ token }))).toBe('EMAIL_TAKEN');
    expect(await other.email.get.query()).toMatchObject({ email: other.address });
  });

  it('can be used again by its last owner', async ({ app }) => {
    const { agent, address, email } = await signedInByMail(app);
    await changeEmail(app, agent, uniqueEmail());
    await changeEmail(app, agent, address);
    expect(await email.get.query()).toMatchObject({ email: address });
    // Even then the link signs everybody out.
    expect(await undo(app, await undoTokenOf(app, address))).toEqual({ email: address });
    expect(await email.get.query().catch(() => null)).toBeNull();
  });

  it('is not taken from another user who already has it', async ({ app }) => {
    const { agent, address } = await signedInByMail(app);
    const wanted = uniqueEmail();
    await changeEmail(app, agent, wanted);
    const token = await undoTokenOf(app, address);
    const { users } = app.deps.collections;
    const user = await userAt(app, wanted);
    const { emailUndos: _kept, ...rest } = user;
    await users.insertOne({ ...rest, _id: new ObjectId(), email: address });
    expect(await appCodeOf(undo(app, token))).toBe('EMAIL_TAKEN');
    expect(await userOf(app, wanted)).toMatchObject({ _id: user._id });
  });
});
