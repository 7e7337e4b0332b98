import { hashSync } from 'bcryptjs';
import { ObjectId, type UpdateFilter } from 'mongodb';
import { afterAll, describe, expect } from 'vitest';
import { DAY_MS, SECURITY_REVIEW_PERIOD_MS } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { createFaultInjector, overtake, whileHeld } from '../../../testing/faults/faults.ts';
import { startIdentityProvider } from '../../../testing/providers/identity-provider.ts';
import { startProviderVisits } from '../../../testing/providers/provider-visits.ts';
import { uniqueEmail, uniqueName } from '../../../testing/run/unique-name.ts';
import { createPasskey, signInWithPasskey } from '../../../testing/sign-in/passkeys.ts';
import { aPersonWithPassword, OTHER_PASSWORD, resetPassword } from '../../../testing/sign-in/passwords.ts';
import { aNumber, verifyNumber } from '../../../testing/sign-in/phones.ts';
import { mailsOf } from '../../../testing/app/mails.ts';
import { applicationWith, userAt } from '../../../testing/users/signed-in-users.ts';
import type { ActivityKind } from '../../database/activity-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { OUTBOX_LEFT_AFTER_MS } from '../activity/security-events.ts';
import { importUsers } from '../administration/import/import-users.ts';
import { runDueJobs } from '../job-runner.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

const faults = createFaultInjector();
const provider = await startIdentityProvider({ name: 'Provider' });
afterAll(() => provider.close());
const it = testWith({
  faults,
  settings: { phoneSignIn: true },
  // Twenty parallel sign-ins from one address must not count as a flood here.
  unknownCallerBounds: { password: { free: 5000, perHonest: 0.5, freeAtMost: 5000 } },
  providers: () => Promise.resolve([provider.settings]),
});

const setOf = (app: TestApp, email: string, $set: object) =>
  app.deps.collections.users.updateOne({ email }, { $set });
const reviewOf = (app: TestApp, agent: HttpAgent) => app.client(agent).securityReview.get.query();
async function finishReview(app: TestApp, agent: HttpAgent) {
  const listed = (await reviewOf(app, agent))?.listed ?? '';
  return app.client(agent).securityReview.finish.mutate({ listed });
}
const reviewMailsOf = async (app: TestApp, email: string) =>
  (await mailsOf(app, email)).filter(({ subject }) => subject.startsWith('Check what was added to your acc'));

async function countRows(app: TestApp, email: string, kind: ActivityKind): Promise<number> {
  const userId = (await userAt(app, email))._id;
  return app.deps.collections.activity.countDocuments({ userId, kind });
}

/** Signs in with the password of the reset. */
async function signIn(app: TestApp, email: string, agent = app.agent()): Promise<HttpAgent> {
  await app.client(agent).password.signIn.mutate({ email, password: OTHER_PASSWORD });
  return agent;
}

async function pageAfterSignIn(app: TestApp, email: string, to = {}): Promise<string> {
  const input = { email, password: OTHER_PASSWORD, ...to };
  return (await app.client(app.agent()).password.signIn.mutate(input)).callbackUrl;
}

async function importPerson(app: TestApp, methods: object = { passwordHash: hashSync('old secret', 4) }) {
  const email = uniqueEmail();
  const key = await applicationWith(app, 'users:import');
  const people = [{ externalId: uniqueName(), email, emailVerified: true, ...methods }];
  const answer = await importUsers(app.deps, key, { people, dryRun: false }, NO_REQUEST);
  expect(answer).toMatchObject({ created: 1 });
  return email;
}

async function connect(app: TestApp, agent: HttpAgent): Promise<string> {
  const login = uniqueEmail();
  await agent.request(await startProviderVisits(app).visitProvider(agent, provider, { login }, true));
  return login;
}

async function connectAndReset(app: TestApp) {
  const { email, agent } = await aPersonWithPassword(app);
  const login = await connect(app, agent);
  await resetPassword(app, email);
  return { email, login };
}

