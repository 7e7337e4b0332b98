import { describe, expect } from 'vitest';
import { VERIFICATION_TOKEN_MAX_AGE_MS } from '../../../shared/limits.ts';
import { RATE_LIMITS } from '../../domain/rules/counters.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { mailsOf } from '../../../testing/app/mails.ts';
import { confirmationOf, signedInByMail, withOpenChange } from '../../../testing/users/email-changes.ts';
import { wrongCode } from '../../../testing/sign-in/phones.ts';
import { it } from '../../../testing/app/fixture.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { activityOf } from '../../../testing/users/signed-in-users.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';

const userOf = (app: TestApp, email: string) => app.deps.collections.users.findOne({ email });

describe('a new address', () => {
  it('replaces the old one after its code, and both get a mail (security.md 7)', async ({ app }) => {
    const { address, email, profile, session } = await signedInByMail(app);
    const wanted = uniqueEmail();
    expect(await email.get.query()).toEqual({ email: address, verified: true, pending: null });
    const sent = await email.change.mutate({ email: `  ${wanted.toUpperCase()} ` });
    expect(sent).toEqual({ email: wanted, expires: expect.any(String) as string, resendAfter: 30 });
    const pending = { email: wanted, expires: sent.expires };
    expect(await email.get.query()).toEqual({ email: address, verified: true, pending });
    expect(await profile.get.query()).toMatchObject({ email: address, emailVerified: true });

    const status = await email.confirmWithCode.mutate({ code: confirmationOf(app, wanted).code });
    expect(status).toEqual({ email: wanted, verified: true, pending: null });
    expect(await email.get.query()).toEqual(status);
    expect(await session.get.query()).toMatchObject({ user: { email: wanted } });

    const told = (await mailsOf(app, address)).at(-1);
    expect(told?.subject).toContain('Your email address was changed');
    expect(told?.text).toMatch(/\/undo-email\?token=[\w-]{43}\n/);
    const greeting = (await mailsOf(app, wanted)).at(-1);
    expect(greeting?.subject).toContain('This is your address');
    expect(greeting?.text).not.toContain('undo');
    const kinds = (await activityOf(app, wanted)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['email-change-requested', 'email-changed']));
    const events = app.logLines.map(({ event }) => event);
    expect(events).toEqual(expect.arrayContaining(['auth.email-change-requested', 'auth.email-changed']));
    for (const each of [address, wanted]) expect(JSON.stringify(app.logLines)).not.toContain(each);
  });

  it('replaces the old one after its link, not by opening it (security.md 10)', async ({ app }) => {
    const { agent, email, wanted, token } = await withOpenChange(app);
    const call = `/trpc/email.confirm?input=${encodeURIComponent(JSON.stringify({ token }))}`;
    for (const method of ['GET', 'HEAD'])
      for (const path of [`/confirm-email?token=${token}`, call])
        for (let times = 0; times < 10; times++) await agent.request(path, { method });
    expect(await email.confirm.mutate({ token })).toMatchObject({ email: wanted });
    expect(await appCodeOf(email.confirm.mutate({ token }))).toBe('EMAIL_LINK_INVALID');
  });

  it('is verified only in a session of the user who requested it', async ({ app }) => {
    const { address, wanted, token, code } = await withOpenChange(app);
    const otherPerson = await signedInByMail(app);
    const nobody = app.client(app.agent());
    expect(await appCodeOf(nobody.email.confirm.mutate({ token }))).toBe('SessionRequired');
    expect(await appCodeOf(nobody.email.confirmWithCode.mutate({ code }))).toBe('SessionRequired');
    expect(await appCodeOf(otherPerson.email.confirm.mutate({ token }))).toBe('EMAIL_LINK_INVALID');
    expect(await appCodeOf(otherPerson.email.confirmWithCode.mutate({ code }))).toBe('CODE_INVALID');
    // Not even with an open change to their own address.
    await otherPerson.email.change.mutate({ email: uniqueEmail() });
    expect(await appCodeOf(otherPerson.email.confirm.mutate({ token }))).toBe('EMAIL_LINK_INVALID');
    expect(await otherPerson.email.get.query()).toMatchObject({ email: otherPerson.address });
    const elsewhere = await app.signInByMail(address);
    expect(await app.client(elsewhere).email.confirm.mutate({ token })).toMatchObject({ email: wanted });
  });

  it('ends the earlier request with its link and code', async ({ app }) => {
    const before = await withOpenChange(app);
    const { email } = before;
    const second = uniqueEmail();
    await email.change.mutate({ email: second });
    expect(await appCodeOf(email.confirm.mutate({ token: before.token }))).toBe('EMAIL_LINK_INVALID');
    expect(await appCodeOf(email.confirmWithCode.mutate({ code: before.code }))).toBe('CODE_INVALID');
    await email.confirm.mutate({ token: confirmationOf(app, second).token });
    expect(await userOf(app, before.wanted)).toBeNull();
  });

  it('can be cancelled, and then its link and code are invalid', async ({ app }) => {
    const { address, email, token, code } = await withOpenChange(app);
    const left = { email: address, verified: true, pending: null };
    expect(await email.cancel.mutate()).toEqual(left);
    expect(await email.cancel.mutate()).toEqual(left);
    expect(await appCodeOf(email.confirm.mutate({ token }))).toBe('EMAIL_LINK_INVALID');
    expect(await appCodeOf(email.confirmWithCode.mutate({ code }))).toBe('CODE_INVALID');
  });

  it('expires after a day to the second, and its row is removed (security.md 8)', async ({ app }) => {
    const { address, email, token, code } = await withOpenChange(app);
    app.advance(VERIFICATION_TOKEN_MAX_AGE_MS + 1000);
    expect(await appCodeOf(email.confirm.mutate({ token }))).toBe('EMAIL_LINK_INVALID');
    expect(await appCodeOf(email.confirmWithCode.mutate({ code }))).toBe('CODE_INVALID');
    expect(await email.get.query()).toEqual({ email: address, verified: true, pending: null });
    expect(await userOf(app, address)).not.toHaveProperty('pendingEmail');
  });

  it('works by its link after five wrong codes (security.md 10)', async ({ app }) => {
    const { email, wanted, token, code } = await withOpenChange(app);
    const enter = (entered: string) => appCodeOf(email.confirmWithCode.mutate({ code: entered }));
    for (let tries = 0; tries < 4; tries++) expect(await enter(wrongCode(code))).toBe('CODE_INVALID');
    expect(await enter(wrongCode(code))).toBe('CODE_DEAD');
    expect(await enter(code)).toBe('CODE_DEAD');
    expect(await email.confirm.mutate({ token })).toMatchObject({ email: wanted });
  });

  it('is refused when the person already has it, it is none (security.md 12), or its domain may not sign in', async ({
    app,
  }) => {
    const { email, address } = await signedInByMail(app);
    app.mailbox.clear();
    for (const wanted of [address, 'a,b@example.test', 'a@example.test\nbcc: x@y.z'])
      expect(await appCodeOf(email.change.mutate({ email: wanted }))).toBe('INVALID_INPUT');
    expect(app.mailbox.messages).toEqual([]);
    await using closed = await createTestApp({ settings: { signInDomains: ['example.test'] } });
    const agent = await closed.signInByMail(address);
    const change = closed.client(agent).email.change.mutate({ email: 'ada@elsewhere.test' });
    await expect(change).rejects.toMatchObject({
      data: { appCode: 'INVALID_INPUT', issues: [{ path: ['email'], key: 'address-domain-refused' }] },
    });
    expect(closed.mailbox.messages.filter(({ to }) => to.endsWith('elsewhere.test'))).toEqual([]);
  });

  it('gets a limited number of mails, by address and by user (security.md 11)', async ({ app }) => {
    const { email } = await signedInByMail(app);
    const wanted = uniqueEmail();
    const { recipient, user } = RATE_LIMITS['mail-to-new-address'].refusal;
    const { quarter } = recipient;
    const outcomes = await Promise.allSettled(
      Array.from({ length: quarter + 3 }, () => email.change.mutate({ email: wanted })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(quarter);
    expect(await mailsOf(app, wanted)).toHaveLength(quarter);
    const stored = await app.deps.collections.users.findOne({ 'pendingEmail.email': wanted });
    for (let used = quarter + 3; used < user.day; used++)
      await app.deps.rateLimits.consume('mail-to-new-address', 'user', stored?._id.toHexString() ?? '');
    await expect(email.change.mutate({ email: uniqueEmail() })).rejects.toMatchObject({
      data: { appCode: 'RATE_LIMITED', retryAfter: expect.any(Number) as number },
    });
  });
});

describe('somebody else’s address', () => {
  it('has the answer of a free one, and its owner gets a mail (security.md 6)', async ({ app }) => {
    const owner = await signedInByMail(app);
    const { address, email } = await signedInByMail(app);
    app.mailbox.clear();
    const free = uniqueEmail();
    const answers: unknown[] = [];
    for (const wanted of [free, owner.address]) {
      const { expires, ...answer } = await email.change.mutate({ email: wanted });
      const { pending } = await email.get.query();
      expect(pending).toEqual({ email: wanted, expires });
      answers.push({ ...answer, email: 'it' });
    }
    expect(answers[0]).toEqual(answers[1]);

    const [mail, ...more] = await mailsOf(app, owner.address);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain('wanted to use your address');
    expect(mail?.text).not.toMatch(/token=|^\d{6}$/m);
    expect(mail?.text).not.toContain(address);
    const tries = await Promise.all(
      ['000000', '123456'].map((code) => appCodeOf(email.confirmWithCode.mutate({ code }))),
    );
    expect(new Set(tries)).toEqual(new Set(['CODE_INVALID']));
    expect(await owner.email.get.query()).toMatchObject({ email: owner.address });
    expect(await email.get.query()).toMatchObject({ email: address });
  });

  it('is refused with a clear error to a person who proved it while it was free', async ({ app }) => {
    const { address, email, wanted, token } = await withOpenChange(app);
    await signedInByMail(app, wanted);
    expect(await appCodeOf(email.confirm.mutate({ token }))).toBe('EMAIL_TAKEN');
    expect(await email.get.query()).toEqual({ email: address, verified: true, pending: null });
  });

  it('goes to the person who proves it when its owner never has', async ({ app }) => {
    const { email } = await signedInByMail(app);
    const squatter = await signedInByMail(app);
    const wanted = uniqueEmail();
    const { users } = app.deps.collections;
    await users.updateOne({ email: squatter.address }, { $set: { email: wanted, emailVerified: null } });
    await email.change.mutate({ email: wanted });
    const { token } = confirmationOf(app, wanted);
    expect(await email.confirm.mutate({ token })).toMatchObject({ email: wanted });
    expect(await squatter.email.get.query()).toMatchObject({ email: null });
  });
});
