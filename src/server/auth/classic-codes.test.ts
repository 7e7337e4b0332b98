import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import type { AgentAnswer, HttpAgent } from '../../testing/app/http-agent.ts';
import { startIdentityProvider, type PersonsAnswer } from '../../testing/providers/identity-provider.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { createMailTransport } from '../mail/transport.ts';
import { identifierOf } from '../domain/rules/verification-identifiers.ts';

/** A form without JavaScript is redirected, a program gets `{ url }`. */
type Way = 'form' | 'json';
const WAYS: readonly Way[] = ['form', 'json'];

/** No server listens on this port. */
const NOBODY = '127.0.0.1:1';
const REFUSED_AGENT = 'a browser whose sessions the database refuses';

const provider = await startIdentityProvider({ name: 'Provider', trustEmail: true });
const { settings } = provider;
const [app, forMembers, misconfigured] = await Promise.all([
  createTestApp({
    providers: () => Promise.resolve([settings, { ...settings, id: 'away', issuer: `http://${NOBODY}` }]),
    prepare: async (db) => {
      const refuse = (...documents: object[]) => ({ validator: { $nor: documents } });
      await db.createCollection('users', refuse({ name: 'Refused' }, { email: 'refused@example.test' }));
      await db.createCollection('sessions', refuse({ userAgent: REFUSED_AGENT }));
    },
  }),
  createTestApp({
    providers: () => Promise.resolve([settings]),
    settings: { signInDomains: ['members.test'] },
  }),
  createTestApp({
    settings: {
      // Every Keycloak has its own URL, and this one has none.
      builtInProviders: [{ id: 'keycloak', clientId: 'id', clientSecret: 'secret', issuer: null }],
    },
  }),
]);
afterAll(async () => {
  await Promise.all([app, forMembers, misconfigured, provider].map((each) => each.close()));
});
beforeEach(() => app.resetLimits());

async function send(
  agent: HttpAgent,
  path: string,
  fields: Record<string, string>,
  way: Way,
  headers: Record<string, string> = {},
): Promise<AgentAnswer> {
  const all = { callbackUrl: '/account/sign-in-methods', ...fields };
  if (way === 'form') return agent.postAuthForm(path, all, headers);
  const body = { csrfToken: await agent.csrfToken(), ...all };
  return agent.postJson(path, body, { 'x-auth-return-redirect': '1', ...headers });
}

/** From its redirect or its body. */
function leadsTo(answer: AgentAnswer, way: Way): URL {
  expect(way === 'form' ? [302, 303] : [200]).toContain(answer.status);
  const address = way === 'form' ? answer.location : (answer.json() as { url: string }).url;
  return new URL(address ?? 'none:');
}

async function throughProvider(agent: HttpAgent, answer: PersonsAnswer, way: Way): Promise<AgentAnswer> {
  const started = await send(agent, '/auth/signin/provider', {}, way);
  const callback = await provider.signIn(leadsTo(started, way).href, answer);
  expect(checkCookiesOf(agent)).toEqual(['foyer.nonce', 'foyer.pkce', 'foyer.state']);
  return agent.request(callback, way === 'json' ? { headers: { 'x-auth-return-redirect': '1' } } : {});
}

/** Posts the mailed link, as the button of the confirm page does. */
async function throughMail(agent: HttpAgent, email: string, way: Way, headers?: Record<string, string>) {
  await send(agent, '/auth/signin/email', { email }, 'form');
  const { search } = new URL(app.mailbox.linkOf(app.mailbox.last(email)));
  return send(agent, `/auth/callback/email${search}`, {}, way, headers);
}

function checkCookiesOf(agent: HttpAgent): string[] {
  return [...agent.cookies.keys()].filter((name) => /state|nonce|pkce|intent/.test(name)).toSorted();
}

interface Cause {
  readonly code: ErrorCode;
  readonly cause: string;
  readonly at?: () => TestApp;
  readonly reach: (agent: HttpAgent, way: Way) => Promise<AgentAnswer>;
}

