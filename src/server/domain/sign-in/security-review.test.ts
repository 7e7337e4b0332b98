import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  SECURITY_EVENT_UNSETTLED_AFTER_MS,
  DAY_MS,
  SECURITY_REVIEW_PERIOD_MS,
} from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { anAddress, mailsOf } from '../../../testing/app/email-changes.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { startIdentityProvider, type IdentityProvider } from '../../../testing/app/identity-provider.ts';
import { OTHER_PASSWORD, resetLinkOf, signUpWithPassword } from '../../../testing/app/passwords.ts';
import { aNumber, verifyNumber } from '../../../testing/app/phones.ts';
import { startWalks } from '../../../testing/app/provider-walks.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { runDueJobs } from '../job-runner.ts';

const TITLE = 'Check what was added to your account';

const faults = createFaultInjector();
let app: TestApp;
let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider({ name: 'Provider' });
  app = await createTestApp({
    faults,
    settings: { phoneSignIn: true },
    // Twenty sign-ins at once by one client are no flood here.
    strangerBounds: { password: { free: 5000, perProven: 0.5, freeAtMost: 5000 } },
    providers: () => Promise.resolve([provider.settings]),
  });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(async () => {
  await app.db.collection('rate_limits').deleteMany({});
  await app.db.collection('jobs').deleteMany({});
  app.mailbox.clear();
  app.resetClock();
});

const userOf = (email: string) => app.deps.collections.users.findOne({ email });
const reviewOf = (agent: HttpAgent) => app.client(agent).securityReview.get.query();
const signIn = (email: string, agent = app.agent(), callbackUrl?: string) =>
  app.client(agent).password.signIn.mutate({
    email,
    password: OTHER_PASSWORD,
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
  });
const reviewMailsOf = async (email: string) =>
  (await mailsOf(app, email)).filter(({ subject }) => subject.startsWith(TITLE));

/** Somebody with a password, and a browser of theirs. */
async function someone(): Promise<{ email: string; agent: HttpAgent }> {
  const email = anAddress();
  return { email, agent: await signUpWithPassword(app, email) };
}

async function connect(agent: HttpAgent): Promise<string> {
  const login = anAddress();
  await agent.request(await startWalks(app).walk(agent, provider, { login }, true));
  return login;
}

async function reset(email: string): Promise<void> {
  const { password } = app.client(app.agent());
  await password.requestReset.mutate({ email });
  await password.reset.mutate({ ...resetLinkOf(app, email), password: OTHER_PASSWORD });
}

/** Moves what was added into the past. */
async function age(email: string, ms: number): Promise<void> {
  const at = new Date(app.deps.now().getTime() - ms);
  await app.deps.collections.users.updateOne(
    { email },
    { $set: { 'accounts.$[].linkedAt': at, 'phone.verifiedAt': at } },
  );
}

