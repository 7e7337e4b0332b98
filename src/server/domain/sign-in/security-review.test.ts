import { hashSync } from 'bcryptjs';
import { ObjectId, type UpdateFilter } from 'mongodb';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { DAY_MS, SECURITY_REVIEW_PERIOD_MS } from '../../../shared/limits.ts';
import { OUTBOX_LEFT_AFTER_MS } from '../activity/security-events.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { mailsOf } from '../../../testing/users/email-changes.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../testing/providers/identity-provider.ts';
import { OTHER_PASSWORD, resetLinkOf, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { aNumber, verifyNumber } from '../../../testing/sign-in/phones.ts';
import { startProviderVisits } from '../../../testing/providers/provider-visits.ts';
import { applicationWith, NO_ORIGIN } from '../../../testing/users/signed-in-users.ts';
import { SoftwareAuthenticator } from '../../../testing/sign-in/software-authenticator.ts';
import { createPasskey } from '../../../testing/sign-in/passkeys.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { importUsers } from '../administration/import/import-users.ts';
import { runDueJobs } from '../job-runner.ts';
import { uniqueEmail, uniqueName } from '../../../testing/run/unique-name.ts';

const TITLE = 'Check what was added to your account';

const faults = createFaultInjector();

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider({ name: 'Provider' });
});
const it = testWith({
  faults,
  settings: { phoneSignIn: true },
  // Twenty parallel sign-ins of one client must not count as a flood here.
  unknownCallerBounds: { password: { free: 5000, perHonest: 0.5, freeAtMost: 5000 } },
  providers: () => Promise.resolve([provider.settings]),
});
afterAll(async () => {
  await provider.close();
});

const userOf = (app: TestApp, email: string) => app.deps.collections.users.findOne({ email });
const reviewOf = (app: TestApp, agent: HttpAgent) => app.client(agent).securityReview.get.query();
const signIn = (app: TestApp, email: string, agent = app.agent(), callbackUrl?: string) =>
  app.client(agent).password.signIn.mutate({
    email,
    password: OTHER_PASSWORD,
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
  });
async function finishReview(app: TestApp, agent: HttpAgent) {
  const listed = (await reviewOf(app, agent))?.listed ?? '';
  return app.client(agent).securityReview.finish.mutate({ listed });
}
const reviewMailsOf = async (app: TestApp, email: string) =>
  (await mailsOf(app, email)).filter(({ subject }) => subject.startsWith(TITLE));

/** A person with a password and their browser. */
async function someone(app: TestApp): Promise<{ email: string; agent: HttpAgent }> {
  const email = uniqueEmail();
  return { email, agent: await signUpWithPassword(app, email) };
}

/** Somebody whom an import set up. */
async function importSomeone(app: TestApp, methods: object): Promise<string> {
  const email = uniqueEmail();
  const key = await applicationWith(app, 'users:import');
  const people = [{ externalId: uniqueName(), email, emailVerified: true, ...methods }];
  expect(await importUsers(app.deps, key, { people, dryRun: false }, NO_ORIGIN)).toMatchObject({
    created: 1,
  });
  return email;
}

async function connect(app: TestApp, agent: HttpAgent): Promise<string> {
  const login = uniqueEmail();
  await agent.request(await startProviderVisits(app).visitProvider(agent, provider, { login }, true));
  return login;
}

async function reset(app: TestApp, email: string): Promise<void> {
  const { password } = app.client(app.agent());
  await password.requestReset.mutate({ email });
  await password.reset.mutate({ ...resetLinkOf(app, email), password: OTHER_PASSWORD });
}

/** Moves the times of the added methods into the past. */
async function age(app: TestApp, email: string, ms: number): Promise<void> {
  const at = new Date(app.deps.now().getTime() - ms);
  await app.deps.collections.users.updateOne(
    { email },
    { $set: { 'accounts.$[].linkedAt': at, 'phone.verifiedAt': at } },
  );
}

