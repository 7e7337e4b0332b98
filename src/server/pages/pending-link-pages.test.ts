import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignedOutPage } from '../../shared/signed-out-page.ts';
import { PENDING_LINK_MAX_AGE_MS, SECOND_MS } from '../../shared/limits.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { dataOfPage, textOfPage } from '../../testing/pages/page-text.ts';
import { submitForm } from '../../testing/pages/submit-form.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { startWaitingLinks, type PersonWithWaitingLink } from '../../testing/providers/waiting-links.ts';

const world = await startWaitingLinks({ documents: await testDocuments() });
afterAll(() => world.close());
beforeEach(() => world.reset());

async function shownTo(agent: HttpAgent, address: string): Promise<string | undefined> {
  const { location, text } = await agent.request(address);
  if (location !== null) return location.replace(world.app.origin, '');
  return (dataOfPage(text) as { page: SignedOutPage }).page.name;
}

/**
 * A provider account with the address of the person waits in their browser. The provider is trusted to prove
 * addresses.
 */
async function withVerifiedAccount(): Promise<PersonWithWaitingLink> {
  const person = await world.aUser();
  const answer = { login: `new-${person.login}`, email: person.email };
  const { agent } = await world.arrive(world.trusted, answer);
  return { ...person, agent };
}

describe('a pending account whose address a person has', () => {
  it('is shown on the sign-in page with the ways to sign in', async () => {
    const { agent, email } = await withVerifiedAccount();
    const { status, text, headers } = await agent.request('/sign-in?error=OAuthAccountNotLinked');
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store, no-transform']);
    const { name, pendingLink } = (dataOfPage(text) as { page: SignedOutPage }).page;
    expect([name, pendingLink?.email, pendingLink?.provider]).toEqual(['account-exists', email, 'trusted']);
    expect(textOfPage(text)).toContain('Sign in with Trusted');
    expect(await shownTo(agent, '/sign-in?callbackUrl=/resume-link')).toBe('account-exists');
  });

  it('is not shown on the page of another sign-in, and not in another browser', async () => {
    const { agent } = await withVerifiedAccount();
    expect(await shownTo(agent, '/sign-in')).toBe('sign-in');
    expect(await shownTo(agent, '/sign-in?callbackUrl=/account')).toBe('sign-in');
    expect(await shownTo(world.app.agent(), '/sign-in?error=OAuthAccountNotLinked')).toBe('sign-in');
  });

  it('leads from the page for an unverified address to the sign-in page', async () => {
    const { agent } = await withVerifiedAccount();
    expect(await shownTo(agent, '/confirm-address')).toBe(
      '/sign-in?error=OAuthAccountNotLinked&callbackUrl=%2Faccount%2Fsign-in-methods',
    );
  });

  it('leads a signed-in person to the question whether to connect it', async () => {
    const { agent, email } = await withVerifiedAccount();
    await world.app.signInByMail(email, agent);
    expect(await shownTo(agent, '/sign-in?error=OAuthAccountNotLinked')).toBe('/resume-link');
    expect(await shownTo(agent, '/sign-in?callbackUrl=/resume-link')).toBe('/resume-link');
    expect(await shownTo(agent, '/confirm-address')).toBe('/resume-link');
    expect(await shownTo(agent, '/sign-in')).toBe('/account');
  });

  it('is forgotten when its time is over', async () => {
    const { agent } = await withVerifiedAccount();
    world.app.advance(PENDING_LINK_MAX_AGE_MS + SECOND_MS);
    expect(await shownTo(agent, '/sign-in?error=OAuthAccountNotLinked')).toBe('sign-in');
    expect(await shownTo(agent, '/confirm-address')).toBe('confirm-address');
  });
});

