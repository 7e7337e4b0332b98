import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { linkConsent, type LinkConsent } from '../../shared/schemas/accounts.ts';
import { signedInOutput } from '../../shared/schemas/session.ts';
import { ALL_FAULTS } from '../../testing/faults/fault-rounds.ts';
import { createFaultInjector, overtake } from '../../testing/faults/faults.ts';
import { consentIn } from '../../testing/providers/link-consent.ts';
import { PASSWORD } from '../../testing/sign-in/passwords.ts';
import { createPasskey, signInWithPasskey } from '../../testing/sign-in/passkeys.ts';
import { startWaitingLinks, type PersonWithWaitingLink } from '../../testing/providers/waiting-links.ts';
import { apiProcedures } from '../openapi/api-procedures.ts';
import { LINK_CONSENT_RUNS_MS } from '../domain/sign-in/pending-links.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { runDueJobs } from '../domain/job-runner.ts';
import { openTokens } from '../domain/providers/provider-tokens.ts';
import { uniqueName } from '../../testing/run/unique-name.ts';
import { userAt } from '../../testing/users/signed-in-users.ts';

const faults = createFaultInjector();
const world = await startWaitingLinks({ faults });
afterAll(() => world.close());
beforeEach(() => world.reset());

/** Calls what a page calls, with the consent where a call takes one. */
type Path = (person: PersonWithWaitingLink, consent?: LinkConsent) => Promise<unknown>;

