import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
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
import { testWith } from '../app/fixture.ts';
import type { TestApp } from '../app/test-app.ts';
import { DUMPS, readDump, restoreDump, type Dump } from './dump.ts';

/** People whose session had ended, or would end soon, when the dump was made. */
const ENDED = ['many-sessions-revoked', 'ended-other', 'leaving'];

describe.each((await readdir(DUMPS)).toSorted())('the present version on the database of %s', (file) => {
  let trusted: IdentityProvider;
  let untrusted: IdentityProvider;
  let dump: Dump;

  let walks: Walks;
  beforeAll(async () => {
    trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
    untrusted = await startIdentityProvider({ name: 'Untrusted' });
    dump = await readDump(new URL(file, DUMPS));
  });
  const it = testWith(() => ({
    prepare: (db) => restoreDump(db, dump),
    providers: () => Promise.resolve([trusted.settings, untrusted.settings]),
    settings: { authSecret: dump.authSecret, phoneSignIn: true },
  }));
  it.beforeAll(({ app }) => {
    walks = startWalks(app);
  });
  afterAll(async () => {
    await trusted.close();
    await untrusted.close();
  });

  const addressOf = (person: string) => `${person}@example.test`;
  /** A secret of this person. */
  const heldBy = (person: string, what: string): string => {
    const held = dump.people[person]?.[what];
    if (held === undefined) throw new Error(`${person} holds no ${what}`);
    return held;
  };
  /** This person's browser, with its cookies. */
  const browserOf = (app: TestApp, person: string): HttpAgent => {
    const agent = app.agent();
    for (const [name, value] of Object.entries(dump.browsers[person] ?? {})) agent.cookies.set(name, value);
    return agent;
  };
  const clientOf = (app: TestApp, person: string) => app.client(browserOf(app, person));
  const userOf = async (app: TestApp, agent: HttpAgent) =>
    (await app.client(agent).session.get.query())?.user ?? null;
  const idIn = async (app: TestApp, agent: HttpAgent) => (await userOf(app, agent))?.id;
  const scriptStatus = async (app: TestApp, token: string, procedure: string) =>
    (await callAsScript(app, bearer(token), procedure)).status;

  it('is ready', async ({ app }) => {
    expect((await app.agent().request('/readyz')).status).toBe(200);
  });

  describe('sessions', () => {
    it('go on, each for the person who had it', async ({ app }) => {
      const signedIn = Object.entries(dump.browsers)
        .filter(([person, cookies]) => 'foyer.session' in cookies && !ENDED.includes(person))
        .map(([person]) => person);
      expect(signedIn.length).toBeGreaterThan(12);
      const users = await Promise.all(signedIn.map((person) => userOf(app, browserOf(app, person))));
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

    it.for(ENDED)('stay ended: %s', async (person, { app }) => {
      expect(await userOf(app, browserOf(app, person))).toBeNull();
      expect(await appCodeOf(clientOf(app, person).session.list.query())).toBe('SessionRequired');
    });

    it('are listed, revoked and signed out of', async ({ app }) => {
      const { session } = clientOf(app, 'many-sessions');
      const listed = await session.list.query();
      expect(listed.map(({ current }) => current)).toEqual([true, false]);
      await session.revoke.mutate({ id: listed[1]?.id ?? '' });
      expect(await userOf(app, browserOf(app, 'many-sessions-second'))).toBeNull();
      await session.signOut.mutate();
      expect(await userOf(app, browserOf(app, 'many-sessions'))).toBeNull();
    });
  });

  describe('access tokens and programs', () => {
    it('tokens work within their scopes, and a revoked one stays revoked', async ({ app }) => {
      expect(await scriptStatus(app, heldBy('scripts', 'all'), 'session.list')).toBe(200);
      expect(await scriptStatus(app, heldBy('scripts', 'profile'), 'profile.get')).toBe(200);
      expect(await scriptStatus(app, heldBy('scripts', 'profile'), 'session.list')).toBe(403);
      expect(await scriptStatus(app, heldBy('scripts', 'revoked'), 'profile.get')).toBe(401);
    });

    it('an approved program gets its token, a denied one does not, and a waiting one can be approved', async ({
      app,
    }) => {
      const { device } = app.client(app.agent());
      const poll = (which: string) => device.poll.mutate({ deviceCode: heldBy('scripts', which) });
      const { token } = await poll('approvedDevice');
      expect(await scriptStatus(app, token, 'profile.get')).toBe(200);
      expect(await appCodeOf(poll('deniedDevice'))).toBe('AUTHORIZATION_DENIED');
      await clientOf(app, 'scripts').device.approve.mutate({
        userCode: heldBy('scripts', 'waitingUserCode'),
      });
      expect(await scriptStatus(app, (await poll('waitingDevice')).token, 'profile.get')).toBe(200);
    });

    it('the picture is shown', async ({ app }) => {
      const user = await userOf(app, browserOf(app, 'scripts'));
      const { status, headers } = await app.agent().request(user?.image ?? '/no-picture');
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    });
  });

  describe('every way in leads to the same person', () => {
    it('mail', async ({ app }) => {
      expect(await idIn(app, await app.signInByMail(addressOf('mail-only')))).toBe(
        await idIn(app, browserOf(app, 'mail-only')),
      );
    });

    it('password, which can then be changed', async ({ app }) => {
      const agent = app.agent();
      const { password } = app.client(agent);
      await password.signIn.mutate({
        email: addressOf('password'),
        password: heldBy('password', 'password'),
      });
      expect(await idIn(app, agent)).toBe(await idIn(app, browserOf(app, 'password')));
      await password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD });
      await app
        .client(app.agent())
        .password.signIn.mutate({ email: addressOf('password'), password: OTHER_PASSWORD });
    });

    it('phone', async ({ app }) => {
      const agent = app.agent();
      const phone = heldBy('phone', 'number');
      await app.client(agent).session.requestPhoneCode.mutate({ phone });
      await expect.poll(() => app.phonebox.messages.some(({ to }) => to === phone)).toBe(true);
      await app.client(agent).session.signInWithPhoneCode.mutate({ phone, code: app.phonebox.codeTo(phone) });
      expect(await idIn(app, agent)).toBe(await idIn(app, browserOf(app, 'phone')));
    });

    it('both providers, of which one can then be removed', async ({ app }) => {
      const { signIn } = walks;
      const email = addressOf('two-providers');
      const id = await idIn(app, browserOf(app, 'two-providers'));
      const { agent } = await signIn(trusted, { login: 'two-providers', email });
      expect(await idIn(app, agent)).toBe(id);
      const { agent: elsewhere } = await signIn(untrusted, { login: 'two-providers-too' });
      expect(await idIn(app, elsewhere)).toBe(id);
      const left = await app
        .client(agent)
        .accounts.unlink.mutate({ provider: 'untrusted', providerAccountId: 'two-providers-too' });
      expect(left.map(({ provider }) => provider)).toEqual(['trusted']);
    });

    it('a provider that names no address', async ({ app }) => {
      const { agent } = await walks.signIn(untrusted, { login: 'no-address' });
      expect(await idIn(app, agent)).toBe(await idIn(app, browserOf(app, 'no-address')));
    });

    it('an address that another adapter stored unproven, and its first proof removes what was there', async ({
      app,
    }) => {
      const before = await idIn(app, browserOf(app, 'unproven'));
      const agent = await app.signInByMail(addressOf('unproven'));
      expect(await idIn(app, agent)).toBe(before);
      expect(await app.client(agent).accounts.list.query()).toEqual([]);
      expect(await userOf(app, browserOf(app, 'unproven'))).toBeNull();

      const imported = await app.signInByMail(addressOf('another-adapter'));
      expect(await userOf(app, imported)).toMatchObject({ name: 'Another Adapter', image: null });
    });
  });

  describe('what was open goes on', () => {
    it('a sign-in link, in any browser, once', async ({ app }) => {
      const byLink = { email: addressOf('link-asked'), token: heldBy('link-asked', 'token') };
      const agent = app.agent();
      await app.client(agent).session.confirmLink.mutate(byLink);
      expect(await userOf(app, agent)).toMatchObject({ email: addressOf('link-asked') });
      expect(await appCodeOf(app.client(app.agent()).session.confirmLink.mutate(byLink))).toBe(
        'Verification',
      );
    });

    it('a sign-up, by its code in its browser, with its password', async ({ app }) => {
      const email = addressOf('sign-up');
      const agent = browserOf(app, 'sign-up');
      await app.client(agent).session.signInWithCode.mutate({ email, code: heldBy('sign-up', 'code') });
      expect(await userOf(app, agent)).toMatchObject({ email, name: 'Sign Up' });
      await app
        .client(app.agent())
        .password.signIn.mutate({ email, password: heldBy('sign-up', 'password') });
    });

    it('a password reset', async ({ app }) => {
      const email = addressOf('reset');
      const token = heldBy('reset', 'token');
      await app.client(app.agent()).password.reset.mutate({ email, token, password: OTHER_PASSWORD });
      await app.client(app.agent()).password.signIn.mutate({ email, password: OTHER_PASSWORD });
      expect(await userOf(app, browserOf(app, 'reset'))).toBeNull();
    });

    it('a code that shows who is signed in', async ({ app }) => {
      const { session } = clientOf(app, 'reauthenticating');
      const code = heldBy('reauthenticating', 'code');
      expect(await session.reauthenticate.mutate({ method: 'code', code })).toMatchObject({
        authenticatedAt: expect.any(String),
      });
    });

    it('a code that verifies a number, and one that signs in by it', async ({ app }) => {
      const adding = clientOf(app, 'adding-phone');
      await adding.phone.verify.mutate({ code: heldBy('adding-phone', 'code') });
      const agent = browserOf(app, 'phone-code');
      await app.client(agent).session.signInWithPhoneCode.mutate({
        phone: heldBy('phone-code', 'number'),
        code: heldBy('phone-code', 'code'),
      });
      expect(await userOf(app, agent)).toMatchObject({ email: addressOf('phone-code') });
    });

    it('a change of address, and the way back from one', async ({ app }) => {
      const changing = browserOf(app, 'changing-email');
      await app.client(changing).email.confirm.mutate({ token: heldBy('changing-email', 'token') });
      expect(await userOf(app, changing)).toMatchObject({ email: heldBy('changing-email', 'wanted') });

      await app.client(app.agent()).email.undo.mutate({ token: heldBy('changed-email', 'undo') });
      expect(await userOf(app, browserOf(app, 'changed-email'))).toBeNull();
      expect(await userOf(app, await app.signInByMail(addressOf('changed-email')))).not.toBeNull();
    });

    it('a connection that waits for the owner of its address, and one that waits for a proof', async ({
      app,
    }) => {
      const owner = browserOf(app, 'waiting-link');
      expect(await app.client(owner).accounts.pendingLink.query()).toMatchObject({ provider: 'trusted' });
      const proving = browserOf(app, 'waiting-proof');
      expect(await app.client(proving).accounts.pendingLink.query()).toMatchObject({ provider: 'untrusted' });
      const consent = await consentIn(app, proving);
      await app.client(proving).session.continueWithoutAddress.mutate(consent);
      expect(await app.client(proving).accounts.list.query()).toMatchObject([{ provider: 'untrusted' }]);
    });
  });

  it('the registered provider is still offered', async ({ app }) => {
    const offered = await app.client(app.agent()).providers.list.query();
    expect(offered.map(({ name }) => name)).toContain('Registering');
  });

  it('what a kill had cut short is finished, and what was owed is done', async ({ app }) => {
    await runDueJobs(app.deps);
    expect(app.mailbox.last(addressOf('mail-owed')).subject).toContain('password');
    const { accounts } = app.deps.collections;
    expect(await clientOf(app, 'unlinking').accounts.list.query()).toEqual([]);
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

  it('a person exports their data and deletes their account', async ({ app }) => {
    const agent = browserOf(app, 'scripts');
    const { data } = app.client(agent);
    expect((await data.export.mutate()).email?.address).toBe(addressOf('scripts'));
    await data.deleteAccount.mutate({ confirm: deletionWords });
    expect(await userOf(app, agent)).toBeNull();
    expect(await scriptStatus(app, heldBy('scripts', 'all'), 'profile.get')).toBe(401);
  });
});
