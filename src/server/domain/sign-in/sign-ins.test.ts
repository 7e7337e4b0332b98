import { afterAll, describe, expect, vi } from 'vitest';
import { HOUR_MS, SECOND_MS, SESSION_FRESH_MS } from '../../../shared/limits.ts';
import { keepWholeUser } from '../../../testing/users/enrolled-user.ts';
import { aSignedInUser, userAt } from '../../../testing/users/signed-in-users.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { AgentAnswer, HttpAgent } from '../../../testing/app/http-agent.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { createFaultInjector, whileHeld } from '../../../testing/faults/faults.ts';
import { startIdentityProvider } from '../../../testing/providers/identity-provider.ts';
import { startProviderVisits } from '../../../testing/providers/provider-visits.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import {
  aPersonWithPassword,
  OTHER_PASSWORD,
  signUpWithPassword,
} from '../../../testing/sign-in/passwords.ts';
import { aNumber, verifyNumber, wrongCode } from '../../../testing/sign-in/phones.ts';
import { ALL_ATTEMPTS, type Attempt } from '../../../testing/sign-in/sign-in-attempts.ts';
import type { ActivityKind } from '../../database/activity-documents.ts';
import { runDueJobs } from '../job-runner.ts';
import { findKnownDevice } from '../rules/known-devices.ts';
import { FIRST_SIGN_IN_WITHIN_MS } from './expected-browser.ts';

const faults = createFaultInjector();
const trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
afterAll(() => trusted.close());
const it = testWith({
  faults,
  providers: () => Promise.resolve([trusted.settings]),
  settings: { phoneSignIn: true },
});

async function textTo(app: TestApp, phone: string, agent: HttpAgent): Promise<string> {
  await app.client(agent).session.requestPhoneCode.mutate({ phone });
  return app.phonebox.codeTo(phone);
}

const wholeUser = keepWholeUser();

/** All kinds of callers of `completeSignIn`, with the method that they name. */
const METHODS: Readonly<Record<string, string>> = {
  'mailed link': 'email-link',
  'mailed link through Auth.js': 'email-link',
  'mailed code': 'email-code',
  'texted code': 'phone-code',
  password: 'password',
  'form of Auth.js with a password': 'password',
  'identity provider': 'trusted',
};
const CASES = ALL_ATTEMPTS.flatMap((attempt) => {
  const method = METHODS[attempt.name];
  return method === undefined ? [] : [[attempt.name, { method, attempt }] as const];
});

/** Somebody whom the first factor alone signs in, and a browser that keeps its newest answer. */
async function begin(app: TestApp, { method, attempt }: { method: string; attempt: Attempt }) {
  const person = await wholeUser(app, trusted);
  const { users } = app.deps.collections;
  await users.updateOne({ _id: person.userId }, { $unset: { totp: '', recoveryCodes: '' } });
  const agent = app.agent();
  const request = agent.request.bind(agent);
  let newest: AgentAnswer | undefined;
  agent.request = async (...sent) => (newest = await request(...sent));
  const rows = async () =>
    (await rowsOf(app, person.email, 'sign-in')).filter((row) => row.method === method);
  const earlier = (await rows()).length;
  return {
    email: person.email,
    agent,
    newRows: async () => (await rows()).slice(earlier),
    /** Answers the request with the proof, also when it is refused. */
    async signIn(): Promise<AgentAnswer> {
      await attempt.go({ app, person, trusted, untrusted: trusted }, agent).catch(() => null);
      if (!newest) throw new Error('nothing was sent');
      return newest;
    },
  };
}

const cookiesNamed = (name: string, { setCookies }: AgentAnswer) =>
  setCookies.filter((cookie) => cookie.startsWith(`foyer.${name}=`));
const signInsLogged = (app: TestApp) => app.logLines.filter(({ event }) => event === 'auth.sign-in').length;

async function rowsOf(app: TestApp, email: string, kind: ActivityKind) {
  const { _id: userId } = await userAt(app, email);
  return app.deps.collections.activity.find({ userId, kind }).sort({ at: 1 }).toArray();
}

