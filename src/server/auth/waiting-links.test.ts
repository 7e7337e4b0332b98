import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { LINK_CONSENT_RUNS_MS } from '../domain/sign-in/pending-links.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { consentIn } from '../../testing/providers/link-consent.ts';
import { startWaitingLinks } from '../../testing/providers/waiting-links.ts';
import { runDueJobs } from '../domain/job-runner.ts';
import { openTokens } from '../domain/providers/provider-tokens.ts';
import { uniqueName } from '../../testing/run/unique-name.ts';

const world = await startWaitingLinks();
afterAll(() => world.close());
beforeEach(() => world.reset());

it('a flow that Foyer starts to connect an account connects nothing when the browser has no intent for it', async () => {
  const person = await world.aUser();
  const agent = await world.app.signInByMail(person.email, person.agent);
  const other = { login: `other-${person.login}` };
  const callback = await world.visitProvider(agent, world.trusted, other, true);
  agent.cookies.delete('foyer.intent');
  await agent.request(callback);
  const owner = await world.app.deps.collections.users.findOne({ email: person.email });
  expect(owner?.accounts.map(({ key }) => key)).toEqual([`trusted:own-${person.login}`]);
});

describe('the account on the page', () => {
  it('has its name and subject, but never an address that the provider claims', async () => {
    const [login, email] = [uniqueName(), 'shown@example.test'];
    const agent = world.app.agent();
    await agent.request(
      await world.visitProvider(agent, world.untrusted, { login, name: 'somebody@example.test', email }),
    );
    expect(await world.app.client(agent).accounts.pendingLink.query()).toMatchObject({
      provider: 'untrusted',
      providerAccountId: login,
      label: login,
    });
  });

  it('is announced in the mail, whose subject says "connect" and names the provider', async () => {
    const person = await world.aUser();
    await world.mailedTo(person, await consentIn(world.app, person.agent));
    const { subject, text } = world.app.mailbox.last(person.email);
    expect(subject).toMatch(/^Sign in and connect Untrusted at /);
    expect(text).toContain('shows an account at Untrusted');
    const other = world.app.client(person.agent).session.requestLink.mutate({
      email: 'somebody-else@example.test',
      connect: await consentIn(world.app, person.agent),
    });
    expect(await appCodeOf(other)).toBe('OAuthAccountNotLinked');
  });
});

describe('a refused consent', () => {
  it('is refused when another account waits than the page showed', async () => {
    const person = await world.aUser();
    const agent = await world.app.signInByMail(person.email, person.agent);
    const shown = await consentIn(world.app, agent);
    // In another tab of this browser, an attacker's link makes another account wait.
    const another = world.app.agent();
    await another.request(
      await world.visitProvider(another, world.untrusted, {
        login: `evil-${person.login}`,
        email: person.email,
      }),
    );
    agent.cookies.set('foyer.link', another.cookies.get('foyer.link') ?? '');
    expect(await appCodeOf(world.app.client(agent).accounts.resumeLink.mutate(shown))).toBe('LINK_CHANGED');
    expect(await appCodeOf(world.app.client(agent).accounts.denyLink.mutate(shown))).toBe('LINK_CHANGED');
    expect(await world.isConnected(person)).toBe(false);
    expect(await world.isConnected({ ...person, login: `evil-${person.login}` })).toBe(false);
  });
});

describe('denying', () => {
  it('removes the waiting account, revokes its tokens, and no later consent connects it', async () => {
    const person = await world.aUser();
    const consent = await consentIn(world.app, person.agent);
    const { pendingLinks } = world.app.deps.collections;
    const row = await pendingLinks.findOne({ providerAccountId: person.login });
    const granted = row && openTokens(world.app.deps, row, row.tokens);
    const { accounts } = world.app.client(person.agent);
    expect(await accounts.denyLink.mutate(consent)).toEqual({
      denied: true,
      callbackUrl: '/account/sign-in-methods',
    });
    expect(person.agent.cookies.has('foyer.link')).toBe(false);
    expect(await pendingLinks.countDocuments({ providerAccountId: person.login })).toBe(0);
    await runDueJobs(world.app.deps);
    expect(world.revoked).toEqual([granted?.refreshToken, granted?.accessToken]);
    await world.app.signInByMail(person.email, person.agent);
    expect(await appCodeOf(accounts.resumeLink.mutate(consent))).toBe('LINK_EXPIRED');
    expect(await world.isConnected(person)).toBe(false);
  });

  it('needs the browser in which it waits', async () => {
    const person = await world.aUser();
    const consent = await consentIn(world.app, person.agent);
    expect(await appCodeOf(world.app.client(world.app.agent()).accounts.denyLink.mutate(consent))).toBe(
      'LINK_EXPIRED',
    );
    expect(await world.stillWaits(person)).toBe(true);
  });

  it('is refused while a consented connection may be running, and works after that was interrupted', async () => {
    const person = await world.aUser();
    const consent = await consentIn(world.app, person.agent);
    await world.app.deps.collections.pendingLinks.updateOne(
      { providerAccountId: person.login },
      { $set: { consentedAt: new Date() } },
    );
    const { accounts } = world.app.client(person.agent);
    expect(await appCodeOf(accounts.denyLink.mutate(consent))).toBe('LINK_EXPIRED');
    world.app.advance(LINK_CONSENT_RUNS_MS + 1000);
    expect(await accounts.denyLink.mutate(consent)).toMatchObject({ denied: true });
  });
});

it('an address that changed while the consent was under way connects nothing, because the write on the user filters on it', async () => {
  const person = await world.aUser();
  const agent = await world.app.signInByMail(person.email, person.agent);
  await world.app.deps.collections.users.updateOne(
    { email: person.email },
    { $set: { email: `new-${person.email}` } },
  );
  const resumed = world.app.client(agent).accounts.resumeLink.mutate(await consentIn(world.app, agent));
  expect(await appCodeOf(resumed)).toBe('OAuthAccountNotLinked');
  expect(await world.isConnected(person)).toBe(false);
});