/** A new procedure with a consent fails the first test below until it has a row here. */
const PATHS: Readonly<Record<string, Path>> = {
  'session.requestLink': (person, consent) => world.mailedTo(person, consent),
  'session.confirmLink': async (person, consent) => {
    const { token } = await world.mailedTo(person, consent);
    const { agent, email } = person;
    const input = { email, token, callbackUrl: '/resume-link', ...(consent && { connect: consent }) };
    // The input has no consent. A call that sends one is refused or connects nothing.
    return world.app.client(agent).session.confirmLink.mutate(input);
  },
  'session.signInWithCode': async (person, consent) => {
    const { agent, email } = person;
    const { code } = await world.mailedTo(person);
    const connect = consent && { connect: consent };
    return world.app.client(agent).session.signInWithCode.mutate({ email, code, ...connect });
  },
  'session.signInWithPhoneCode': async ({ agent, number: phone }) => {
    const { session } = world.app.client(agent);
    await session.requestPhoneCode.mutate({ phone });
    return session.signInWithPhoneCode.mutate({ phone, code: world.app.phonebox.codeTo(phone) });
  },
  'session.signInWithPasskey': async ({ agent, email }) => {
    // The user has made it in another browser.
    const authenticator = await createPasskey(world.app, await world.app.signInByMail(email));
    return signInWithPasskey(world.app, authenticator, agent);
  },
  'session.continueWithoutAddress': ({ agent }, consent) =>
    world.app.client(agent).session.continueWithoutAddress.mutate(consent as LinkConsent),
  'accounts.resumeLink': async ({ agent, email }, consent) => {
    await world.app.signInByMail(email, agent);
    return world.app.client(agent).accounts.resumeLink.mutate(consent as LinkConsent);
  },
  'accounts.denyLink': ({ agent }, consent) =>
    world.app.client(agent).accounts.denyLink.mutate(consent as LinkConsent),
  'password.signIn': ({ agent, email }) =>
    world.app.client(agent).password.signIn.mutate({ email, password: PASSWORD }),
  'POST /auth/callback/email': async (person, consent) => {
    const { token } = await world.mailedTo(person, consent);
    const query = new URLSearchParams({ email: person.email, token });
    return person.agent.request(`/auth/callback/email?${query.toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'callbackUrl=%2Fresume-link',
    });
  },
  'GET /auth/callback/:provider': ({ agent, login }) =>
    world.arrive(world.trusted, { login: `own-${login}` }, agent),
};

/** These connect the waiting account, after a consent to that account. */
const CONNECTING = new Set([
  'session.signInWithCode',
  'session.continueWithoutAddress',
  'accounts.resumeLink',
]);
const WITHOUT_SIGN_IN = new Set([
  'session.requestLink',
  'session.continueWithoutAddress',
  'accounts.denyLink',
]);

function takesConsent(input: z.ZodType | 'bytes' | null): boolean {
  if (input === linkConsent) return true;
  return input instanceof z.ZodObject && 'connect' in input.shape;
}

describe('path x consent (security.md R7)', () => {
  it('has a row for every procedure that signs in or takes a consent', () => {
    const procedures = apiProcedures()
      .filter(({ input, output }) => output === signedInOutput || takesConsent(input))
      .map(({ path: name }) => name);
    const routes = Object.keys(PATHS).filter((name) => name.includes(' '));
    expect([...procedures, ...routes].toSorted()).toEqual(Object.keys(PATHS).toSorted());
  });

  it.each(Object.entries(PATHS))('%s connects nothing without a consent', async (name, go) => {
    const person = await world.aUser();
    await go(person).catch(() => null);
    expect(person.agent.cookies.has('foyer.session')).toBe(!WITHOUT_SIGN_IN.has(name));
    expect(await world.isConnected(person)).toBe(false);
    expect(await world.stillWaits(person)).toBe(true);
  });

  const changes = [
    { id: 'f'.repeat(24) },
    { provider: 'trusted' },
    { providerAccountId: 'what-the-person-was-shown' },
  ];
  // Without a consent, the other calls do here what they did above.
  const withConsent = Object.entries(PATHS).filter(([, go]) => go.length > 1);

  it.each(withConsent)(
    '%s connects nothing when the consent is to something else than what waits',
    async (_name, go) => {
      for (const change of ALL_FAULTS ? changes : changes.slice(0, 1)) {
        const person = await world.aUser();
        await go(person, { ...(await consentIn(world.app, person.agent)), ...change }).catch(() => null);
        expect({
          ...change,
          connected: await world.isConnected(person),
          waits: await world.stillWaits(person),
        }).toEqual({ ...change, connected: false, waits: true });
      }
    },
  );

  it.each(withConsent)('%s connects with the consent to what waits, if it is its task', async (name, go) => {
    const person = await world.aUser();
    await go(person, await consentIn(world.app, person.agent)).catch(() => null);
    expect(await world.isConnected(person)).toBe(CONNECTING.has(name));
  });

  it('no mutation connects without a consent in a fresh session', async () => {
    const mutations = apiProcedures().filter(({ kind }) => kind === 'mutation');
    expect(mutations.length).toBeGreaterThan(30);
    const person = await world.aUser();
    for (const { path: name } of mutations) {
      if (!(await world.app.client(person.agent).session.get.query()))
        await world.app.signInByMail(person.email, person.agent);
      for (const body of [undefined, {}]) await person.agent.postJson(`/trpc/${name}`, body);
      expect({ name, connected: await world.isConnected(person) }).toEqual({ name, connected: false });
      await world.app.resetLimits();
    }
    expect(await world.stillWaits(person)).toBe(true);
  });

  /** The functions that connect an account, and the user's consent to it. */
  const CONNECTORS: Readonly<Record<string, { calls: number; consent: string }>> = {
    'domain/users/accounts.ts': { calls: 1, consent: 'the write itself' },
    'domain/users/users.ts': { calls: 1, consent: 'the write of a new user, at their first sign-in' },
    'domain/sign-in/pending-links.ts': { calls: 2, consent: '`takeConsent` before each of the two' },
    'auth/linking-policy.ts': {
      calls: 2,
      consent:
        'the sealed intent of `accounts.link`; the first proof of an address, which empties the user before',
    },
    'auth/adapter.ts': { calls: 2, consent: 'a first sign-in, which makes a new user' },
    'domain/administration/import/imported-user.ts': {
      calls: 1,
      consent: 'the word of the operator about a new user, who is vouched',
    },
    'domain/administration/import/adopt-users.ts': {
      calls: 1,
      consent: 'the word of the operator, which refuses a grave role',
    },
  };

  it('no other code in the sources connects', async () => {
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
      // The adapter declares a method of this name.
      const declared = text.match(/async linkAccount\(/g) ?? [];
      if (calls.length > declared.length) found[file.replaceAll('\\', '/')] = calls.length - declared.length;
      const writes = /\$(?:push|addToSet): \{\s*accounts\b/.test(text);
      if (writes) writers.push(file.replaceAll('\\', '/'));
    }
    expect(found).toEqual(
      Object.fromEntries(Object.entries(CONNECTORS).map(([file, { calls }]) => [file, calls])),
    );
    expect(writers.toSorted()).toEqual([
      'domain/administration/import/adopt-users.ts',
      'domain/users/accounts.ts',
    ]);
  });
});

it('a flow that Foyer starts to connect an account connects nothing when the browser has no intent for it', async () => {
  const person = await world.aUser();
  const agent = await world.app.signInByMail(person.email, person.agent);
  const other = { login: `other-${person.login}` };
  const callback = await world.visitProvider(agent, world.trusted, other, true);
  agent.cookies.delete('foyer.intent');
  await agent.request(callback);
  const owner = await userAt(world.app, person.email);
  expect(owner.accounts.map(({ key }) => key)).toEqual([`trusted:own-${person.login}`]);
});

describe('the account on the page', () => {
  it('has its name and subject, but never an address that the provider claims', async () => {
    const [login, email] = [uniqueName(), 'shown@example.test'];
    const claims = { login, name: 'somebody@example.test', email };
    const { agent } = await world.arrive(world.untrusted, claims);
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

it('a consent is refused when another account waits than the page showed', async () => {
  const person = await world.aUser();
  const agent = await world.app.signInByMail(person.email, person.agent);
  const shown = await consentIn(world.app, agent);
  // In another tab of this browser, an attacker's link makes another account wait.
  const evil = { login: `evil-${person.login}`, email: person.email };
  const { agent: another } = await world.arrive(world.untrusted, evil);
  agent.cookies.set('foyer.link', another.cookies.get('foyer.link') ?? '');
  expect(await appCodeOf(world.app.client(agent).accounts.resumeLink.mutate(shown))).toBe('LINK_CHANGED');
  expect(await appCodeOf(world.app.client(agent).accounts.denyLink.mutate(shown))).toBe('LINK_CHANGED');
  expect(await world.isConnected(person)).toBe(false);
  expect(await world.isConnected(evil)).toBe(false);
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
    const { accounts } = world.app.client(world.app.agent());
    expect(await appCodeOf(accounts.denyLink.mutate(consent))).toBe('LINK_EXPIRED');
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

it('connects nothing when the address changes right before the write that connects', async () => {
  const person = await world.aUser();
  const agent = await world.app.signInByMail(person.email, person.agent);
  const consent = await consentIn(world.app, agent);
  const outcome = await overtake(
    faults,
    'users.updateOne',
    () => world.app.client(agent).accounts.resumeLink.mutate(consent),
    () =>
      world.app.deps.collections.users.updateOne(
        { email: person.email },
        { $set: { email: `new-${person.email}` } },
      ),
  );
  expect(outcome).toBe('OAuthAccountNotLinked');
  expect(await world.isConnected(person)).toBe(false);
});