describe.each(CASES)('a sign-in by %s', (_name, { method, attempt }) => {
  it('sets one session cookie and one device cookie, and writes one line to log and activity', async ({
    app,
  }) => {
    const { email, agent, newRows, signIn } = await begin(app, { method, attempt });
    const before = signInsLogged(app);
    const answer = await signIn();
    for (const name of ['session', 'device']) {
      const [cookie, ...others] = cookiesNamed(name, answer);
      expect(cookie).toMatch(/^(?=.*; Path=\/)(?=.*; HttpOnly)(?=.*; SameSite=Lax)(?=.*; Expires=)/);
      expect(others).toEqual([]);
    }
    const user = await userAt(app, email);
    const userId = user._id.toHexString();
    expect((await app.client(agent).session.get.query())?.user.id).toBe(userId);
    expect(findKnownDevice(app.deps, agent.cookies.get('foyer.device'), user)).not.toBeNull();
    expect(signInsLogged(app)).toBe(before + 1);
    const requestId = answer.headers.get('x-request-id');
    const line = { event: 'auth.sign-in', method, userId, requestId, ip: expect.any(String) };
    expect(app.logLines).toContainEqual(expect.objectContaining(line));
    expect(await newRows()).toMatchObject([
      { ip: expect.any(String), userAgent: expect.any(String), label: null },
    ]);
  });

  it('sets no cookie and writes no line when all sessions were ended in the meantime', async ({ app }) => {
    const { email, agent, newRows, signIn } = await begin(app, { method, attempt });
    const before = signInsLogged(app);
    const ended = { sessions: [], sessionsValidFrom: app.deps.now() };
    const answer = await whileHeld(faults, 'sessions.insertOne', signIn, () =>
      app.deps.collections.users.updateOne({ email }, { $set: ended }),
    );
    expect([...cookiesNamed('session', answer), ...cookiesNamed('device', answer)]).toEqual([]);
    expect(await app.client(agent).session.get.query()).toBeNull();
    expect(signInsLogged(app)).toBe(before);
    expect(await newRows()).toEqual([]);
  });
});

it('a sign-out is in the activity once', async ({ app }) => {
  const email = uniqueEmail();
  const { session } = app.client(await app.signInByMail(email));
  await session.signOut.mutate();
  await session.signOut.mutate();
  expect(await rowsOf(app, email, 'sign-out')).toHaveLength(1);
});

describe('the mail about a sign-in', () => {
  async function countNotices(app: TestApp, email: string): Promise<number> {
    await runDueJobs(app.deps);
    const notices = app.mailbox.messages.filter(
      ({ to, subject }) => to === email && subject.startsWith('New sign-in'),
    );
    app.mailbox.clear();
    return notices.length;
  }

  it('is sent for a new device, but not at the first sign-in and not for a known device', async ({ app }) => {
    const { email, agent } = await aSignedInUser(app);
    expect(await countNotices(app, email)).toBe(0);
    await app.client(agent).session.signOut.mutate();
    await app.signInByMail(email, agent);
    expect(await countNotices(app, email)).toBe(0);

    const elsewhere = await app.signInByMail(email);
    expect(await countNotices(app, email)).toBe(1);
    await app.signInByMail(email, elsewhere);
    expect(await countNotices(app, email)).toBe(0);

    // Much later, the first sign-in may be somebody else's.
    const late = uniqueEmail();
    await app.signInByMail(late);
    await app.deps.collections.activity.deleteMany({});
    app.advance(FIRST_SIGN_IN_WITHIN_MS + SECOND_MS);
    await app.signInByMail(late);
    expect(await countNotices(app, late)).toBe(1);
  });

  it('names the provider, and is sent for a new device only', async ({ app }) => {
    const email = uniqueEmail();
    const { signIn } = startProviderVisits(app);
    const { agent } = await signIn(trusted, { login: email, email });
    await signIn(trusted, { login: email, email }, agent);
    expect(await countNotices(app, email)).toBe(0);
    await signIn(trusted, { login: email, email });
    await runDueJobs(app.deps);
    expect(app.mailbox.last(email, 'New sign-in').text).toContain('How: Trusted');
  });

  it('is sent again for a device that was signed out remotely, but not for the one that did it', async ({
    app,
  }) => {
    const { email, agent: mine } = await aSignedInUser(app);
    const theirs = await app.signInByMail(email);
    expect(await countNotices(app, email)).toBe(1);
    app.advance(2 * SECOND_MS);
    await app.client(mine).session.revokeOthers.mutate();
    await app.signInByMail(email, mine);
    expect(await countNotices(app, email)).toBe(0);
    await app.signInByMail(email, theirs);
    expect(await countNotices(app, email)).toBe(1);
  });
});