/** Moves the times of the added methods further back than a review looks. */
const age = (app: TestApp, email: string) => {
  const at = new Date(app.deps.now().getTime() - SECURITY_REVIEW_PERIOD_MS - DAY_MS);
  return setOf(app, email, { 'accounts.$[].linkedAt': at });
};

describe('after a reset of the password', () => {
  it('lists all added methods with the data that a removal needs, and keeps them', async ({ app }) => {
    const { email, agent } = await aPersonWithPassword(app);
    const login = await connect(app, agent);
    const number = aNumber();
    app.advance(1000);
    await verifyNumber(app, agent, number);
    app.advance(1000);
    const authenticator = await createPasskey(app, agent);
    await resetPassword(app, email);
    const owner = await signIn(app, email);
    expect((await reviewOf(app, owner))?.additions).toEqual([
      {
        kind: 'passkey',
        id: authenticator.passkeys[0]?.id,
        name: expect.any(String) as string,
        addedAt: expect.any(String) as string,
        canRemove: true,
      },
      expect.objectContaining({
        kind: 'phone',
        international: expect.stringContaining('+49'),
        canRemove: true,
      }),
      expect.objectContaining({
        kind: 'connection',
        provider: provider.settings.id,
        name: 'Provider',
        providerAccountId: login,
        label: expect.any(String) as string,
        canRemove: true,
      }),
    ]);
    const user = await userAt(app, email);
    expect([user.accounts.length, user.passkeys?.length, user.phone?.e164]).toEqual([1, 1, number]);
  });

  it('does not list what was added more than 30 days before', async ({ app }) => {
    const { email, agent } = await aPersonWithPassword(app);
    await connect(app, agent);
    await age(app, email);
    const recent = await connect(app, agent);
    await resetPassword(app, email);
    const review = await reviewOf(app, await signIn(app, email));
    expect(review?.additions).toMatchObject([{ providerAccountId: recent }]);
    expect((await userAt(app, email)).securityReview?.since.toISOString()).toBe(review?.since);
  });

  it('still lists the entries of the first reset after a second one', async ({ app }) => {
    const { email, login } = await connectAndReset(app);
    const before = await userAt(app, email);
    app.advance(20 * DAY_MS);
    await resetPassword(app, email);
    expect((await userAt(app, email)).securityReview).toEqual(before.securityReview);
    const review = await reviewOf(app, await signIn(app, email));
    expect(review?.additions).toMatchObject([{ providerAccountId: login }]);
  });

  it('mails the list at the first sign-in only', async ({ app }) => {
    const { email, agent } = await aPersonWithPassword(app);
    const login = await connect(app, agent);
    const number = aNumber();
    await verifyNumber(app, agent, number);
    await createPasskey(app, agent);
    await resetPassword(app, email);
    expect(await reviewMailsOf(app, email)).toEqual([]);
    await signIn(app, email);
    await signIn(app, email);
    await app.signInByMail(email);
    const [mail, ...more] = await reviewMailsOf(app, email);
    expect(more).toEqual([]);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(`Provider (${login})`);
      expect(part).toContain(`the phone number that ends in ${number.slice(-3)}`);
      expect(part).toContain('the passkey “');
      expect(part).toContain(`${app.origin}/account/security-review`);
      expect(part).not.toContain(number);
    }
    const { activity } = app.deps.collections;
    const rows = await activity.find({ kind: 'security-review-due' }).sort({ at: -1 }).toArray();
    expect(rows[0]).not.toHaveProperty('additions');
  });

  it('leads the sign-in to the list and then to the wanted page', async ({ app }) => {
    const { email } = await connectAndReset(app);
    expect(await pageAfterSignIn(app, email)).toBe('/account/security-review');
    expect(await pageAfterSignIn(app, email, { callbackUrl: '/device?code=ABCD' })).toBe(
      '/account/security-review?callbackUrl=%2Fdevice%3Fcode%3DABCD',
    );
    // The person opened the page itself and had to sign in first.
    const there = '/account/security-review?callbackUrl=%2Fdevice';
    expect(await pageAfterSignIn(app, email, { callbackUrl: there })).toBe(there);
    const long = `/device?code=${'%20'.repeat(600)}`;
    expect(await pageAfterSignIn(app, email, { callbackUrl: long })).toBe('/account/security-review');
    const { session } = app.client(app.agent());
    await session.requestLink.mutate({ email, callbackUrl: '/device' });
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    const byMail = await session.signInWithCode.mutate({ email, code, callbackUrl: '/device' });
    expect(byMail).toMatchObject({ callbackUrl: there });
  });

  it.for(['an ordinary', 'an imported'])(
    'shows no list and sends no mail when nothing was added to %s account',
    async (kind, { app }) => {
      const isImported = kind === 'an imported';
      const email = isImported ? await importPerson(app) : (await aPersonWithPassword(app)).email;
      await resetPassword(app, email);
      expect((await userAt(app, email)).securityReview).toMatchObject({ toldAt: null });
      expect(await pageAfterSignIn(app, email)).toBe('/account');
      expect(await reviewOf(app, await signIn(app, email))).toBeNull();
      expect(await userAt(app, email)).not.toHaveProperty('securityReview');
      expect(await reviewMailsOf(app, email)).toEqual([]);
      // The mail still leads to what an import brought.
      const byMail = await reviewOf(app, await app.signInByMail(email));
      expect(byMail?.reason).toBe(isImported ? 'vouched' : undefined);
    },
  );

  it('lists for a planted session of an imported account what was added lately, and nothing else', async ({
    app,
  }) => {
    const login = uniqueName();
    const accounts = [{ provider: provider.settings.id, providerAccountId: login }];
    const email = await importPerson(app, { passwordHash: hashSync('old secret', 4), accounts });
    await age(app, email);
    const { agent } = await startProviderVisits(app).signIn(provider, { login });
    await verifyNumber(app, agent, aNumber());
    await resetPassword(app, email);
    const { agent: planted } = await startProviderVisits(app).signIn(provider, { login });
    const review = await reviewOf(app, planted);
    expect(review).toMatchObject({ reason: 'password-reset', additions: [{ kind: 'phone' }] });
    expect(review?.additions).toHaveLength(1);
  });

  it('ends the review when everything is removed', async ({ app }) => {
    const { email, agent } = await aPersonWithPassword(app);
    const login = await connect(app, agent);
    await verifyNumber(app, agent, aNumber());
    const [passkey] = (await createPasskey(app, agent)).passkeys;
    await resetPassword(app, email);
    const owner = await signIn(app, email);
    const { accounts, passkeys, phone } = app.client(owner);
    await accounts.unlink.mutate({ provider: provider.settings.id, providerAccountId: login });
    await passkeys.remove.mutate({ id: passkey?.id ?? '' });
    expect((await reviewOf(app, owner))?.additions).toMatchObject([{ kind: 'phone' }]);
    await phone.remove.mutate();
    expect(await reviewOf(app, owner)).toBeNull();
    expect(await userAt(app, email)).not.toHaveProperty('securityReview');
  });
});

