import { describe, expect } from 'vitest';
import { DAY_MS, SECURITY_REVIEW_PERIOD_MS } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { changeEmail, mailsOf, undoTokenOf } from '../../../testing/users/email-changes.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { createPasskey, signInWithPasskey } from '../../../testing/sign-in/passkeys.ts';
import { OTHER_PASSWORD, resetLinkOf, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { SoftwareAuthenticator } from '../../../testing/sign-in/software-authenticator.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

const reset = async (app: TestApp, email: string) => {
  const { password } = app.client(app.agent());
  await password.requestReset.mutate({ email });
  await password.reset.mutate({ ...resetLinkOf(app, email), password: OTHER_PASSWORD });
};
const signIn = async (app: TestApp, email: string) => {
  const agent = app.agent();
  await app.client(agent).password.signIn.mutate({ email, password: OTHER_PASSWORD });
  return agent;
};
async function finishReview(app: TestApp, agent: HttpAgent) {
  const listed = (await reviewOf(app, agent))?.listed ?? '';
  return app.client(agent).securityReview.finish.mutate({ listed });
}
const reviewOf = (app: TestApp, agent: HttpAgent) => app.client(agent).securityReview.get.query();

describe('the security review after a reset of the password', () => {
  it('lists a passkey that was added before, mails it, and ends after its removal', async ({ app }) => {
    const email = uniqueEmail();
    const authenticator = await createPasskey(app, await signUpWithPassword(app, email));
    await reset(app, email);
    const owner = await signIn(app, email);
    const id = authenticator.passkeys[0]?.id ?? '';
    const review = await reviewOf(app, owner);
    expect(review?.additions).toEqual([
      {
        kind: 'passkey',
        id,
        name: expect.any(String) as string,
        addedAt: expect.any(String) as string,
        canRemove: true,
      },
    ]);
    const mail = (await mailsOf(app, email)).find(({ subject }) =>
      subject.startsWith('Check what was added'),
    );
    expect(mail?.text).toContain('the passkey “');
    await app.client(owner).passkeys.remove.mutate({ id });
    expect(await reviewOf(app, owner)).toBeNull();
  });

  it('is not finished by a session that one of these passkeys made', async ({ app }) => {
    const email = uniqueEmail();
    const authenticator = await createPasskey(app, await signUpWithPassword(app, email));
    await reset(app, email);
    const thief = await signInWithPasskey(app, authenticator);
    expect(await appCodeOf(finishReview(app, thief))).toBe('OTHER_SIGN_IN_REQUIRED');
    const owner = await signIn(app, email);
    await finishReview(app, owner);
    expect(await reviewOf(app, owner)).toBeNull();
  });

  it('is finished by a session of an older passkey', async ({ app }) => {
    const email = uniqueEmail();
    const agent = await signUpWithPassword(app, email);
    const older = await createPasskey(app, agent);
    await app.deps.collections.users.updateOne(
      { email },
      { $set: { 'passkeys.$[].createdAt': new Date('2026-01-01') } },
    );
    await createPasskey(app, agent);
    await reset(app, email);
    const owner = await signInWithPasskey(app, older);
    expect((await reviewOf(app, owner))?.additions).toHaveLength(1);
    await finishReview(app, owner);
    expect(await reviewOf(app, owner)).toBeNull();
  });
});

describe('a review without additions', () => {
  it('does not end when a passkey is added while it is about to end', async ({ app }) => {
    const email = uniqueEmail();
    await createPasskey(app, await signUpWithPassword(app, email));
    const { users } = app.deps.collections;
    const passkeys = (await users.findOne({ email }))?.passkeys ?? [];
    await users.updateOne({ email }, { $unset: { passkeys: '' } });
    await reset(app, email);
    // The first such write makes the session live, the second ends the review.
    const hold = faults.holdBefore('users.findOneAndUpdate', 2);
    const owner = signIn(app, email);
    await hold.reached;
    await users.updateOne({ email }, { $set: { passkeys } });
    hold.release();
    expect((await reviewOf(app, await owner))?.additions).toHaveLength(1);
  });
});

describe('undoing a change of address', () => {
  it('removes the passkeys that were added since, and before it by the same session', async ({ app }) => {
    const email = uniqueEmail();
    const owner = await signUpWithPassword(app, email);
    const owners = await createPasskey(app, owner);
    const thief = await app.signInByMail(email);
    const before = await createPasskey(app, thief);
    app.advance(1000);
    await changeEmail(app, thief, uniqueEmail());
    app.advance(1000);
    const after = await createPasskey(app, thief);
    await app.client(app.agent()).email.undo.mutate({ token: await undoTokenOf(app, email) });
    for (const gone of [before, after])
      expect(await appCodeOf(signInWithPasskey(app, gone))).toBe('PASSKEY_UNKNOWN');
    const back = await signInWithPasskey(app, owners);
    expect(await app.client(back).session.get.query()).toMatchObject({ user: { email } });
  });
});

describe('undoing a change of address that the owner made', () => {
  it('keeps a passkey of this session that is older than 30 days, because it is a second factor', async ({
    app,
  }) => {
    const email = uniqueEmail();
    const owner = await signUpWithPassword(app, email);
    const authenticator = await createPasskey(app, owner);
    const createdAt = new Date(Date.now() - SECURITY_REVIEW_PERIOD_MS - DAY_MS);
    await app.deps.collections.users.updateOne({ email }, { $set: { 'passkeys.$[].createdAt': createdAt } });
    app.advance(1000);
    await changeEmail(app, owner, uniqueEmail());
    await app.client(app.agent()).email.undo.mutate({ token: await undoTokenOf(app, email) });
    const back = await signInWithPasskey(app, authenticator);
    expect(await app.client(back).session.get.query()).toMatchObject({ user: { email } });
  });
});

describe('the first proof of an address (arXiv 2205.10174)', () => {
  it('removes the passkey of whoever claimed the address before', async ({ app }) => {
    const email = uniqueEmail();
    const thief = await app.signInByMail(email);
    const authenticator = await createPasskey(app, thief, new SoftwareAuthenticator({ origin: app.origin }));
    // As an adopted database may contain it.
    await app.deps.collections.users.updateOne({ email }, { $set: { emailVerified: null } });
    const owner = await app.signInByMail(email);
    expect((await app.client(owner).passkeys.list.query()).passkeys).toEqual([]);
    expect(await appCodeOf(signInWithPasskey(app, authenticator))).toBe('PASSKEY_UNKNOWN');
    expect(await app.client(thief).session.get.query()).toBeNull();
  });
});
