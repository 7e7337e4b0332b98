import { describe, expect } from 'vitest';
import { SESSION_MAX_AGE_MS } from '../../shared/limits.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { moved, type HttpAgent } from '../../testing/app/http-agent.ts';
import { consentIn } from '../../testing/providers/link-consent.ts';
import type { IdentityProvider } from '../../testing/providers/identity-provider.ts';
import { testWithProviders } from '../../testing/providers/provider-visits.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { addAuthenticator } from '../../testing/sign-in/authenticator-apps.ts';
import { createPasskey, signInWithPasskey } from '../../testing/sign-in/passkeys.ts';
import { aNumber, verifyNumber } from '../../testing/sign-in/phones.ts';
import { bearer, callAsScript, makeToken } from '../../testing/users/access-tokens.ts';
import { runDueJobs } from '../domain/job-runner.ts';
import { uniqueEmail, uniqueName } from '../../testing/run/unique-name.ts';
import { userAt } from '../../testing/users/signed-in-users.ts';

/** The five account pre-hijacks of Sudhodanan and Paverd (arXiv 2205.10174). */

const { it, trusted, untrusted, visitProvider, arrive, signIn } = await testWithProviders();

const userOf = async (app: TestApp, agent: HttpAgent) =>
  (await app.client(agent).session.get.query())?.user ?? null;

/** The attacker's user has the victim's unverified address, as an adopted database may. Foyer stores none. */
async function squat(app: TestApp) {
  const [login, email] = [uniqueName(), uniqueEmail()];
  const { agent: attacker } = await signIn(untrusted, { login });
  const { users } = app.deps.collections;
  await users.updateOne({ 'accounts.key': `untrusted:${login}` }, { $set: { email } });
  expect(await users.countDocuments({ email })).toBe(1);
  return { attacker, login, email };
}

/** Neither the attacker's session nor their accounts sign in as the victim. */
async function expectNothingLeft(
  app: TestApp,
  victim: HttpAgent,
  attacker: { sessions: readonly HttpAgent[]; logins: readonly [IdentityProvider, string][] },
): Promise<void> {
  const mine = await userOf(app, victim);
  if (!mine) throw new Error('the victim is not signed in');
  for (const agent of attacker.sessions) {
    expect((await userOf(app, agent))?.id).not.toBe(mine.id);
    expect((await userOf(app, agent))?.email ?? null).not.toBe(mine.email);
  }
  for (const [provider, login] of attacker.logins) {
    const { agent } = await signIn(provider, { login });
    expect((await userOf(app, agent))?.id).not.toBe(mine.id);
  }
  const theirs = new Set(attacker.logins.map(([provider, login]) => `${provider.settings.id}:${login}`));
  const holds = await userAt(app, mine.email ?? '');
  expect(holds.accounts.map(({ key }) => key).filter((key) => theirs.has(key))).toEqual([]);
}

async function expectTold(app: TestApp, email: string): Promise<void> {
  await runDueJobs(app.deps);
  expect(app.mailbox.last(email, 'Your address is confirmed').text).toContain('were removed');
}

describe('pre-hijack 1: classic-federated merge (security.md 31)', () => {
  it('an account with the victim’s address is not merged into their first sign-in with a provider', async ({
    app,
  }) => {
    const [login, email] = [uniqueName(), uniqueEmail()];
    const { agent: attacker } = await signIn(untrusted, { login, email });
    expect(await userOf(app, attacker)).toMatchObject({ email: null });
    const { agent: victim } = await signIn(trusted, { login: uniqueName(), email });
    expect(await userOf(app, victim)).toMatchObject({ email });
    await expectNothingLeft(app, victim, { sessions: [attacker], logins: [[untrusted, login]] });
  });

  it('an account that is already in the database is emptied first, and the victim gets a mail', async ({
    app,
  }) => {
    const { attacker, login, email } = await squat(app);
    const { users } = app.deps.collections;
    const password = { hash: 'of the attacker', changedAt: app.deps.now() };
    await users.updateOne({ email }, { $set: { password } });
    const { agent: victim } = await signIn(trusted, { login: uniqueName(), email });
    expect(await users.findOne({ email, password: { $exists: true } })).toBeNull();
    expect(await app.client(victim).accounts.list.query()).toMatchObject([{ provider: 'trusted' }]);
    await expectNothingLeft(app, victim, { sessions: [attacker], logins: [[untrusted, login]] });
    await expectTold(app, email);
  });
});