describe('a pending account whose address is not verified', () => {
  it('is shown with its own page, which names no sign-in methods', async () => {
    const { agent, email } = await world.aUser();
    const { text, headers } = await agent.request('/confirm-address');
    expect(headers.get('cache-control')).toBe('private, no-store, no-transform');
    const { name, pendingLink } = (dataOfPage(text) as { page: SignedOutPage }).page;
    expect([name, pendingLink?.email, pendingLink?.methods]).toEqual(['confirm-address', email, null]);
    expect(await shownTo(agent, '/sign-in?error=OAuthAccountNotLinked')).toBe('sign-in');
  });

  it('has the same page whether a person has that address or nobody', async () => {
    const known = await world.aUser();
    const answer = { login: `${known.login}x`, email: `${known.login}x@example.test` };
    const { agent: unknown } = await world.arrive(world.untrusted, answer);
    const pageOf = async (agent: HttpAgent, login: string) => {
      const { status, text } = await agent.request('/confirm-address');
      const { id } = (await world.app.client(agent).accounts.pendingLink.query()) ?? { id: '' };
      return [status, text.replaceAll(id, 'id').replaceAll(login, 'login')];
    };
    expect(await pageOf(unknown, `${known.login}x`)).toEqual(await pageOf(known.agent, known.login));
  });
});

describe('without script', () => {
  it('signs in with the pending account and without its address', async () => {
    const { agent, login } = await world.aUser();
    const { status, location } = await submitForm(agent, '/confirm-address', 'Continue without this address');
    expect([status, location]).toEqual([303, `${world.app.origin}/account/sign-in-methods`]);
    expect((await world.app.client(agent).session.get.query())?.user.email).toBeNull();
    expect(await world.isConnected({ login })).toBe(true);
  });

  it.for(['/confirm-address', '/sign-in?error=OAuthAccountNotLinked'])(
    'drops the pending account of %s',
    async (address) => {
      const person = await (address === '/confirm-address' ? world.aUser() : withVerifiedAccount());
      const { status, location } = await submitForm(person.agent, address, 'Don’t connect');
      const next = `${world.app.origin}/sign-in?callbackUrl=%2Faccount%2Fsign-in-methods`;
      expect([status, location]).toEqual([303, next]);
      expect(await world.stillWaits(person)).toBe(false);
      expect(await world.isConnected(person)).toBe(false);
    },
  );

  it.for(['Continue without this address', 'Don’t connect'])(
    '"%s" decides nothing about another account than the page showed',
    async (button) => {
      const person = await world.aUser();
      const answer = await submitForm(person.agent, '/confirm-address', button, { connectAccount: 'other' });
      expect([answer.status, answer.location]).toEqual([303, `${world.app.origin}/confirm-address`]);
      expect(await world.stillWaits(person)).toBe(true);
      expect(await world.app.client(person.agent).session.get.query()).toBeNull();
    },
  );

  it('leads to the sign-in page with the reason of another refusal', async () => {
    const { agent } = await world.aUser();
    const typed = { connectId: 'no id' };
    const answer = await submitForm(agent, '/confirm-address', 'Continue without this address', typed);
    expect(answer.location).toBe(`${world.app.origin}/sign-in?error=INVALID_INPUT`);
  });
});

it('the data of a page has no secret of the browser in it', async () => {
  const { agent, email } = await withVerifiedAccount();
  const pages = [await agent.request('/sign-in?error=OAuthAccountNotLinked')];
  await world.app.signInByMail(email, agent);
  pages.push(
    await agent.request('/forgot-password'),
    await agent.request('/sign-in?error=SESSION_NOT_FRESH'),
  );
  const sessions = await world.app.deps.collections.sessions.find().toArray();
  const secrets = [
    ...agent.cookies.values(),
    ...sessions.flatMap(({ _id, sessionToken }) => [_id.toHexString(), sessionToken]),
  ].filter((secret) => secret.length > 5);
  expect(secrets.length).toBeGreaterThan(4);
  for (const { status, text, setCookies } of pages) {
    expect([status, setCookies]).toEqual([200, []]);
    for (const secret of secrets) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(decodeURIComponent(secret));
    }
  }
});