describe('finishing the review', () => {
  it('keeps the rest, does not list it any more and writes a line of activity', async ({ app }) => {
    const { email } = await connectAndReset(app);
    const owner = await signIn(app, email);
    expect(await finishReview(app, owner)).toEqual({ finished: true });
    expect(await reviewOf(app, owner)).toBeNull();
    expect((await userAt(app, email)).accounts).toHaveLength(1);
    expect(await pageAfterSignIn(app, email)).toBe('/account');
    expect(await finishReview(app, owner)).toEqual({ finished: true });
    expect(await countRows(app, email, 'security-review-finished')).toBe(1);
  });

  it('is refused in a session that was signed in by a method on the list', async ({ app }) => {
    const { email, agent } = await aPersonWithPassword(app);
    const login = await connect(app, agent);
    const phone = aNumber();
    await verifyNumber(app, agent, phone);
    const authenticator = await createPasskey(app, agent);
    await resetPassword(app, email);
    const { agent: byProvider } = await startProviderVisits(app).signIn(provider, { login });
    const byPhone = app.agent();
    const { session } = app.client(byPhone);
    await session.requestPhoneCode.mutate({ phone });
    await session.signInWithPhoneCode.mutate({ phone, code: app.phonebox.codeTo(phone) });
    for (const each of [byProvider, byPhone, await signInWithPasskey(app, authenticator)]) {
      expect((await reviewOf(app, each))?.additions).toHaveLength(3);
      expect(await appCodeOf(finishReview(app, each))).toBe('OTHER_SIGN_IN_REQUIRED');
    }
    expect(await finishReview(app, await signIn(app, email))).toEqual({ finished: true });
    // The mail still went to the owner.
    expect(await reviewMailsOf(app, email)).toHaveLength(1);
  });

  it('is possible in a session of an older passkey', async ({ app }) => {
    const { email, agent } = await aPersonWithPassword(app);
    const older = await createPasskey(app, agent);
    await setOf(app, email, { 'passkeys.$[].createdAt': new Date('2026-01-01') });
    await createPasskey(app, agent);
    await resetPassword(app, email);
    const owner = await signInWithPasskey(app, older);
    expect((await reviewOf(app, owner))?.additions).toHaveLength(1);
    await finishReview(app, owner);
    expect(await reviewOf(app, owner)).toBeNull();
  });
});

