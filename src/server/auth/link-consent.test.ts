import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LINK_CONSENT_RUNS_MS } from '../../shared/limits.ts';
import { linkConsent, type LinkConsent } from '../../shared/schemas/accounts.ts';
import { signedInOutput } from '../../shared/schemas/session.ts';
import { appCodeOf } from '../../testing/app-code.ts';
import type { HttpAgent } from '../../testing/http-agent.ts';
import { startIdentityProvider, type IdentityProvider } from '../../testing/identity-provider.ts';
import { consentIn } from '../../testing/link-consent.ts';
import { PASSWORD, signUpWithPassword } from '../../testing/passwords.ts';
import { aNumber, verifyNumber } from '../../testing/phones.ts';
import { startWalks, type Walks } from '../../testing/provider-walks.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { runDueJobs } from '../domain/job-runner.ts';
import { openTokens } from '../domain/provider-tokens.ts';
import { apiProcedures } from '../openapi/api-procedures.ts';

let trusted: IdentityProvider;
let untrusted: IdentityProvider;
let app: TestApp;
let walk: Walks['walk'];
const revoked: string[] = [];

beforeAll(async () => {
  trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  untrusted = await startIdentityProvider({ name: 'Untrusted' });
  app = await createTestApp({
    providers: () => Promise.resolve([trusted.settings, untrusted.settings]),
    settings: { phoneSignIn: true },
    fetch: (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (url.endsWith('/token/revocation'))
        revoked.push(new URLSearchParams(init?.body as URLSearchParams).get('token') ?? '');
      return fetch(input, init);
    },
  });
  ({ walk } = startWalks(app));
});
afterAll(async () => {
  await app.close();
  await Promise.all([trusted.close(), untrusted.close()]);
});
beforeEach(async () => {
  app.resetClock();
  revoked.length = 0;
  await Promise.all(['rate_limits', 'jobs'].map((name) => app.db.collection(name).deleteMany({})));
});

interface Person {
  readonly email: string;
  readonly number: string;
  /** The login name at the provider, which is also the subject. */
  readonly login: string;
  /** The browser in which the account waits. Nobody is signed in there. */
  readonly agent: HttpAgent;
}

/** Somebody with every way to sign in, and another's account that waits in their browser with their address. */
async function aPersonWithSomethingWaiting(): Promise<Person> {
  const login = `p${Math.random().toString(36).slice(2)}`;
  const [email, number] = [`${login}@example.test`, aNumber()];
  const home = await signUpWithPassword(app, email);
  await verifyNumber(app, home, number);
  await home.request(await walk(home, trusted, { login: `own-${login}` }, true));
  const agent = app.agent();
  await agent.request(await walk(agent, untrusted, { login, email }));
  return { email, number, login, agent };
}

async function isConnected({ login }: Person): Promise<boolean> {
  return (await app.deps.collections.users.countDocuments({ 'accounts.key': `untrusted:${login}` })) > 0;
}

async function stillWaits({ agent }: Person): Promise<boolean> {
  return (await app.client(agent).accounts.pendingLink.query()) !== null;
}

async function mailedTo({ email, agent }: Person, connect?: LinkConsent) {
  await app.client(agent).session.requestLink.mutate({ email, ...(connect && { connect }) });
  const mail = app.mailbox.last(email);
  const token = new URL(app.mailbox.linkOf(mail)).searchParams.get('token') ?? '';
  return { code: app.mailbox.codeOf(mail), token };
}

interface Path {
  /** Whether it connects what waits, once the person has agreed to exactly that. */
  readonly connects: boolean;
  /** Whether the browser is signed in after it, whatever was agreed to. */
  readonly signsIn: boolean;
  /** Does what a page does, with the consent wherever it can be given. */
  go(person: Person, consent?: LinkConsent): Promise<unknown>;
}

/**
 * Every path by which a browser where something waits signs in, or may give a consent. A procedure that is new among them fails the
 * first test below until it has its row here, and so its tests.
 */