describe('pre-hijack 2: unexpired session (security.md 31)', () => {
  it('a session from before the proof is ended, in every call', async ({ app }) => {
    const { attacker, login, email } = await squat(app);
    expect(await userOf(app, attacker)).not.toBeNull();
    const replay = moved(attacker, app);

    const victim = await app.signInByMail(email);

    expect(await userOf(app, attacker)).toBeNull();
    expect((await attacker.request('/auth/session')).text).not.toContain(email);
    expect(await appCodeOf(app.client(attacker).profile.get.query())).toBe('SessionRequired');
    const link = app.client(attacker).accounts.link.mutate({ provider: 'untrusted' });
    expect(await appCodeOf(link)).toBe('SessionRequired');
    await app.client(attacker).session.signOut.mutate();
    expect(await userOf(app, victim)).toMatchObject({ email });
    await expectNothingLeft(app, victim, { sessions: [attacker, replay], logins: [[untrusted, login]] });
    await expectTold(app, email);
  });

  it('an ended session of the attacker is not restored', async ({ app }) => {
    const { attacker, email } = await squat(app);
    app.advance(SESSION_MAX_AGE_MS + 1000);
    const victim = await app.signInByMail(email);
    app.resetClock();
    expect(await userOf(app, attacker)).toBeNull();
    expect(victim.cookies.has('foyer.session')).toBe(true);
  });
});

describe('pre-hijack 3: trojan identifier (security.md 31)', () => {
  it('an attacker’s account that is linked to the victim’s address is removed with the first proof', async ({
    app,
  }) => {
    const { attacker, login: first, email } = await squat(app);
    const second = uniqueName();
    await arrive(trusted, { login: second, emailVerified: false }, attacker, true);
    expect(await app.client(attacker).accounts.list.query()).toHaveLength(2);

    const victim = await app.signInByMail(email);

    expect(await app.client(victim).accounts.list.query()).toEqual([]);
    const { accounts, jobs } = app.deps.collections;
    expect(await accounts.countDocuments({ providerAccountId: { $in: [first, second] } })).toBe(0);
    expect(await jobs.countDocuments({ kind: 'revoke-grant' })).toBe(2);
    await expectNothingLeft(app, victim, {
      sessions: [attacker],
      logins: [
        [untrusted, first],
        [trusted, second],
      ],
    });
    await expectTold(app, email);
  });

  it('an attacker’s phone, passkey, authenticator app and access token are removed, too', async ({ app }) => {
    const { attacker, login, email } = await squat(app);
    await verifyNumber(app, attacker, aNumber());
    const passkey = await createPasskey(app, attacker);
    const { token } = await makeToken(app, attacker);
    await addAuthenticator(app, attacker);

    // The attacker's second factors do not lock the victim out.
    const victim = await app.signInByMail(email);

    const client = app.client(victim);
    expect(await client.phone.get.query()).toMatchObject({ phone: null });
    expect(await client.passkeys.list.query()).toMatchObject({ passkeys: [], signals: null });
    expect(await client.secondFactor.get.query()).toMatchObject({
      isOn: false,
      authenticatorApps: [],
      recoveryCodesLeft: 0,
      recoveryCodesCreatedAt: null,
    });
    expect(await appCodeOf(signInWithPasskey(app, passkey))).toBe('PASSKEY_UNKNOWN');
    expect((await callAsScript(app, bearer(token), 'profile.get')).status).toBe(401);
    await expectNothingLeft(app, victim, { sessions: [attacker], logins: [[untrusted, login]] });
    await expectTold(app, email);
  });

  it('an attacker’s earlier link flow does not link to the victim’s account', async ({ app }) => {
    const { attacker, login, email } = await squat(app);
    const trojan = uniqueName();
    const callback = await visitProvider(attacker, trusted, { login: trojan, emailVerified: false }, true);
    const victim = await app.signInByMail(email);
    const { location } = await attacker.request(callback);
    expect(new URL(location ?? '').searchParams.get('error')).toBe('SessionRequired');
    await expectNothingLeft(app, victim, {
      sessions: [attacker],
      logins: [
        [untrusted, login],
        [trusted, trojan],
      ],
    });
  });

  it('an attacker’s waiting account does not link, in the attacker’s browser or the victim’s', async ({
    app,
  }) => {
    const [trojan, email] = [uniqueName(), uniqueEmail()];
    const { agent: attacker } = await arrive(untrusted, { login: trojan, email });
    const victim = await app.signInByMail(email);
    const resume = async (agent: HttpAgent) =>
      appCodeOf(app.client(agent).accounts.resumeLink.mutate(await consentIn(app, agent)));
    expect(await resume(attacker)).toBe('SessionRequired');
    expect(await resume(victim)).toBe('LINK_EXPIRED');
    await expectNothingLeft(app, victim, { sessions: [attacker], logins: [[untrusted, trojan]] });
  });
});