/** What a session of somebody else can add while the owner looks at the list. */
const ADDED: Readonly<Record<string, (now: Date) => UpdateFilter<UserDocument>>> = {
  connection: (linkedAt) => {
    const account = { provider: 'one', providerAccountId: uniqueName(), issuer: null } as const;
    const key = `one:${account.providerAccountId}`;
    return { $push: { accounts: { ...account, key, type: 'oidc', linkedAt, lastUsedAt: null } } };
  },
  phone: (verifiedAt) => ({ $set: { phone: { e164: aNumber(), verifiedAt } } }),
  passkey: (createdAt) => {
    const passkey = {
      id: uniqueName(),
      publicKey: '',
      counter: 0,
      transports: [],
      aaguid: '',
      synced: false,
    };
    const shown = { rpId: 'localhost', name: 'Key', createdAt, lastUsedAt: null };
    return { $push: { passkeys: { ...passkey, ...shown } } };
  },
  password: (now) => ({ $set: { password: { hash: 'other', changedAt: new Date(now.getTime() + 1) } } }),
  'authenticator app': (createdAt) => {
    const totp = { id: new ObjectId(), name: 'App', secret: '', lastStep: 0, drift: 0, createdAt };
    return { $push: { totp: { ...totp, lastUsedAt: null } } };
  },
  'recovery codes': (createdAt) => ({ $set: { recoveryCodes: { hashes: [], createdAt } } }),
};

describe('what the owner has not seen', () => {
  it('is not confirmed when the session of an imported connection adds a passkey meanwhile', async ({
    app,
  }) => {
    const login = uniqueName();
    const accounts = [{ provider: provider.settings.id, providerAccountId: login }];
    const email = await importPerson(app, { accounts });
    const owner = await app.signInByMail(email);
    const listed = (await reviewOf(app, owner))?.listed ?? '';
    const { agent } = await startProviderVisits(app).signIn(provider, { login });
    await createPasskey(app, agent);
    const finishing = app.client(owner).securityReview.finish.mutate({ listed });
    expect(await appCodeOf(finishing)).toBe('SECURITY_REVIEW_CHANGED');
    expect(await userAt(app, email)).toHaveProperty('vouchedAt');
    const kinds = (await reviewOf(app, owner))?.additions.map(({ kind }) => kind);
    expect(kinds?.toSorted()).toEqual(['connection', 'passkey']);
    const trusted = { id: new ObjectId(), deviceHash: '', userAgent: null, createdAt: app.deps.now() };
    const trustedBrowsers = [{ ...trusted, expires: trusted.createdAt }];
    await app.deps.collections.users.updateOne({ email }, { $set: { trustedBrowsers } });
    expect(await finishReview(app, owner)).toEqual({ finished: true });
    expect(await userAt(app, email)).toMatchObject({ trustedBrowsers: [] });
  });

  it('is not confirmed on an imported account when it is added after the list was read, or just before the deciding write', async ({
    app,
  }) => {
    const email = await importPerson(app);
    const owner = await app.signInByMail(email);
    for (const [kind, added] of Object.entries(ADDED)) {
      const listed = (await reviewOf(app, owner))?.listed ?? '';
      const add = () => app.deps.collections.users.updateOne({ email }, added(app.deps.now()));
      await add();
      const finishing = appCodeOf(app.client(owner).securityReview.finish.mutate({ listed }));
      expect([kind, await finishing]).toEqual([kind, 'SECURITY_REVIEW_CHANGED']);
      app.advance(1000);
      const overtaken = overtake(faults, 'users.findOneAndUpdate', () => finishReview(app, owner), add);
      expect([kind, await overtaken]).toEqual([kind, 'SECURITY_REVIEW_CHANGED']);
      app.advance(1000);
    }
    expect(await userAt(app, email)).toHaveProperty('vouchedAt');
  });

  it('is not confirmed after a reset: a phone that is added after the list was read', async ({ app }) => {
    const { email } = await connectAndReset(app);
    const owner = await signIn(app, email);
    const listed = (await reviewOf(app, owner))?.listed ?? '';
    await verifyNumber(app, owner, aNumber());
    const finishing = app.client(owner).securityReview.finish.mutate({ listed });
    expect(await appCodeOf(finishing)).toBe('SECURITY_REVIEW_CHANGED');
    expect(await finishReview(app, owner)).toEqual({ finished: true });
  });
});