const PATHS: Readonly<Record<string, Path>> = {
  'session.requestLink': { connects: false, signsIn: false, go: mailedTo },
  'session.confirmLink': {
    connects: false,
    signsIn: true,
    async go(person, consent) {
      const { token } = await mailedTo(person, consent);
      const { agent, email } = person;
      const input = { email, token, callbackUrl: '/resume-link', ...(consent && { connect: consent }) };
      // An input has no such field; whoever sends one all the same is refused or connects nothing.
      return app.client(agent).session.confirmLink.mutate(input);
    },
  },
  'session.signInWithCode': {
    connects: true,
    signsIn: true,
    async go(person, consent) {
      const { agent, email } = person;
      const { code } = await mailedTo(person);
      const connect = consent && { connect: consent };
      return app.client(agent).session.signInWithCode.mutate({ email, code, ...connect });
    },
  },
  'session.signInWithPhoneCode': {
    connects: false,
    signsIn: true,
    async go({ agent, number: phone }) {
      const { session } = app.client(agent);
      await session.requestPhoneCode.mutate({ phone });
      return session.signInWithPhoneCode.mutate({ phone, code: app.phonebox.codeTo(phone) });
    },
  },
  'session.continueWithoutAddress': {
    connects: true,
    signsIn: false,
    go: ({ agent }, consent) =>
      app.client(agent).session.continueWithoutAddress.mutate(consent as LinkConsent),
  },
  'accounts.resumeLink': {
    connects: true,
    signsIn: true,
    async go({ agent, email }, consent) {
      await app.signInByMail(email, agent);
      return app.client(agent).accounts.resumeLink.mutate(consent as LinkConsent);
    },
  },
  'accounts.denyLink': {
    connects: false,
    signsIn: false,
    go: ({ agent }, consent) => app.client(agent).accounts.denyLink.mutate(consent as LinkConsent),
  },
  'password.signIn': {
    connects: false,
    signsIn: true,
    go: ({ agent, email }) => app.client(agent).password.signIn.mutate({ email, password: PASSWORD }),
  },
  'POST /auth/callback/email': {
    connects: false,
    signsIn: true,
    async go(person, consent) {
      const { token } = await mailedTo(person, consent);
      const query = new URLSearchParams({ email: person.email, token });
      return person.agent.request(`/auth/callback/email?${query.toString()}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'callbackUrl=%2Fresume-link',
      });
    },
  },
  'GET /auth/callback/:provider': {
    connects: false,
    signsIn: true,
    async go({ agent, login }) {
      return agent.request(await walk(agent, trusted, { login: `own-${login}` }));
    },
  },
};

function takesConsent(input: z.ZodType | 'bytes' | null): boolean {
  if (input === linkConsent) return true;
  return input instanceof z.ZodObject && 'connect' in input.shape;
}

describe('path x consent', () => {
  it('has a row for every procedure that signs in or takes a consent', () => {
    const procedures = apiProcedures()
      .filter(({ input, output }) => output === signedInOutput || takesConsent(input))
      .map(({ path: name }) => name);
    const routes = Object.keys(PATHS).filter((name) => name.includes(' '));
    expect([...procedures, ...routes].toSorted()).toEqual(Object.keys(PATHS).toSorted());
  });

  it.each(Object.entries(PATHS))('%s connects nothing without a consent', async (_name, { go, signsIn }) => {
    const person = await aPersonWithSomethingWaiting();
    await go(person).catch(() => null);
    expect(person.agent.cookies.has('foyer.session')).toBe(signsIn);
    expect(await isConnected(person)).toBe(false);
    expect(await stillWaits(person)).toBe(true);
  });

  it.each(Object.entries(PATHS))(
    '%s connects nothing when the consent is to something else than what waits',
    async (_name, { go }) => {
      for (const change of [
        { id: 'f'.repeat(24) },
        { provider: 'trusted' },
        { providerAccountId: 'what-the-person-was-shown' },
      ]) {
        const person = await aPersonWithSomethingWaiting();
        await go(person, { ...(await consentIn(app, person.agent)), ...change }).catch(() => null);
        expect({ ...change, connected: await isConnected(person), waits: await stillWaits(person) }).toEqual({
          ...change,
          connected: false,
          waits: true,
        });
      }
    },
  );

  it.each(Object.entries(PATHS))(
    '%s connects with the consent to what waits, if it is its task',
    async (_name, { connects, go }) => {
      const person = await aPersonWithSomethingWaiting();
      await go(person, await consentIn(app, person.agent)).catch(() => null);
      expect(await isConnected(person)).toBe(connects);
    },
  );

  it('no mutation connects when a page calls it by itself with a fresh session', async () => {
    const mutations = apiProcedures().filter(({ kind }) => kind === 'mutation');
    expect(mutations.length).toBeGreaterThan(30);
    const person = await aPersonWithSomethingWaiting();
    for (const { path: name } of mutations) {
      if (!(await app.client(person.agent).session.get.query()))
        await app.signInByMail(person.email, person.agent);
      for (const body of [undefined, {}]) await person.agent.postJson(`/trpc/${name}`, body);
      expect({ name, connected: await isConnected(person) }).toEqual({ name, connected: false });
      await app.db.collection('rate_limits').deleteMany({});
    }
    expect(await stillWaits(person)).toBe(true);
  });

  /** What in the sources makes a connection, and by what the person has agreed to it. */
  const CONNECTORS: Readonly<Record<string, { calls: number; consent: string }>> = {
    'domain/accounts.ts': { calls: 1, consent: 'the write itself' },
    'domain/users.ts': { calls: 1, consent: 'the write of a new user, at their first sign-in' },
    'domain/pending-links.ts': { calls: 2, consent: '`takeConsent` before each of the two' },
    'auth/linking-policy.ts': {
      calls: 2,
      consent:
        'the sealed intent of `accounts.link`; the first proof of an address, which empties the user before',
    },
    'auth/adapter.ts': { calls: 2, consent: 'a first sign-in, which makes a new user' },
  };

  it('nothing else in the sources connects', async () => {
    const server = fileURLToPath(new URL('..', import.meta.url));
    const files = (await readdir(server, { recursive: true })).filter((file) =>
      /(?<!\.test)\.ts$/.test(file),
    );
    const found: Record<string, number> = {};
    const writers: string[] = [];
    for (const file of files) {
      const text = await readFile(path.join(server, file), 'utf8');
      const calls =
        text.match(/(?<!function )\b(?:linkAccount|createUserWithAccount|newLinkedAccount)\(/g) ?? [];
      // The adapter declares a method of the same name.
      const declared = text.match(/async linkAccount\(/g) ?? [];
      if (calls.length > declared.length) found[file.replaceAll('\\', '/')] = calls.length - declared.length;
      const writes = /\$(?:push|addToSet): \{\s*accounts\b/.test(text);
      if (writes) writers.push(file.replaceAll('\\', '/'));
    }
    expect(found).toEqual(
      Object.fromEntries(Object.entries(CONNECTORS).map(([file, { calls }]) => [file, calls])),
    );
    expect(writers).toEqual(['domain/accounts.ts']);
  });
});

describe('a flow that Foyer starts to connect an account', () => {
  it('connects nothing when the browser has no intent of its own for it', async () => {
    const person = await aPersonWithSomethingWaiting();
    const agent = await app.signInByMail(person.email, person.agent);
    const callback = await walk(agent, trusted, { login: `other-${person.login}` }, true);
    agent.cookies.delete('foyer.intent');
    await agent.request(callback);
    const owner = await app.deps.collections.users.findOne({ email: person.email });
    expect(owner?.accounts.map(({ key }) => key)).toEqual([`trusted:own-${person.login}`]);
  });
});

describe('what the person is shown', () => {
  it('is the name and the subject there, never an address that the provider claims', async () => {
    const [login, email] = [`p${Math.random().toString(36).slice(2)}`, 'shown@example.test'];
    const agent = app.agent();
    await agent.request(await walk(agent, untrusted, { login, name: 'somebody@example.test', email }));
    expect(await app.client(agent).accounts.pendingLink.query()).toMatchObject({
      provider: 'untrusted',
      providerAccountId: login,
      label: login,
    });
  });

  it('is said in the mail: its subject says "connect" and names the provider', async () => {
    const person = await aPersonWithSomethingWaiting();
    await mailedTo(person, await consentIn(app, person.agent));
    const { subject, text } = app.mailbox.last(person.email);
    expect(subject).toMatch(/^Sign in and connect Untrusted at /);
    expect(text).toContain('shows an account at Untrusted');
    const other = app.client(person.agent).session.requestLink.mutate({
      email: 'somebody-else@example.test',
      connect: await consentIn(app, person.agent),
    });
    expect(await appCodeOf(other)).toBe('OAuthAccountNotLinked');
  });
});

describe('a refused consent', () => {
  it('says that something else waits than what was shown', async () => {
    const person = await aPersonWithSomethingWaiting();
    const agent = await app.signInByMail(person.email, person.agent);
    const shown = await consentIn(app, agent);
    // In another tab of this browser: whoever leads it there makes another account wait.
    const another = app.agent();
    await another.request(
      await walk(another, untrusted, { login: `evil-${person.login}`, email: person.email }),
    );
    agent.cookies.set('foyer.link', another.cookies.get('foyer.link') ?? '');
    expect(await appCodeOf(app.client(agent).accounts.resumeLink.mutate(shown))).toBe('LINK_CHANGED');
    expect(await appCodeOf(app.client(agent).accounts.denyLink.mutate(shown))).toBe('LINK_CHANGED');
    expect(await isConnected(person)).toBe(false);
    expect(await isConnected({ ...person, login: `evil-${person.login}` })).toBe(false);
  });

  it('leaves the sign-in by the code as it is, and the account waits', async () => {
    const person = await aPersonWithSomethingWaiting();
    const { code } = await mailedTo(person);
    const connect = { ...(await consentIn(app, person.agent)), providerAccountId: 'another' };
    const { session } = app.client(person.agent);
    const done = await session.signInWithCode.mutate({ email: person.email, code, connect });
    expect(done).toMatchObject({ connected: 'not-connected', session: { user: { email: person.email } } });
    expect(await stillWaits(person)).toBe(true);
  });
});

describe('denying', () => {
  it('removes what waits, hands its tokens back, and no consent connects it afterwards', async () => {
    const person = await aPersonWithSomethingWaiting();
    const consent = await consentIn(app, person.agent);
    const { pendingLinks } = app.deps.collections;
    const row = await pendingLinks.findOne({ providerAccountId: person.login });
    const granted = row && openTokens(app.deps, row, row.tokens);
    const { accounts } = app.client(person.agent);
    expect(await accounts.denyLink.mutate(consent)).toEqual({
      denied: true,
      callbackUrl: '/account/sign-in-methods',
    });
    expect(person.agent.cookies.has('foyer.link')).toBe(false);
    expect(await pendingLinks.countDocuments({ providerAccountId: person.login })).toBe(0);
    await runDueJobs(app.deps);
    expect(revoked).toEqual([granted?.refreshToken, granted?.accessToken]);
    await app.signInByMail(person.email, person.agent);
    expect(await appCodeOf(accounts.resumeLink.mutate(consent))).toBe('LINK_EXPIRED');
    expect(await isConnected(person)).toBe(false);
  });

  it('needs the browser in which it waits', async () => {
    const person = await aPersonWithSomethingWaiting();
    const consent = await consentIn(app, person.agent);
    expect(await appCodeOf(app.client(app.agent()).accounts.denyLink.mutate(consent))).toBe('LINK_EXPIRED');
    expect(await stillWaits(person)).toBe(true);
  });

  it('is refused while an agreed connection may be under way, and works after it was cut short', async () => {
    const person = await aPersonWithSomethingWaiting();
    const consent = await consentIn(app, person.agent);
    await app.deps.collections.pendingLinks.updateOne(
      { providerAccountId: person.login },
      { $set: { consentedAt: new Date() } },
    );
    const { accounts } = app.client(person.agent);
    expect(await appCodeOf(accounts.denyLink.mutate(consent))).toBe('LINK_EXPIRED');
    app.advance(LINK_CONSENT_RUNS_MS + 1000);
    expect(await accounts.denyLink.mutate(consent)).toMatchObject({ denied: true });
  });
});

describe('an address that changed while the consent was under way', () => {
  it('connects nothing: the write on the user filters on it', async () => {
    const person = await aPersonWithSomethingWaiting();
    const agent = await app.signInByMail(person.email, person.agent);
    await app.deps.collections.users.updateOne(
      { email: person.email },
      { $set: { email: `new-${person.email}` } },
    );
    const resumed = app.client(agent).accounts.resumeLink.mutate(await consentIn(app, agent));
    expect(await appCodeOf(resumed)).toBe('OAuthAccountNotLinked');
    expect(await isConnected(person)).toBe(false);
  });
});