const CAUSES: readonly Cause[] = [
  {
    code: 'Signin',
    cause: 'the form’s CSRF token is not this browser’s',
    reach: (agent, way) =>
      send(agent, '/auth/signin/email', { email: 'a@example.test', csrfToken: 'x' }, way),
  },
  {
    code: 'Signin',
    cause: 'no such provider is offered',
    reach: (agent, way) => send(agent, '/auth/signin/nobody', {}, way),
  },
  {
    code: 'OAuthSignin',
    cause: 'the provider refuses the connection',
    reach: (agent, way) => send(agent, '/auth/signin/away', {}, way),
  },
  {
    code: 'OAuthCallback',
    cause: 'the person cancelled at the provider',
    reach: (agent, way) => throughProvider(agent, { cancel: true }, way),
  },
  {
    code: 'OAuthCreateAccount',
    cause: 'the database refuses the new user of a provider',
    reach: (agent, way) => throughProvider(agent, { login: `refused-${way}`, name: 'Refused' }, way),
  },
  {
    code: 'EmailCreateAccount',
    cause: 'the database refuses the new user of a link',
    reach: (agent, way) => throughMail(agent, 'refused@example.test', way),
  },
  {
    code: 'Callback',
    cause: 'the database refuses the session of a link',
    reach: (agent, way) =>
      throughMail(agent, 'no-session@example.test', way, { 'user-agent': REFUSED_AGENT }),
  },
  {
    code: 'OAuthAccountNotLinked',
    cause: 'the address belongs to a user who signs in another way',
    reach: async (agent, way) => {
      await app.signInByMail('taken@example.test');
      return throughProvider(agent, { login: `taker-${way}`, email: 'taken@example.test' }, way);
    },
  },
  {
    code: 'EmailSignin',
    cause: 'the mail server refuses the connection',
    reach: async (agent, way) => {
      const log = pino({ level: 'silent' });
      const smtp = createMailTransport({ ...app.deps.settings, smtpUrl: `smtp://${NOBODY}` }, log);
      const { send: deliver } = app.mailbox;
      app.mailbox.send = (mail) => smtp.send(mail);
      try {
        return await send(agent, '/auth/signin/email', { email: 'nomail@example.test' }, way);
      } finally {
        app.mailbox.send = deliver;
        await smtp.close();
      }
    },
  },
  {
    code: 'CredentialsSignin',
    cause: 'nobody has such credentials',
    reach: (agent, way) => send(agent, '/auth/signin/credentials', { username: 'a', password: 'b' }, way),
  },
  {
    code: 'Configuration',
    cause: 'a provider is configured without the endpoints it needs',
    at: () => misconfigured,
    // Without a CSRF token, because an unusable configuration issues none.
    reach: (agent, way) =>
      way === 'form'
        ? agent.postForm('/auth/signin/keycloak', {})
        : agent.postJson('/auth/signin/keycloak', {}, { 'x-auth-return-redirect': '1' }),
  },
  {
    code: 'AccessDenied',
    cause: 'the provider’s verified address is of no admitted domain',
    at: () => forMembers,
    reach: (agent, way) =>
      throughProvider(agent, { login: `guest-${way}`, email: 'guest@example.test' }, way),
  },
  {
    code: 'AccessDenied',
    cause: 'the address for the mail is of no admitted domain',
    at: () => forMembers,
    reach: (agent, way) => send(agent, '/auth/signin/email', { email: 'guest@example.test' }, way),
  },
  {
    code: 'Verification',
    cause: 'the link was used already',
    reach: async (agent, way) => {
      const email = `used-${way}@example.test`;
      await throughMail(app.agent(), email, 'form');
      const { search } = new URL(app.mailbox.linkOf(app.mailbox.last(email)));
      return send(agent, `/auth/callback/email${search}`, {}, way);
    },
  },
];

describe.each(CAUSES)('$code: $cause', ({ code, at = () => app, reach }) => {
  it.each(WAYS)('leads there by %s with the request’s id, without check cookies and session', async (way) => {
    const agent = at().agent();
    const answer = await reach(agent, way);
    const page = leadsTo(answer, way);
    const requestId = answer.headers.get('x-request-id');
    expect(page.origin).toBe(at().origin);
    expect([page.pathname, page.searchParams.get('error'), page.searchParams.get('requestId')]).toEqual([
      ERRORS[code].place === 'error' ? '/error' : '/sign-in',
      code,
      requestId,
    ]);
    expect(checkCookiesOf(agent)).toEqual([]);
    expect(agent.cookies.has('foyer.session')).toBe(false);
    expect(at().logLines).toContainEqual(
      expect.objectContaining({ event: 'auth.failed', code, requestId, level: 40 }),
    );
  });
});

describe('with only some admitted domains', () => {
  it.each(['guest@example.test', 'nobody@example.test', 'a@sub.members.test', 'a@members.test.evil.test'])(
    'the procedures answer AccessDenied to %s before any look-up and send nothing',
    async (email) => {
      const { session } = forMembers.client(forMembers.agent());
      const token = 'x'.repeat(43);
      const before = forMembers.mailbox.messages.length;
      expect(await appCodeOf(session.requestLink.mutate({ email }))).toBe('AccessDenied');
      expect(await appCodeOf(session.confirmLink.mutate({ email, token }))).toBe('AccessDenied');
      expect(await appCodeOf(session.signInWithCode.mutate({ email, code: '123456' }))).toBe('AccessDenied');
      expect(forMembers.mailbox.messages).toHaveLength(before);
      expect(
        await forMembers.deps.collections.verificationTokens.countDocuments({
          identifier: identifierOf('sign-in', email),
        }),
      ).toBe(0);
    },
  );

  it('members sign in by mail and provider, and nobody by a provider that proves no address', async () => {
    const member = await forMembers.signInByMail('member@members.test');
    expect(await forMembers.client(member).session.get.query()).not.toBeNull();
    const agent = forMembers.agent();
    const came = await throughProvider(agent, { login: 'm', email: 'm@members.test' }, 'form');
    expect(leadsTo(came, 'form').pathname).toBe('/account/sign-in-methods');
    const otherPerson = forMembers.agent();
    const claim = { login: 'u', email: 'u@members.test', emailVerified: false };
    await throughProvider(otherPerson, claim, 'form');
    expect(otherPerson.cookies.has('foyer.session')).toBe(false);
    expect(await forMembers.deps.collections.users.countDocuments({ email: 'u@members.test' })).toBe(0);
  });
});
