// @module-tag all
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deletionWords } from '../../locales/en/deletion-words.ts';
import { TOMBSTONE_MIN_AGE_MS, JOB_LEASE_MS } from '../../shared/limits.ts';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { bearer, callAsScript } from '../app/access-tokens.ts';
import { appCodeOf } from '../app/app-code.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import { startIdentityProvider, type IdentityProvider } from '../app/identity-provider.ts';
import { consentIn } from '../app/link-consent.ts';
import { OTHER_PASSWORD, PASSWORD } from '../app/passwords.ts';
import { startWalks, type Walks } from '../app/provider-walks.ts';
import { createTestApp, type TestApp } from '../app/test-app.ts';
import { DUMPS, readDump, restoreDump, type Dump } from './dump.ts';

/** People whose session had ended, or would end soon, when the dump was made. */
const ENDED = ['many-sessions-revoked', 'ended-other', 'leaving'];

describe.each((await readdir(DUMPS)).toSorted())('the present version on the database of %s', (file) => {
  let trusted: IdentityProvider;
  let untrusted: IdentityProvider;
  let dump: Dump;
  let app: TestApp;
  let walks: Walks;
  beforeAll(async () => {
    trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
    untrusted = await startIdentityProvider({ name: 'Untrusted' });
    dump = await readDump(new URL(file, DUMPS));
    app = await createTestApp({
      prepare: (db) => restoreDump(db, dump),
      providers: () => Promise.resolve([trusted.settings, untrusted.settings]),
      settings: { authSecret: dump.authSecret, phoneSignIn: true },
    });
    walks = startWalks(app);
  });
  afterAll(async () => {
    await app.close();
    await trusted.close();
    await untrusted.close();
  });
  beforeEach(() => app.db.collection('rate_limits').deleteMany({}));

  const addressOf = (person: string) => `${person}@example.test`;
  /** A secret of this person. */
  const heldBy = (person: string, what: string): string => {
    const held = dump.people[person]?.[what];
    if (held === undefined) throw new Error(`${person} holds no ${what}`);
    return held;
  };
  /** This person's browser, with its cookies. */
  const browserOf = (person: string): HttpAgent => {
    const agent = app.agent();
    for (const [name, value] of Object.entries(dump.browsers[person] ?? {})) agent.cookies.set(name, value);
    return agent;
  };
  const clientOf = (person: string) => app.client(browserOf(person));
  const userOf = async (agent: HttpAgent) => (await app.client(agent).session.get.query())?.user ?? null;
  const idIn = async (agent: HttpAgent) => (await userOf(agent))?.id;
  const scriptStatus = async (token: string, procedure: string) =>
    (await callAsScript(app, bearer(token), procedure)).status;

  it('is ready', async () => {
    expect((await app.agent().request('/readyz')).status).toBe(200);
  });

  describe('sessions', () => {
    it('go on, each for the person who had it', async () => {
      const signedIn = Object.entries(dump.browsers)
        .filter(([person, cookies]) => 'foyer.session' in cookies && !ENDED.includes(person))
        .map(([person]) => person);
      expect(signedIn.length).toBeGreaterThan(12);
      const users = await Promise.all(signedIn.map((person) => userOf(browserOf(person))));
      expect(Object.fromEntries(signedIn.map((person, index) => [person, users[index]?.email]))).toEqual({
        ...Object.fromEntries(signedIn.map((person) => [person, addressOf(person)])),
        'many-sessions-second': addressOf('many-sessions'),
        'ended-kept': addressOf('ended'),
        'changed-email': heldBy('changed-email', 'wanted'),
        // No address, or an unproven one.
        'no-address': null,
        unproven: null,
      });
    });

    it.each(ENDED)('stay ended: %s', async (person) => {
      expect(await userOf(browserOf(person))).toBeNull();
      expect(await appCodeOf(clientOf(person).session.list.query())).toBe('SessionRequired');
    });

    it('are listed, revoked and signed out of', async () => {
      const { session } = clientOf('many-sessions');
      const listed = await session.list.query();
      expect(listed.map(({ current }) => current)).toEqual([true, false]);
      await session.revoke.mutate({ id: listed[1]?.id ?? '' });
      expect(await userOf(browserOf('many-sessions-second'))).toBeNull();
      await session.signOut.mutate();
      expect(await userOf(browserOf('many-sessions'))).toBeNull();
    });
  });

  describe('access tokens and programs', () => {
    it('tokens work within their scopes, and a revoked one stays revoked', async () => {
      expect(await scriptStatus(heldBy('scripts', 'all'), 'session.list')).toBe(200);
      expect(await scriptStatus(heldBy('scripts', 'profile'), 'profile.get')).toBe(200);
      expect(await scriptStatus(heldBy('scripts', 'profile'), 'session.list')).toBe(403);
      expect(await scriptStatus(heldBy('scripts', 'revoked'), 'profile.get')).toBe(401);
    });

    it('an approved program gets its token, a denied one does not, and a waiting one can be approved', async () => {
      const { device } = app.client(app.agent());
      const poll = (which: string) => device.poll.mutate({ deviceCode: heldBy('scripts', which) });
      const { token } = await poll('approvedDevice');
      expect(await scriptStatus(token, 'profile.get')).toBe(200);
      expect(await appCodeOf(poll('deniedDevice'))).toBe('AUTHORIZATION_DENIED');
      await clientOf('scripts').device.approve.mutate({ userCode: heldBy('scripts', 'waitingUserCode') });
      expect(await scriptStatus((await poll('waitingDevice')).token, 'profile.get')).toBe(200);
    });

    it('the picture is shown', async () => {
      const user = await userOf(browserOf('scripts'));
      const { status, headers } = await app.agent().request(user?.image ?? '/no-picture');
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    });
  });

  describe('every way in leads to the same person', () => {
    it('mail', async () => {
      expect(await idIn(await app.signInByMail(addressOf('mail-only')))).toBe(
        await idIn(browserOf('mail-only')),
      );
    });

    it('password, which can then be changed', async () => {
      const agent = app.agent();
      const { password } = app.client(agent);
      await password.signIn.mutate({
        email: addressOf('password'),
        password: heldBy('password', 'password'),
      });
      expect(await idIn(agent)).toBe(await idIn(browserOf('password')));
      await password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD });
      await app
        .client(app.agent())
        .password.signIn.mutate({ email: addressOf('password'), password: OTHER_PASSWORD });
    });

    it('phone', async () => {
      const agent = app.agent();
      const phone = heldBy('phone', 'number');
      await app.client(agent).session.requestPhoneCode.mutate({ phone });
      await expect.poll(() => app.phonebox.messages.some(({ to }) => to === phone)).toBe(true);
      await app.client(agent).session.signInWithPhoneCode.mutate({ phone, code: app.phonebox.codeTo(phone) });
      expect(await idIn(agent)).toBe(await idIn(browserOf('phone')));
    });

    it('both providers, of which one can then be removed', async () => {
      const { signIn } = walks;
      const email = addressOf('two-providers');
      const id = await idIn(browserOf('two-providers'));
      const { agent } = await signIn(trusted, { login: 'two-providers', email });
      expect(await idIn(agent)).toBe(id);
      const { agent: elsewhere } = await signIn(untrusted, { login: 'two-providers-too' });
      expect(await idIn(elsewhere)).toBe(id);
      const left = await app
        .client(agent)
        .accounts.unlink.mutate({ provider: 'untrusted', providerAccountId: 'two-providers-too' });
      expect(left.map(({ provider }) => provider)).toEqual(['trusted']);
    });

    it('a provider that names no address', async () => {
      const { agent } = await walks.signIn(untrusted, { login: 'no-address' });
      expect(await idIn(agent)).toBe(await idIn(browserOf('no-address')));
    });

    it('an address that another adapter stored unproven, and its first proof removes what was there', async () => {
      const before = await idIn(browserOf('unproven'));
      const agent = await app.signInByMail(addressOf('unproven'));
      expect(await idIn(agent)).toBe(before);
      expect(await app.client(agent).accounts.list.query()).toEqual([]);
      expect(await userOf(browserOf('unproven'))).toBeNull();

      const imported = await app.signInByMail(addressOf('another-adapter'));
      expect(await userOf(imported)).toMatchObject({ name: 'Another Adapter', image: null });
    });
  });

  describe('what was open goes on', () => {
    it('a sign-in link, in any browser, once', async () => {
      const byLink = { email: addressOf('link-asked'), token: heldBy('link-asked', 'token') };
      const agent = app.agent();
      await app.client(agent).session.confirmLink.mutate(byLink);
      expect(await userOf(agent)).toMatchObject({ email: addressOf('link-asked') });
      expect(await appCodeOf(app.client(app.agent()).session.confirmLink.mutate(byLink))).toBe(
        'Verification',
      );
    });

    it('a sign-up, by its code in its browser, with its password', async () => {
      const email = addressOf('sign-up');
      const agent = browserOf('sign-up');
      await app.client(agent).session.signInWithCode.mutate({ email, code: heldBy('sign-up', 'code') });
      expect(await userOf(agent)).toMatchObject({ email, name: 'Sign Up' });
      await app
        .client(app.agent())
        .password.signIn.mutate({ email, password: heldBy('sign-up', 'password') });
    });

    it('a password reset', async () => {
      const email = addressOf('reset');
      const token = heldBy('reset', 'token');
      await app.client(app.agent()).password.reset.mutate({ email, token, password: OTHER_PASSWORD });
      await app.client(app.agent()).password.signIn.mutate({ email, password: OTHER_PASSWORD });
      expect(await userOf(browserOf('reset'))).toBeNull();
    });

    it('a code that shows who is signed in', async () => {
      const { session } = clientOf('reauthenticating');
      const code = heldBy('reauthenticating', 'code');
      expect(await session.reauthenticate.mutate({ method: 'code', code })).toMatchObject({
        authenticatedAt: expect.any(String),
      });
    });

    it('a code that verifies a number, and one that signs in by it', async () => {
      const adding = clientOf('adding-phone');
      await adding.phone.verify.mutate({ code: heldBy('adding-phone', 'code') });
      const agent = browserOf('phone-code');
      await app.client(agent).session.signInWithPhoneCode.mutate({
        phone: heldBy('phone-code', 'number'),
        code: heldBy('phone-code', 'code'),
      });
      expect(await userOf(agent)).toMatchObject({ email: addressOf('phone-code') });
    });

    it('a change of address, and the way back from one', async () => {
      const changing = browserOf('changing-email');
      await app.client(changing).email.confirm.mutate({ token: heldBy('changing-email', 'token') });
      expect(await userOf(changing)).toMatchObject({ email: heldBy('changing-email', 'wanted') });

      await app.client(app.agent()).email.undo.mutate({ token: heldBy('changed-email', 'undo') });
      expect(await userOf(browserOf('changed-email'))).toBeNull();
      expect(await userOf(await app.signInByMail(addressOf('changed-email')))).not.toBeNull();
    });

    it('a connection that waits for the owner of its address, and one that waits for a proof', async () => {
      const owner = browserOf('waiting-link');
      expect(await app.client(owner).accounts.pendingLink.query()).toMatchObject({ provider: 'trusted' });
      const proving = browserOf('waiting-proof');
      expect(await app.client(proving).accounts.pendingLink.query()).toMatchObject({ provider: 'untrusted' });
      const consent = await consentIn(app, proving);
      await app.client(proving).session.continueWithoutAddress.mutate(consent);
      expect(await app.client(proving).accounts.list.query()).toMatchObject([{ provider: 'untrusted' }]);
    });
  });

  it('the registered provider is still offered', async () => {
    const offered = await app.client(app.agent()).providers.list.query();
    expect(offered.map(({ name }) => name)).toContain('Registering');
  });

  it('what a kill had cut short is finished, and what was owed is done', async () => {
    await runDueJobs(app.deps);
    expect(app.mailbox.last(addressOf('mail-owed')).subject).toContain('password');
    const { accounts } = app.deps.collections;
    expect(await clientOf('unlinking').accounts.list.query()).toEqual([]);
    expect(await accounts.countDocuments({ providerAccountId: 'unlinking' })).toBe(0);
    app.advance(TOMBSTONE_MIN_AGE_MS + JOB_LEASE_MS);
    try {
      await runDueJobs(app.deps);
      expect(await app.deps.collections.users.countDocuments({ deletedAt: { $exists: true } })).toBe(0);
      expect(await accounts.countDocuments({ providerAccountId: 'leaving' })).toBe(0);
      expect(await app.deps.collections.jobs.countDocuments()).toBe(0);
    } finally {
      app.resetClock();
    }
  });

  it('a person exports their data and deletes their account', async () => {
    const agent = browserOf('scripts');
    const { data } = app.client(agent);
    expect((await data.export.mutate()).email?.address).toBe(addressOf('scripts'));
    await data.deleteAccount.mutate({ confirm: deletionWords });
    expect(await userOf(agent)).toBeNull();
    expect(await scriptStatus(heldBy('scripts', 'all'), 'profile.get')).toBe(401);
  });
});