describe('after a reset of the password', () => {
  it('everything that was added stays and is listed with what it takes to remove it', async () => {
    const { email, agent } = await someone();
    const login = await connect(agent);
    const number = aNumber();
    app.advance(1000);
    await verifyNumber(app, agent, number);
    await reset(email);
    const back = app.agent();
    await signIn(email, back);
    expect(await reviewOf(back)).toMatchObject({
      additions: [
        { kind: 'phone', international: expect.stringContaining('+49'), canRemove: true },
        {
          kind: 'connection',
          provider: provider.settings.id,
          name: 'Provider',
          providerAccountId: login,
          label: expect.any(String),
          canRemove: true,
        },
      ],
    });
    const user = await userOf(email);
    expect(user?.accounts).toHaveLength(1);
    expect(user?.phone?.e164).toBe(number);
  });

  it('what was added more than 30 days before it is not listed', async () => {
    const { email, agent } = await someone();
    await connect(agent);
    await age(email, SECURITY_REVIEW_PERIOD_MS + DAY_MS);
    await app.deps.collections.users.updateOne({ email }, { $unset: { phone: '' } });
    const recent = await connect(agent);
    await reset(email);
    const back = app.agent();
    await signIn(email, back);
    const review = await reviewOf(back);
    expect(review?.additions).toMatchObject([{ providerAccountId: recent }]);
    const { securityReview } = (await userOf(email)) ?? {};
    expect(securityReview?.since.toISOString()).toBe(review?.since);
  });

  it('a second reset still shows what the first one asked to look at', async () => {
    const { email, agent } = await someone();
    const login = await connect(agent);
    await reset(email);
    const before = await userOf(email);
    app.advance(20 * DAY_MS);
    await reset(email);
    const after = await userOf(email);
    expect(after?.securityReview).toEqual(before?.securityReview);
    const back = app.agent();
    await signIn(email, back);
    expect((await reviewOf(back))?.additions).toMatchObject([{ providerAccountId: login }]);
  });

  it('the first sign-in mails the list, and later ones do not', async () => {
    const { email, agent } = await someone();
    const login = await connect(agent);
    const number = aNumber();
    await verifyNumber(app, agent, number);
    await reset(email);
    expect(await reviewMailsOf(email)).toEqual([]);
    await signIn(email);
    await signIn(email);
    await app.signInByMail(email);
    const [mail, ...more] = await reviewMailsOf(email);
    expect(more).toEqual([]);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(`Provider (${login})`);
      expect(part).toContain(`the phone number that ends in ${number.slice(-3)}`);
      expect(part).toContain(`${app.origin}/account/security-review`);
      expect(part).not.toContain(number);
    }
    const { activity } = app.deps.collections;
    const rows = await activity.find({ kind: 'security-review-due' }).sort({ at: -1 }).toArray();
    expect(rows[0]).not.toHaveProperty('additions');
  });

  it('the mail is in the language of the account', async () => {
    const { email, agent } = await someone();
    await connect(agent);
    await app.client(agent).profile.update.mutate({ locale: 'de' });
    await reset(email);
    await signIn(email);
    const mails = await mailsOf(app, email);
    const mail = mails.find(({ subject }) => subject.startsWith('Prüfen Sie, was bei'));
    expect(mail?.text).toContain(
      'Das wurde in den 30 Tagen vor dem Zurücksetzen oder danach hinzugefügt:\n- ',
    );
  });

  it('the sign-in leads to the list and on to where the person wanted to go', async () => {
    const { email, agent } = await someone();
    await connect(agent);
    await reset(email);
    expect(await signIn(email)).toMatchObject({ callbackUrl: '/account/security-review' });
    expect(await signIn(email, app.agent(), '/device?code=ABCD')).toMatchObject({
      callbackUrl: '/account/security-review?callbackUrl=%2Fdevice%3Fcode%3DABCD',
    });
    // Whoever opened the page itself, and was sent to sign in.
    const there = '/account/security-review?callbackUrl=%2Fdevice';
    expect(await signIn(email, app.agent(), there)).toMatchObject({ callbackUrl: there });
    // One that has no room for it is left out.
    const long = `/device?code=${'%20'.repeat(600)}`;
    expect(await signIn(email, app.agent(), long)).toMatchObject({ callbackUrl: '/account/security-review' });
    const { session } = app.client(app.agent());
    await session.requestLink.mutate({ email, callbackUrl: '/device' });
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    expect(await session.signInWithCode.mutate({ email, code, callbackUrl: '/device' })).toMatchObject({
      callbackUrl: '/account/security-review?callbackUrl=%2Fdevice',
    });
  });

  it('where nothing was added there is no list and no mail, and nothing stays due', async () => {
    const { email } = await someone();
    await reset(email);
    expect((await userOf(email))?.securityReview).toMatchObject({ toldAt: null });
    const back = app.agent();
    expect(await signIn(email, back)).toMatchObject({ callbackUrl: '/account' });
    expect(await reviewOf(back)).toBeNull();
    expect(await userOf(email)).not.toHaveProperty('securityReview');
    expect(await reviewMailsOf(email)).toEqual([]);
  });

  it('removing everything ends the review', async () => {
    const { email, agent } = await someone();
    const login = await connect(agent);
    await verifyNumber(app, agent, aNumber());
    await reset(email);
    const back = app.agent();
    await signIn(email, back);
    const { accounts, phone } = app.client(back);
    await accounts.unlink.mutate({ provider: provider.settings.id, providerAccountId: login });
    expect((await reviewOf(back))?.additions).toMatchObject([{ kind: 'phone' }]);
    await phone.remove.mutate();
    expect(await reviewOf(back)).toBeNull();
    expect(await userOf(email)).not.toHaveProperty('securityReview');
  });
});

