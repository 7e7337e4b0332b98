import { describe, expect } from 'vitest';
import { PENDING_LINK_MAX_AGE_MS, SESSION_FRESH_MS } from '../../shared/limits.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { consentIn } from '../../testing/providers/link-consent.ts';
import { testWithProviders } from '../../testing/providers/provider-visits.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { runDueJobs } from '../domain/job-runner.ts';
import { sessionIn } from '../../testing/sign-in/sign-in-answers.ts';

const { it, trusted, untrusted, arrive, signIn } = await testWithProviders();

const errorOf = (location: URL) => location.searchParams.get('error');

const resume = async (app: TestApp, agent: HttpAgent) =>
  app.client(agent).accounts.resumeLink.mutate(await consentIn(app, agent));
/** Signs in with the waiting account, without its address. */
const leaveOut = async (app: TestApp, agent: HttpAgent) =>
  app.client(agent).session.continueWithoutAddress.mutate(await consentIn(app, agent));

describe('signing in with a new account whose verified address has a user', () => {
  it('shows that user’s sign-in methods and is linked after a sign-in with one of them', async ({ app }) => {
    const owner = await app.signInByMail('known@example.test');
    const { agent, location } = await arrive(trusted, { login: 'known', email: 'known@example.test' });
    expect([location.pathname, errorOf(location)]).toEqual(['/sign-in', 'OAuthAccountNotLinked']);
    expect(agent.cookies.has('foyer.session')).toBe(false);
    expect(await app.client(agent).accounts.pendingLink.query()).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/) as unknown,
      provider: 'trusted',
      providerName: 'Trusted',
      providerAccountId: 'known',
      label: 'known',
      email: 'known@example.test',
      methods: [{ id: 'email', name: 'Email', type: 'email' }],
      callbackUrl: '/account/sign-in-methods',
    });
    await app.signInByMail('known@example.test', agent);
    const callbackUrl = '/account/sign-in-methods';
    expect(await resume(app, agent)).toEqual({ outcome: 'linked', callbackUrl });
    expect(agent.cookies.has('foyer.link')).toBe(false);
    expect(await app.client(owner).accounts.list.query()).toMatchObject([{ provider: 'trusted' }]);
    await runDueJobs(app.deps);
    expect(app.mailbox.last('known@example.test').subject).toMatch(/^Trusted was connected/);
    const again = await signIn(trusted, { login: 'known', email: 'known@example.test' });
    expect(again.location.pathname).toBe('/account/sign-in-methods');
  });

  it('is not linked by a sign-in as another user', async ({ app }) => {
    await app.signInByMail('mine@example.test');
    const { agent } = await arrive(trusted, { login: 'mine', email: 'mine@example.test' });
    await app.signInByMail('somebody-else@example.test', agent);
    expect(await appCodeOf(resume(app, agent))).toBe('OAuthAccountNotLinked');
    expect(await app.deps.collections.users.countDocuments({ 'accounts.key': 'trusted:mine' })).toBe(0);
  });

  it('does not wait after half an hour, in another browser, or after it is done', async ({ app }) => {
    await app.signInByMail('over@example.test');
    const { agent } = await arrive(trusted, { login: 'over', email: 'over@example.test' });
    const elsewhere = await app.signInByMail('over@example.test');
    expect(await appCodeOf(resume(app, elsewhere))).toBe('LINK_EXPIRED');
    app.advance(PENDING_LINK_MAX_AGE_MS + 1000);
    expect(await app.client(agent).accounts.pendingLink.query()).toBeNull();
    await app.signInByMail('over@example.test', agent);
    expect(await appCodeOf(resume(app, agent))).toBe('LINK_EXPIRED');
  });

  it('cannot continue without the address', async ({ app }) => {
    await app.signInByMail('no-way@example.test');
    const { agent } = await arrive(trusted, { login: 'no-way', email: 'no-way@example.test' });
    expect(await appCodeOf(leaveOut(app, agent))).toBe('OAuthAccountNotLinked');
  });
});

describe('signing in with a new account whose address is only claimed', () => {
  it('looks the same whether the address is known here or not', async ({ app }) => {
    await app.signInByMail('secret@example.test');
    const known = await arrive(untrusted, { login: 'prober-a', email: 'secret@example.test' });
    const unknown = await arrive(untrusted, { login: 'prober-b', email: 'nobody@example.test' });
    expect(known.location.href).toBe(unknown.location.href);
    expect(known.location.pathname).toBe('/confirm-address');
    const seen = await Promise.all(
      [known, unknown].map(({ agent }) => app.client(agent).accounts.pendingLink.query()),
    );
    const own = { id: '', providerAccountId: '', label: '', email: '' };
    expect({ ...seen[0], ...own }).toEqual({ ...seen[1], ...own });
    expect(seen[0]?.methods).toBeNull();
  });

  it('is linked to the address’s owner after the code from the mail', async ({ app }) => {
    const owner = await app.signInByMail('prove@example.test');
    const { agent } = await arrive(untrusted, { login: 'prove', email: 'prove@example.test' });
    await app.signInByMail('prove@example.test', agent);
    expect(await resume(app, agent)).toMatchObject({ outcome: 'linked' });
    expect(await app.client(owner).accounts.list.query()).toMatchObject([{ provider: 'untrusted' }]);
  });

  it('makes a new user with that address, connection and name when the address had no owner', async ({
    app,
  }) => {
    const fresh = { name: 'Fresh Face', email: 'fresh@example.test' };
    const { agent } = await arrive(untrusted, { login: 'fresh', ...fresh });
    await app.signInByMail('fresh@example.test', agent);
    await resume(app, agent);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: fresh });
    expect(await app.client(agent).accounts.list.query()).toMatchObject([
      { provider: 'untrusted', canUnlink: true },
    ]);
  });

  it('can go on without the address and reveals nothing about its owner', async ({ app }) => {
    await app.signInByMail('unread@example.test');
    const { agent } = await arrive(untrusted, { login: 'unread', email: 'unread@example.test' });
    const done = await leaveOut(app, agent);
    expect(sessionIn(done).user.email).toBeNull();
    expect(await appCodeOf(leaveOut(app, agent))).toBe('LINK_EXPIRED');
  });
});