describe('pre-hijack 4: unexpired email change (security.md 31)', () => {
  /** Only a mail to an address verifies it. The attacker tries an earlier mail and their session's code. */
  it('a mail that the attacker requested is useless to them after the victim requested theirs', async ({
    app,
  }) => {
    const email = uniqueEmail();
    const attacker = app.agent();
    const { token, code } = await app.requestMail(email, attacker);
    const victim = await app.signInByMail(email);
    const { session } = app.client(attacker);
    expect(await appCodeOf(session.confirmLink.mutate({ email, token }))).toBe('Verification');
    expect(await appCodeOf(session.signInWithCode.mutate({ email, code }))).toBe('CODE_INVALID');
    await expectNothingLeft(app, victim, { sessions: [attacker], logins: [] });
  });

  it('a proof of the attacker’s own address proves no other address', async ({ app }) => {
    const [own, email] = [uniqueEmail(), uniqueEmail()];
    const attacker = app.agent();
    const { token } = await app.requestMail(own, attacker);
    const confirm = app.client(attacker).session.confirmLink.mutate({ email, token });
    expect(await appCodeOf(confirm)).toBe('Verification');
    const victim = await app.signInByMail(email);
    await expectNothingLeft(app, victim, { sessions: [attacker], logins: [] });
  });

  it('no input sets an address: profile.update refuses it, and Auth.js’s own actions store none', async ({
    app,
  }) => {
    const email = uniqueEmail();
    const { agent: attacker } = await signIn(untrusted, { login: uniqueName() });
    const answer = await attacker.postJson('/trpc/profile.update', { email, emailVerified: true });
    expect(answer.status).toBe(400);
    expect(await app.deps.collections.users.countDocuments({ email })).toBe(0);
    const victim = await app.signInByMail(email);
    await expectNothingLeft(app, victim, { sessions: [attacker], logins: [] });
  });
});

describe('pre-hijack 5: non-verifying identity provider (security.md 31)', () => {
  it.for<[string, () => IdentityProvider, boolean]>([
    ['that is not trusted with addresses, whatever it says', () => untrusted, true],
    ['that is trusted, but says that this one is not verified', () => trusted, false],
  ])(
    'an address claimed through a provider %s is nobody’s',
    async ([_which, provider, emailVerified], { app }) => {
      const [login, email] = [uniqueName(), uniqueEmail()];
      const { agent: attacker } = await signIn(provider(), { login, email, emailVerified });
      expect(await userOf(app, attacker)).toMatchObject({ email: null });
      const victim = await app.signInByMail(email);
      expect(await app.client(victim).accounts.list.query()).toEqual([]);
      await expectNothingLeft(app, victim, { sessions: [attacker], logins: [[provider(), login]] });
    },
  );

  it('and cannot be claimed afterwards from an existing victim', async ({ app }) => {
    const [login, email] = [uniqueName(), uniqueEmail()];
    const victim = await app.signInByMail(email);
    const { agent: attacker } = await arrive(untrusted, { login, email });
    expect(await userOf(app, attacker)).toBeNull();
    await app.client(attacker).session.continueWithoutAddress.mutate(await consentIn(app, attacker));
    await expectNothingLeft(app, victim, { sessions: [attacker], logins: [[untrusted, login]] });
  });
});