describe('failed tries', () => {
  const tryPassword = (app: TestApp, email: string) =>
    app
      .client(app.agent())
      .password.signIn.mutate({ email, password: OTHER_PASSWORD })
      .catch(() => null);
  const tryCode = async (app: TestApp, email: string, times: number) => {
    const agent = app.agent();
    const code = wrongCode((await app.requestMail(email, agent)).code);
    for (let i = 0; i < times; i++)
      await app
        .client(agent)
        .session.signInWithCode.mutate({ email, code })
        .catch(() => null);
  };

  it('make one line of activity per hour and method, with their number', async ({ app }) => {
    app.advance(HOUR_MS - (Date.now() % HOUR_MS));
    const { email } = await aPersonWithPassword(app);
    await Promise.all(Array.from({ length: 9 }, () => tryPassword(app, email)));
    await vi.waitFor(async () => expect((await rowsOf(app, email, 'sign-in-failed'))[0]?.count).toBe(9));
    await tryCode(app, email, 2);
    await vi.waitFor(async () =>
      expect(await rowsOf(app, email, 'sign-in-failed')).toMatchObject([
        { method: 'password', count: 9 },
        { method: 'email-code', count: 2 },
      ]),
    );
    app.advance(HOUR_MS);
    await tryPassword(app, email);
    await vi.waitFor(async () => expect(await rowsOf(app, email, 'sign-in-failed')).toHaveLength(3));
  });

  it('by text message and in re-authentication are counted, too', async ({ app }) => {
    const { email, agent } = await aPersonWithPassword(app);
    const phone = aNumber();
    await verifyNumber(app, agent, phone);
    const elsewhere = app.agent();
    const code = wrongCode(await textTo(app, phone, elsewhere));
    await app
      .client(elsewhere)
      .session.signInWithPhoneCode.mutate({ phone, code })
      .catch(() => null);
    await vi.waitFor(async () =>
      expect(await rowsOf(app, email, 'sign-in-failed')).toMatchObject([{ method: 'phone-code', count: 1 }]),
    );

    await app.ageSignIn(agent, SESSION_FRESH_MS + SECOND_MS);
    const again = app.client(agent).session.reauthenticate;
    await again.mutate({ method: 'password', password: OTHER_PASSWORD }).catch(() => null);
    const failed = [{ method: 'password', count: 1 }];
    await vi.waitFor(async () =>
      expect(await rowsOf(app, email, 're-authentication-failed')).toMatchObject(failed),
    );
  });

  it('at an unknown address are not stored', async ({ app }) => {
    const email = uniqueEmail();
    const before = await app.deps.collections.activity.countDocuments();
    await tryPassword(app, email);
    await tryCode(app, email, 1);
    // Storing this later try of another person would also store an earlier write.
    const other = uniqueEmail();
    await signUpWithPassword(app, other);
    await tryPassword(app, other);
    await vi.waitFor(async () => expect(await rowsOf(app, other, 'sign-in-failed')).toHaveLength(1));
    const ofOthers = ['sign-in', 'password-set', 'sign-in-failed'].length;
    expect(await app.deps.collections.activity.countDocuments()).toBe(before + ofOthers);
  });
});