describe('finishing the review', () => {
  it('keeps what is left, shows it no more, and writes a line of the activity', async () => {
    const { email, agent } = await someone();
    await connect(agent);
    await reset(email);
    const back = app.agent();
    await signIn(email, back);
    const { securityReview } = app.client(back);
    expect(await securityReview.finish.mutate()).toEqual({ finished: true });
    expect(await reviewOf(back)).toBeNull();
    expect((await userOf(email))?.accounts).toHaveLength(1);
    expect(await signIn(email)).toMatchObject({ callbackUrl: '/account' });
    // Doing it again changes nothing.
    expect(await securityReview.finish.mutate()).toEqual({ finished: true });
    const userId = (await userOf(email))?._id;
    const { activity } = app.deps.collections;
    expect(
      await activity.countDocuments({ ...(userId && { userId }), kind: 'security-review-finished' }),
    ).toBe(1);
  });

  it('is refused to whoever signed in by something on the list', async () => {
    const { email, agent } = await someone();
    const login = await connect(agent);
    const number = aNumber();
    await verifyNumber(app, agent, number);
    await reset(email);
    const { agent: byProvider } = await startWalks(app).signIn(provider, { login });
    const byPhone = app.agent();
    const { session } = app.client(byPhone);
    await session.requestPhoneCode.mutate({ phone: number });
    await session.signInWithPhoneCode.mutate({ phone: number, code: app.phonebox.codeTo(number) });
    for (const each of [byProvider, byPhone]) {
      const { securityReview } = app.client(each);
      expect((await securityReview.get.query())?.additions).toHaveLength(2);
      expect(await appCodeOf(securityReview.finish.mutate())).toBe('OTHER_SIGN_IN_REQUIRED');
    }
    const back = app.agent();
    await signIn(email, back);
    expect(await app.client(back).securityReview.finish.mutate()).toEqual({ finished: true });
    // The mail went to the owner all the same.
    expect(await reviewMailsOf(email)).toHaveLength(1);
  });

  it('is not for access tokens, nor for whoever is not signed in', async () => {
    const { agent } = await someone();
    const expires = new Date(Date.now() + DAY_MS).toISOString();
    const { token } = await app
      .client(agent)
      .accessTokens.create.mutate({ name: 'x', scopes: ['accounts:read', 'phone:read'], expires });
    const byToken = await app.agent().request('/trpc/securityReview.get', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(byToken.text).toContain('ACCESS_TOKEN_REFUSED');
    const { securityReview } = app.client(app.agent());
    expect(await appCodeOf(securityReview.get.query())).toBe('SessionRequired');
    expect(await appCodeOf(securityReview.finish.mutate())).toBe('SessionRequired');
  });
});

describe('at once and interrupted', { timeout: 120_000 }, () => {
  it('ten sign-ins at once write one mail', async () => {
    const { email, agent } = await someone();
    await connect(agent);
    await reset(email);
    const user = await userOf(email);
    const agents = Array.from({ length: 10 }, () => app.agent());
    await Promise.all(agents.map((each) => signIn(email, each)));
    expect(await reviewMailsOf(email)).toHaveLength(1);
    const { activity } = app.deps.collections;
    expect(
      await activity.countDocuments({ ...(user && { userId: user._id }), kind: 'security-review-due' }),
    ).toBe(1);
    for (const each of agents) expect((await reviewOf(each))?.additions).toHaveLength(1);
  });

  it('a sign-in that is overtaken before it marks the review writes no second mail', async () => {
    const { email, agent } = await someone();
    await connect(agent);
    await reset(email);
    // The first such write makes the session live, the second one marks the review.
    const hold = faults.holdBefore('users.findOneAndUpdate', 2);
    const overtaken = signIn(email);
    await hold.reached;
    await signIn(email);
    hold.release();
    expect(await overtaken).toMatchObject({ callbackUrl: '/account/security-review' });
    expect(await reviewMailsOf(email)).toHaveLength(1);
  });

  it('a kill after any command of the first sign-in loses no mail and writes none twice', async () => {
    let told = 0;
    for (let n = 0, struck = true; struck; n++) {
      await app.db.collection('rate_limits').deleteMany({});
      const { email, agent } = await someone();
      await verifyNumber(app, agent, aNumber());
      await reset(email);
      await runDueJobs(app.deps);
      faults.arm('killed', n);
      await signIn(email).catch(() => null);
      const { commands, ...fault } = faults.disarm();
      struck = fault.struck;
      if ((await userOf(email))?.securityReview?.toldAt) told += 1;
      app.advance(2 * SECURITY_EVENT_UNSETTLED_AFTER_MS);
      await signIn(email);
      const mails = await reviewMailsOf(email);
      app.resetClock();
      expect(mails.length, `killed at ${n} of ${commands.join(', ')}`).toBe(1);
    }
    // Some kills came after the write that marks the review as told.
    expect(told).toBeGreaterThan(1);
  });

  it('a connection that is added while an empty review ends is kept for the list', async () => {
    const { email } = await someone();
    await reset(email);
    const user = await userOf(email);
    const hold = faults.holdBefore('users.findOneAndUpdate', 2);
    const signingIn = signIn(email);
    await hold.reached;
    await app.deps.collections.users.updateOne(
      { email },
      { $set: { phone: { e164: aNumber(), verifiedAt: app.deps.now() } } },
    );
    hold.release();
    await signingIn;
    expect((await userOf(email))?.securityReview).toEqual(user?.securityReview);
  });
});