describe('parallel and interrupted reviews', { timeout: 120_000 }, () => {
  it('ten parallel sign-ins send one mail', async ({ app }) => {
    const { email } = await connectAndReset(app);
    const agents = await Promise.all(Array.from({ length: 10 }, () => signIn(app, email)));
    expect(await reviewMailsOf(app, email)).toHaveLength(1);
    expect(await countRows(app, email, 'security-review-due')).toBe(1);
    for (const each of agents) expect((await reviewOf(app, each))?.additions).toHaveLength(1);
  });

  it('a sign-in that another overtakes before it marks the review sends no second mail', async ({ app }) => {
    const { email } = await connectAndReset(app);
    // The first such write makes the session live, the second marks the review as mailed.
    const overtaken = await overtake(
      faults,
      ['users.findOneAndUpdate', 2],
      () => pageAfterSignIn(app, email),
      () => signIn(app, email),
    );
    expect(overtaken).toBe('/account/security-review');
    expect(await reviewMailsOf(app, email)).toHaveLength(1);
  });

  it('a kill after any command of the first sign-in neither loses nor repeats the mail', async ({ app }) => {
    let told = 0;
    for (let n = 0, struck = true; struck; n += rounds(4, 1)) {
      await app.resetLimits();
      const { email, agent } = await aPersonWithPassword(app);
      await verifyNumber(app, agent, aNumber());
      await resetPassword(app, email);
      await runDueJobs(app.deps);
      faults.arm('killed', n);
      await signIn(app, email).catch(() => null);
      const { commands, ...fault } = faults.disarm();
      struck = fault.struck;
      if ((await userAt(app, email)).securityReview?.toldAt) told += 1;
      app.advance(2 * OUTBOX_LEFT_AFTER_MS);
      await signIn(app, email);
      const mails = await reviewMailsOf(app, email);
      app.resetClock();
      expect(mails.length, `killed at ${n} of ${commands.join(', ')}`).toBe(1);
    }
    // Some kills came after the write that marks the review as mailed.
    expect(told).toBeGreaterThan(1);
  });

  it.for(['connection', 'phone', 'passkey'])(
    'a %s that is added while an empty review ends is listed later',
    async (what, { app }) => {
      const { email } = await aPersonWithPassword(app);
      await resetPassword(app, email);
      const user = await userAt(app, email);
      const agent = await whileHeld(
        faults,
        ['users.findOneAndUpdate', 2],
        () => signIn(app, email),
        () => app.deps.collections.users.updateOne({ email }, ADDED[what]?.(app.deps.now()) ?? {}),
      );
      expect((await reviewOf(app, agent))?.additions).toMatchObject([{ kind: what }]);
      expect((await userAt(app, email)).securityReview).toEqual(user.securityReview);
    },
  );
});