describe('a sensitive mutation', () => {
  it('needs a fresh session and works after a code (security.md 16)', async ({ app }) => {
    const agent = await app.signInByMail('stale@example.test');
    const trpc = app.client(agent);
    app.advance(SESSION_FRESH_MS + 1000);
    const unlink = () => trpc.accounts.unlink.mutate({ provider: 'trusted', providerAccountId: 'x' });
    expect(await appCodeOf(unlink())).toBe('SESSION_NOT_FRESH');

    const sent = await trpc.session.reauthenticate.mutate({ method: 'email' });
    expect(sent.status).toBe('code-sent');
    const mail = app.mailbox.last('stale@example.test');
    expect(mail.text).not.toMatch(/\/confirm\?/);
    const code = app.mailbox.codeOf(mail);
    const { session } = app.client(app.agent());
    const signInCall = session.signInWithCode.mutate({ email: 'stale@example.test', code });
    expect(await appCodeOf(signInCall)).toBe('CODE_OTHER_BROWSER');
    const elsewhere = await app.signInByMail('stale@example.test');
    const otherSession = app.client(elsewhere).session.reauthenticate.mutate({ method: 'code', code });
    expect(await appCodeOf(otherSession)).toBe('CODE_INVALID');

    const done = await trpc.session.reauthenticate.mutate({ method: 'code', code });
    expect(done.status).toBe('fresh');
    expect(await appCodeOf(unlink())).toBe('NOT_FOUND');
    const again = trpc.session.reauthenticate.mutate({ method: 'code', code });
    expect(await appCodeOf(again)).toBe('CODE_INVALID');
  });

  it('works after a re-authentication at the only provider of a person without an address', async ({
    app,
  }) => {
    const { agent } = await signIn(untrusted, { login: 'only-one' });
    const trpc = app.client(agent);
    await app.ageSignIn(agent, SESSION_FRESH_MS + 1000);
    expect(await appCodeOf(trpc.session.reauthenticate.mutate({ method: 'email' }))).toBe('NOT_FOUND');
    const started = await trpc.session.reauthenticate.mutate({
      method: 'provider',
      provider: 'untrusted',
      callbackUrl: '/account/sign-in-methods',
    });
    if (started.status !== 'navigate') throw new Error('expected an address');
    const asked = new URL(started.url).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    const back = await agent.request(await untrusted.signIn(started.url, { login: 'only-one' }));
    expect(back.location).toBe(`${app.origin}/account/sign-in-methods?outcome=verified&provider=untrusted`);
    expect((await trpc.accounts.link.mutate({ provider: 'trusted' })).url).toContain(trusted.issuer);
  });

  it('does not work after a re-authentication with another account or an unconnected provider', async ({
    app,
  }) => {
    const { agent } = await signIn(untrusted, { login: 'me' });
    const trpc = app.client(agent);
    await app.ageSignIn(agent, SESSION_FRESH_MS + 1000);
    const started = await trpc.session.reauthenticate.mutate({ method: 'provider', provider: 'untrusted' });
    if (started.status !== 'navigate') throw new Error('expected an address');
    const back = await agent.request(await untrusted.signIn(started.url, { login: 'not-me' }));
    expect(errorOf(new URL(back.location ?? ''))).toBe('REAUTHENTICATION_FAILED');
    expect(await appCodeOf(trpc.accounts.link.mutate({ provider: 'trusted' }))).toBe('SESSION_NOT_FRESH');
    const other = trpc.session.reauthenticate.mutate({ method: 'provider', provider: 'trusted' });
    expect(await appCodeOf(other)).toBe('NOT_FOUND');
  });

  it('does not work after a re-authentication with an old session at the provider', async ({ app }) => {
    const browser = untrusted.browser();
    const agent = app.agent();
    const first = await app.client(agent).session.signInWith.mutate({ provider: 'untrusted' });
    await agent.request(await untrusted.signIn(first.url, { login: 'remembered' }, browser));
    await leaveOut(app, agent);
    app.advance(SESSION_FRESH_MS + 1000);
    const { session } = app.client(agent);
    const started = await session.reauthenticate.mutate({ method: 'provider', provider: 'untrusted' });
    if (started.status !== 'navigate') throw new Error('expected an address');
    // A user who removes `prompt` and `max_age` from the URL gets an old sign-in time.
    const lazy = new URL(started.url);
    lazy.searchParams.delete('prompt');
    lazy.searchParams.delete('max_age');
    const back = await agent.request(
      await untrusted.signIn(lazy.href, { continueAs: 'remembered' }, browser),
    );
    expect(errorOf(new URL(back.location ?? ''))).toBe('REAUTHENTICATION_FAILED');
  });
});