describe('after a reset of the password', () => {
  it('lists all added methods with the data that a removal needs, and keeps them', async ({ app }) => {
    const { email, agent } = await someone(app);
    const login = await connect(app, agent);
    const number = aNumber();
    app.advance(1000);
    await verifyNumber(app, agent, number);
    await reset(app, email);
    const back = app.agent();
    await signIn(app, email, back);
    expect(await reviewOf(app, back)).toMatchObject({
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
    const user = await userOf(app, email);
    expect(user?.accounts).toHaveLength(1);
    expect(user?.phone?.e164).toBe(number);
  });

  it('does not list what was added more than 30 days before', async ({ app }) => {
    const { email, agent } = await someone(app);
    await connect(app, agent);
    await age(app, email, SECURITY_REVIEW_PERIOD_MS + DAY_MS);
    await app.deps.collections.users.updateOne({ email }, { $unset: { phone: '' } });
    const recent = await connect(app, agent);
    await reset(app, email);
    const back = app.agent();
    await signIn(app, email, back);
    const review = await reviewOf(app, back);
    expect(review?.additions).toMatchObject([{ providerAccountId: recent }]);
    const { securityReview } = (await userOf(app, email)) ?? {};
    expect(securityReview?.since.toISOString()).toBe(review?.since);
  });

  it('still lists the entries of the first reset after a second one', async ({ app }) => {
    const { email, agent } = await someone(app);
    const login = await connect(app, agent);
    await reset(app, email);
    const before = await userOf(app, email);
    app.advance(20 * DAY_MS);
    await reset(app, email);
    const after = await userOf(app, email);
    expect(after?.securityReview).toEqual(before?.securityReview);
    const back = app.agent();
    await signIn(app, email, back);
    expect((await reviewOf(app, back))?.additions).toMatchObject([{ providerAccountId: login }]);
  });

  it('mails the list at the first sign-in only', async ({ app }) => {
    const { email, agent } = await someone(app);
    const login = await connect(app, agent);
    const number = aNumber();
    await verifyNumber(app, agent, number);
    await reset(app, email);
    expect(await reviewMailsOf(app, email)).toEqual([]);
    await signIn(app, email);
    await signIn(app, email);
    await app.signInByMail(email);
    const [mail, ...more] = await reviewMailsOf(app, email);
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

  it('the mail is in the language of the account', async ({ app }) => {
    const { email, agent } = await someone(app);
    await connect(app, agent);
    await app.client(agent).profile.update.mutate({ locale: 'de' });
    await reset(app, email);
    await signIn(app, email);
    const mails = await mailsOf(app, email);
    const mail = mails.find(({ subject }) => subject.startsWith('Prüfen Sie, was bei'));
    expect(mail?.text).toContain(
      'Das wurde in den 30 Tagen vor dem Zurücksetzen oder danach hinzugefügt:\n- ',
    );
  });

  it('leads the sign-in to the list and then to the wanted page', async ({ app }) => {
    const { email, agent } = await someone(app);
    await connect(app, agent);
    await reset(app, email);
    expect(await signIn(app, email)).toMatchObject({ callbackUrl: '/account/security-review' });
    expect(await signIn(app, email, app.agent(), '/device?code=ABCD')).toMatchObject({
      callbackUrl: '/account/security-review?callbackUrl=%2Fdevice%3Fcode%3DABCD',
    });
    // The person opened the page itself and had to sign in first.
    const there = '/account/security-review?callbackUrl=%2Fdevice';
    expect(await signIn(app, email, app.agent(), there)).toMatchObject({ callbackUrl: there });
    // A path that is too long is dropped.
    const long = `/device?code=${'%20'.repeat(600)}`;
    expect(await signIn(app, email, app.agent(), long)).toMatchObject({
      callbackUrl: '/account/security-review',
    });
    const { session } = app.client(app.agent());
    await session.requestLink.mutate({ email, callbackUrl: '/device' });
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    expect(await session.signInWithCode.mutate({ email, code, callbackUrl: '/device' })).toMatchObject({
      callbackUrl: '/account/security-review?callbackUrl=%2Fdevice',
    });
  });

  it('shows no list and sends no mail when nothing was added', async ({ app }) => {
    const { email } = await someone(app);
    await reset(app, email);
    expect((await userOf(app, email))?.securityReview).toMatchObject({ toldAt: null });
    const back = app.agent();
    expect(await signIn(app, email, back)).toMatchObject({ callbackUrl: '/account' });
    expect(await reviewOf(app, back)).toBeNull();
    expect(await userOf(app, email)).not.toHaveProperty('securityReview');
    expect(await reviewMailsOf(app, email)).toEqual([]);
  });

  it('shows no list and sends no mail when nothing was added to an imported account', async ({ app }) => {
    const email = await importSomeone(app, { passwordHash: hashSync('old secret', 4) });
    await reset(app, email);
    const back = app.agent();
    expect(await signIn(app, email, back)).toMatchObject({ callbackUrl: '/account' });
    expect(await reviewOf(app, back)).toBeNull();
    const user = await userOf(app, email);
    expect(user).not.toHaveProperty('securityReview');
    expect(user).toHaveProperty('vouchedAt');
    expect(await reviewMailsOf(app, email)).toEqual([]);
    // The mail still leads to what the import brought.
    expect(await reviewOf(app, await app.signInByMail(email))).toMatchObject({ reason: 'vouched' });
  });

  it('lists for a planted session of an imported account what was added lately, and nothing else', async ({
    app,
  }) => {
    const login = uniqueName();
    const accounts = [{ provider: provider.settings.id, providerAccountId: login }];
    const email = await importSomeone(app, { passwordHash: hashSync('old secret', 4), accounts });
    await age(app, email, SECURITY_REVIEW_PERIOD_MS + DAY_MS);
    await app.deps.collections.users.updateOne({ email }, { $unset: { phone: '' } });
    const { agent } = await startProviderVisits(app).signIn(provider, { login });
    await verifyNumber(app, agent, aNumber());
    await reset(app, email);
    const { agent: planted } = await startProviderVisits(app).signIn(provider, { login });
    const review = await reviewOf(app, planted);
    expect(review).toMatchObject({ reason: 'password-reset', additions: [{ kind: 'phone' }] });
    expect(review?.additions).toHaveLength(1);
  });

  it('ends the review when everything is removed', async ({ app }) => {
    const { email, agent } = await someone(app);
    const login = await connect(app, agent);
    await verifyNumber(app, agent, aNumber());
    await reset(app, email);
    const back = app.agent();
    await signIn(app, email, back);
    const { accounts, phone } = app.client(back);
    await accounts.unlink.mutate({ provider: provider.settings.id, providerAccountId: login });
    expect((await reviewOf(app, back))?.additions).toMatchObject([{ kind: 'phone' }]);
    await phone.remove.mutate();
    expect(await reviewOf(app, back)).toBeNull();
    expect(await userOf(app, email)).not.toHaveProperty('securityReview');
  });
});

describe('finishing the review', () => {
  it('keeps the rest, does not list it any more and writes a line of activity', async ({ app }) => {
    const { email, agent } = await someone(app);
    await connect(app, agent);
    await reset(app, email);
    const back = app.agent();
    await signIn(app, email, back);
    expect(await finishReview(app, back)).toEqual({ finished: true });
    expect(await reviewOf(app, back)).toBeNull();
    expect((await userOf(app, email))?.accounts).toHaveLength(1);
    expect(await signIn(app, email)).toMatchObject({ callbackUrl: '/account' });
    // A second call changes nothing.
    expect(await finishReview(app, back)).toEqual({ finished: true });
    const userId = (await userOf(app, email))?._id;
    const { activity } = app.deps.collections;
    expect(
      await activity.countDocuments({ ...(userId && { userId }), kind: 'security-review-finished' }),
    ).toBe(1);
  });

  it('is refused in a session that was signed in by a method on the list', async ({ app }) => {
    const { email, agent } = await someone(app);
    const login = await connect(app, agent);
    const number = aNumber();
    await verifyNumber(app, agent, number);
    await reset(app, email);
    const { agent: byProvider } = await startProviderVisits(app).signIn(provider, { login });
    const byPhone = app.agent();
    const { session } = app.client(byPhone);
    await session.requestPhoneCode.mutate({ phone: number });
    await session.signInWithPhoneCode.mutate({ phone: number, code: app.phonebox.codeTo(number) });
    for (const each of [byProvider, byPhone]) {
      const { securityReview } = app.client(each);
      expect((await securityReview.get.query())?.additions).toHaveLength(2);
      expect(await appCodeOf(finishReview(app, each))).toBe('OTHER_SIGN_IN_REQUIRED');
    }
    const back = app.agent();
    await signIn(app, email, back);
    expect(await finishReview(app, back)).toEqual({ finished: true });
    // The mail still went to the owner.
    expect(await reviewMailsOf(app, email)).toHaveLength(1);
  });

  it('is refused to access tokens and without a session', async ({ app }) => {
    const { agent } = await someone(app);
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
    expect(await appCodeOf(securityReview.finish.mutate({ listed: '' }))).toBe('SessionRequired');
  });
});

/** Everything that a session of somebody else can add while the owner looks at the list. */
const ADDED: Readonly<Record<string, (app: TestApp) => UpdateFilter<UserDocument>>> = {
  connection: (app) => {
    const [id, now] = [uniqueName(), app.deps.now()];
    return {
      $push: {
        accounts: {
          key: `one:${id}`,
          provider: 'one',
          providerAccountId: id,
          type: 'oidc',
          issuer: null,
          linkedAt: now,
          lastUsedAt: null,
        },
      },
    };
  },
  phone: (app) => ({ $set: { phone: { e164: aNumber(), verifiedAt: app.deps.now() } } }),
  passkey: (app) => ({
    $push: {
      passkeys: {
        id: uniqueName(),
        publicKey: '',
        counter: 0,
        transports: [],
        aaguid: '',
        synced: false,
        rpId: 'localhost',
        name: 'Key',
        createdAt: app.deps.now(),
        lastUsedAt: null,
      },
    },
  }),
  password: (app) => ({
    $set: { password: { hash: 'other', changedAt: new Date(app.deps.now().getTime() + 1) } },
  }),
  'authenticator app': (app) => ({
    $push: {
      totp: {
        id: new ObjectId(),
        name: 'App',
        secret: '',
        lastStep: 0,
        drift: 0,
        createdAt: app.deps.now(),
        lastUsedAt: null,
      },
    },
  }),
  'recovery codes': (app) => ({ $set: { recoveryCodes: { hashes: [], createdAt: app.deps.now() } } }),
};

describe('what the owner has not seen', () => {
  it('is not confirmed when the session of an imported connection adds a passkey meanwhile', async ({
    app,
  }) => {
    const login = uniqueName();
    const accounts = [{ provider: provider.settings.id, providerAccountId: login }];
    const email = await importSomeone(app, { accounts });
    const owner = await app.signInByMail(email);
    const seen = await reviewOf(app, owner);
    const { agent } = await startProviderVisits(app).signIn(provider, { login });
    await createPasskey(app, agent, new SoftwareAuthenticator({ origin: app.origin }));
    const { securityReview } = app.client(owner);
    const finishing = securityReview.finish.mutate({ listed: seen?.listed ?? '' });
    expect(await appCodeOf(finishing)).toBe('SECURITY_REVIEW_CHANGED');
    expect(await userOf(app, email)).toHaveProperty('vouchedAt');
    expect((await reviewOf(app, owner))?.additions.map(({ kind }) => kind).toSorted()).toEqual([
      'connection',
      'passkey',
    ]);
    expect(await finishReview(app, owner)).toEqual({ finished: true });
  });

  it.for(Object.entries(ADDED))(
    'is not confirmed on an imported account when it is added after the list was read: %s',
    async ([, added], { app }) => {
      const email = await importSomeone(app, { passwordHash: hashSync('old secret', 4) });
      const owner = await app.signInByMail(email);
      const seen = await reviewOf(app, owner);
      await app.deps.collections.users.updateOne({ email }, added(app));
      const finishing = app.client(owner).securityReview.finish.mutate({ listed: seen?.listed ?? '' });
      expect(await appCodeOf(finishing)).toBe('SECURITY_REVIEW_CHANGED');
      expect(await userOf(app, email)).toHaveProperty('vouchedAt');
    },
  );

  it.for(Object.entries(ADDED))(
    'is not confirmed on an imported account when it is added just before the deciding write: %s',
    async ([, added], { app }) => {
      const email = await importSomeone(app, { passwordHash: hashSync('old secret', 4) });
      const owner = await app.signInByMail(email);
      const seen = await reviewOf(app, owner);
      const hold = faults.holdBefore('users.findOneAndUpdate');
      const finishing = appCodeOf(
        app.client(owner).securityReview.finish.mutate({ listed: seen?.listed ?? '' }),
      );
      await hold.reached;
      await app.deps.collections.users.updateOne({ email }, added(app));
      hold.release();
      expect(await finishing).toBe('SECURITY_REVIEW_CHANGED');
      expect(await userOf(app, email)).toHaveProperty('vouchedAt');
    },
  );

  it('is not confirmed after a reset: a phone that is added after the list was read', async ({ app }) => {
    const { email, agent } = await someone(app);
    await connect(app, agent);
    await reset(app, email);
    const back = app.agent();
    await signIn(app, email, back);
    const seen = await reviewOf(app, back);
    await verifyNumber(app, back, aNumber());
    const finishing = app.client(back).securityReview.finish.mutate({ listed: seen?.listed ?? '' });
    expect(await appCodeOf(finishing)).toBe('SECURITY_REVIEW_CHANGED');
    expect(await finishReview(app, back)).toEqual({ finished: true });
  });
});

describe('parallel and interrupted reviews', { timeout: 120_000 }, () => {
  it('ten parallel sign-ins send one mail', async ({ app }) => {
    const { email, agent } = await someone(app);
    await connect(app, agent);
    await reset(app, email);
    const user = await userOf(app, email);
    const agents = Array.from({ length: 10 }, () => app.agent());
    await Promise.all(agents.map((each) => signIn(app, email, each)));
    expect(await reviewMailsOf(app, email)).toHaveLength(1);
    const { activity } = app.deps.collections;
    expect(
      await activity.countDocuments({ ...(user && { userId: user._id }), kind: 'security-review-due' }),
    ).toBe(1);
    for (const each of agents) expect((await reviewOf(app, each))?.additions).toHaveLength(1);
  });

  it('a sign-in that another overtakes before it marks the review sends no second mail', async ({ app }) => {
    const { email, agent } = await someone(app);
    await connect(app, agent);
    await reset(app, email);
    // The first such write makes the session live, the second marks the review as mailed.
    const hold = faults.holdBefore('users.findOneAndUpdate', 2);
    const overtaken = signIn(app, email);
    await hold.reached;
    await signIn(app, email);
    hold.release();
    expect(await overtaken).toMatchObject({ callbackUrl: '/account/security-review' });
    expect(await reviewMailsOf(app, email)).toHaveLength(1);
  });

  it('a kill after any command of the first sign-in neither loses nor repeats the mail', async ({ app }) => {
    let told = 0;
    for (let n = 0, struck = true; struck; n++) {
      await app.resetLimits();
      const { email, agent } = await someone(app);
      await verifyNumber(app, agent, aNumber());
      await reset(app, email);
      await runDueJobs(app.deps);
      faults.arm('killed', n);
      await signIn(app, email).catch(() => null);
      const { commands, ...fault } = faults.disarm();
      struck = fault.struck;
      if ((await userOf(app, email))?.securityReview?.toldAt) told += 1;
      app.advance(2 * OUTBOX_LEFT_AFTER_MS);
      await signIn(app, email);
      const mails = await reviewMailsOf(app, email);
      app.resetClock();
      expect(mails.length, `killed at ${n} of ${commands.join(', ')}`).toBe(1);
    }
    // Some kills came after the write that marks the review as mailed.
    expect(told).toBeGreaterThan(1);
  });

  it('a connection that is added while an empty review ends is listed later', async ({ app }) => {
    const { email } = await someone(app);
    await reset(app, email);
    const user = await userOf(app, email);
    const hold = faults.holdBefore('users.findOneAndUpdate', 2);
    const signingIn = signIn(app, email);
    await hold.reached;
    await app.deps.collections.users.updateOne(
      { email },
      { $set: { phone: { e164: aNumber(), verifiedAt: app.deps.now() } } },
    );
    hold.release();
    await signingIn;
    expect((await userOf(app, email))?.securityReview).toEqual(user?.securityReview);
  });
});
