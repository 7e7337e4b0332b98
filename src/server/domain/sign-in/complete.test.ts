import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AgentAnswer, HttpAgent } from '../../../testing/app/http-agent.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../testing/providers/identity-provider.ts';
import { PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { startProviderVisits } from '../../../testing/providers/provider-visits.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { findKnownDevice } from '../rules/known-devices.ts';

const faults = createFaultInjector();
let trusted: IdentityProvider;
let app: TestApp;
beforeAll(async () => {
  trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  app = await createTestApp({ faults, providers: () => Promise.resolve([trusted.settings]) });
});
afterAll(async () => {
  await app.close();
  await trusted.close();
});
beforeEach(() => app.resetLimits());

interface Door {
  readonly method: string;
  /** Makes the person and their proof. Answers the request that sends the proof. */
  prepare(email: string, agent: HttpAgent): Promise<() => Promise<AgentAnswer>>;
}

async function mailedLink(email: string): Promise<{ email: string; token: string }> {
  await app.client(app.agent()).session.requestLink.mutate({ email });
  const link = new URL(app.mailbox.linkOf(app.mailbox.last(email, 'Sign in')));
  return { email, token: link.searchParams.get('token') ?? '' };
}

/** All kinds of callers of `completeSignIn`. */
const DOORS: Readonly<Record<string, Door>> = {
  'a procedure': {
    method: 'email-link',
    async prepare(email, agent) {
      const link = await mailedLink(email);
      return () => agent.postJson('/trpc/session.confirmLink', link);
    },
  },
  'Auth.js’s form for a mailed link': {
    method: 'email-link',
    async prepare(email, agent) {
      const link = await mailedLink(email);
      const query = new URLSearchParams(link).toString();
      return () => agent.request(`/auth/callback/email?${query}`, { method: 'POST' });
    },
  },
  'Auth.js’s form for a password': {
    method: 'password',
    async prepare(email, agent) {
      await signUpWithPassword(app, email);
      const { csrfToken } = (await agent.request('/auth/csrf')).json() as { csrfToken: string };
      const fields = { csrfToken, email, password: PASSWORD };
      return () => agent.postForm('/auth/callback/credentials', fields);
    },
  },
  'Auth.js’s callback of a provider': {
    method: 'trusted',
    async prepare(email, agent) {
      const callback = await startProviderVisits(app).visitProvider(agent, trusted, { login: email, email });
      return () => agent.request(callback);
    },
  },
};

const cookiesNamed = (name: string, { setCookies }: AgentAnswer) =>
  setCookies.filter((cookie) => cookie.startsWith(`foyer.${name}=`));

const signInsLogged = () => app.logLines.filter(({ event }) => event === 'auth.sign-in').length;

async function userAt(email: string): Promise<UserDocument> {
  const user = await app.deps.collections.users.findOne({ email });
  if (!user) throw new Error('there is no such user');
  return user;
}

const activityOf = ({ _id }: UserDocument, method: string) =>
  app.deps.collections.activity.countDocuments({ userId: _id, kind: 'sign-in', method });

describe.each(Object.entries(DOORS))('a sign-in by %s', (door, { method, prepare }) => {
  const person = door.replaceAll(/\W+/g, '-').toLowerCase();

  it('sets one session cookie and one device cookie, and writes one line to log and activity', async () => {
    const email = `${person}@example.test`;
    const agent = app.agent();
    const handIn = await prepare(email, agent);
    const before = signInsLogged();
    const answer = await handIn();
    for (const name of ['session', 'device']) {
      const [cookie, ...others] = cookiesNamed(name, answer);
      expect(cookie).toMatch(/^(?=.*; Path=\/)(?=.*; HttpOnly)(?=.*; SameSite=Lax)(?=.*; Expires=)/);
      expect(others).toEqual([]);
    }
    const user = await userAt(email);
    const userId = user._id.toHexString();
    expect((await app.client(agent).session.get.query())?.user.id).toBe(userId);
    expect(findKnownDevice(app.deps, agent.cookies.get('foyer.device'), user)).not.toBeNull();
    expect(signInsLogged()).toBe(before + 1);
    expect(app.logLines.findLast(({ event }) => event === 'auth.sign-in')).toMatchObject({
      method,
      userId,
      requestId: answer.headers.get('x-request-id'),
      ip: expect.any(String),
    });
    expect(await activityOf(user, method)).toBe(1);
  });

  it('sets no cookie and writes no line when all sessions were ended in the meantime', async () => {
    const email = `ended-${person}@example.test`;
    const agent = app.agent();
    const handIn = await prepare(email, agent);
    const before = signInsLogged();
    const inserting = faults.holdBefore('sessions.insertOne');
    const answering = handIn();
    await inserting.reached;
    const user = await userAt(email);
    await app.deps.collections.users.updateOne(
      { _id: user._id },
      { $set: { sessions: [], sessionsValidFrom: app.deps.now() } },
    );
    inserting.release();
    const answer = await answering;
    expect([...cookiesNamed('session', answer), ...cookiesNamed('device', answer)]).toEqual([]);
    expect(await app.client(agent).session.get.query()).toBeNull();
    expect(signInsLogged()).toBe(before);
    expect(await activityOf(user, method)).toBe(0);
  });
});
