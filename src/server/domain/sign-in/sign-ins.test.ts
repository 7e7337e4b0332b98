import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../testing/providers/identity-provider.ts';
import { OTHER_PASSWORD, PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { aNumber, verifyNumber, wrongCode } from '../../../testing/sign-in/phones.ts';
import { startProviderVisits } from '../../../testing/providers/provider-visits.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { HOUR_MS, SECOND_MS, SESSION_FRESH_MS } from '../../../shared/limits.ts';
import { FIRST_SIGN_IN_WITHIN_MS } from './expected-browser.ts';
import type { ActivityDocument, ActivityKind } from '../../database/activity-documents.ts';
import { runDueJobs } from '../job-runner.ts';

let trusted: IdentityProvider;

beforeAll(async () => {
  trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
});
const it = testWith({
  providers: () => Promise.resolve([trusted.settings]),
  settings: { phoneSignIn: true },
});
afterAll(async () => {
  await trusted.close();
});

let people = 0;
const newAddress = () => `sign-in-${people++}@example.test`;

async function rowsOf(app: TestApp, email: string, kind: ActivityKind): Promise<ActivityDocument[]> {
  const user = await app.deps.collections.users.findOne({ email });
  if (!user) throw new Error('there is no such user');
  return app.deps.collections.activity.find({ userId: user._id, kind }).sort({ at: 1 }).toArray();
}

/** The number of mails about a new device from now on. */
async function toldOf(app: TestApp, email: string): Promise<number> {
  await runDueJobs(app.deps);
  const told = app.mailbox.messages.filter(
    ({ to, subject }) => to === email && subject.startsWith('New sign-in'),
  );
  app.mailbox.clear();
  return told.length;
}

const signIn = (app: TestApp, email: string, password: string, agent = app.agent()) =>
  app.client(agent).password.signIn.mutate({ email, password });

async function signInByLink(app: TestApp, email: string, agent = app.agent()) {
  const { session } = app.client(agent);
  await session.requestLink.mutate({ email });
  const link = new URL(app.mailbox.linkOf(app.mailbox.last(email, 'Sign in')));
  await session.confirmLink.mutate({ email, token: link.searchParams.get('token') ?? '' });
  return agent;
}

/** The code of the next text message. The answer does not wait for the gateway. */
function newCodeTo(app: TestApp, number: string): Promise<string> {
  return vi.waitFor(() => {
    const newest = app.phonebox.messages.findLast(
      ({ to, text }) => to === number && text.includes('sign in'),
    );
    if (!newest) throw new Error('nothing was sent yet');
    return newest.text.slice(0, 6);
  });
}

describe('a sign-in', () => {
  it('is in the activity with its method and device, for every method', async ({ app }) => {
    const email = newAddress();
    const agent = await signUpWithPassword(app, email);
    const number = aNumber();
    await verifyNumber(app, agent, number);
    await signIn(app, email, PASSWORD);
    await signInByLink(app, email);
    const byPhone = app.client(app.agent()).session;
    await byPhone.requestPhoneCode.mutate({ phone: number });
    const code = await newCodeTo(app, number);
    await byPhone.signInWithPhoneCode.mutate({ phone: number, code });
    const form = app.agent();
    const { csrfToken } = (await form.request('/auth/csrf')).json() as { csrfToken: string };
    await form.postForm('/auth/callback/credentials', { csrfToken, email, password: PASSWORD });
    const rows = await rowsOf(app, email, 'sign-in');
    expect(rows.map(({ method }) => method)).toEqual([
      'email-code',
      'password',
      'email-link',
      'phone-code',
      'password',
    ]);
    expect(rows[0]).toMatchObject({ ip: expect.any(String), userAgent: expect.any(String), label: null });
  });

  it('with a provider is in the activity, and so is a sign-out', async ({ app }) => {
    const email = newAddress();
    const { agent } = await startProviderVisits(app).signIn(trusted, { login: email, email });
    expect(await rowsOf(app, email, 'sign-in')).toMatchObject([{ method: 'trusted' }]);
    await app.client(agent).session.signOut.mutate();
    await app.client(agent).session.signOut.mutate();
    expect(await rowsOf(app, email, 'sign-out')).toHaveLength(1);
  });

  it('is mailed on a new device, but not at the first sign-in and not on a known device', async ({ app }) => {
    const email = newAddress();
    const agent = await app.signInByMail(email);
    expect(await toldOf(app, email)).toBe(0);
    await app.client(agent).session.signOut.mutate();
    await app.signInByMail(email, agent);
    expect(await toldOf(app, email)).toBe(0);

    const elsewhere = await app.signInByMail(email);
    expect(await toldOf(app, email)).toBe(1);
    await app.signInByMail(email, elsewhere);
    expect(await toldOf(app, email)).toBe(0);

    // Much later, the first sign-in may be somebody else's.
    const late = newAddress();
    await app.signInByMail(late);
    await app.deps.collections.activity.deleteMany({});
    app.advance(FIRST_SIGN_IN_WITHIN_MS + SECOND_MS);
    await app.signInByMail(late);
    expect(await toldOf(app, late)).toBe(1);
  });

  it('with a provider is mailed on a new device only', async ({ app }) => {
    const email = newAddress();
    const { signIn: walkIn } = startProviderVisits(app);
    const { agent } = await walkIn(trusted, { login: email, email });
    await walkIn(trusted, { login: email, email }, agent);
    expect(await toldOf(app, email)).toBe(0);
    await walkIn(trusted, { login: email, email });
    await runDueJobs(app.deps);
    expect(app.mailbox.last(email, 'New sign-in').text).toContain('How: Trusted');
  });

  it('is mailed again on a device that was signed out remotely, but not on the one that did it', async ({
    app,
  }) => {
    const email = newAddress();
    const mine = await app.signInByMail(email);
    const theirs = await app.signInByMail(email);
    expect(await toldOf(app, email)).toBe(1);
    app.advance(2 * SECOND_MS);
    await app.client(mine).session.revokeOthers.mutate();
    await app.signInByMail(email, mine);
    expect(await toldOf(app, email)).toBe(0);
    await app.signInByMail(email, theirs);
    expect(await toldOf(app, email)).toBe(1);
  });
});

describe('failed tries', () => {
  it('make one line of activity per hour and method, with their number', async ({ app }) => {
    // Starts at the start of an hour.
    app.advance(HOUR_MS - (Date.now() % HOUR_MS));
    const email = newAddress();
    await signUpWithPassword(app, email);
    await Promise.all(Array.from({ length: 9 }, () => signIn(app, email, OTHER_PASSWORD).catch(() => null)));
    await vi.waitFor(async () => expect((await rowsOf(app, email, 'sign-in-failed'))[0]?.count).toBe(9));

    const { session } = app.client(app.agent());
    await session.requestLink.mutate({ email });
    const code = app.mailbox.codeOf(app.mailbox.last(email, 'Sign in'));
    for (let i = 0; i < 2; i++)
      await session.signInWithCode.mutate({ email, code: wrongCode(code) }).catch(() => null);
    await vi.waitFor(async () =>
      expect(
        (await rowsOf(app, email, 'sign-in-failed')).map(({ method, count }) => [method, count]),
      ).toEqual([
        ['password', 9],
        ['email-code', 2],
      ]),
    );

    app.advance(HOUR_MS);
    await signIn(app, email, OTHER_PASSWORD).catch(() => null);
    await vi.waitFor(async () => expect(await rowsOf(app, email, 'sign-in-failed')).toHaveLength(3));
  });

  it('by text message and in re-authentication are counted, too', async ({ app }) => {
    const email = newAddress();
    const agent = await signUpWithPassword(app, email);
    const number = aNumber();
    await verifyNumber(app, agent, number);
    const { session } = app.client(app.agent());
    await session.requestPhoneCode.mutate({ phone: number });
    const code = await newCodeTo(app, number);
    await session.signInWithPhoneCode.mutate({ phone: number, code: wrongCode(code) }).catch(() => null);
    await vi.waitFor(async () =>
      expect(await rowsOf(app, email, 'sign-in-failed')).toMatchObject([{ method: 'phone-code', count: 1 }]),
    );

    await app.ageSignIn(agent, SESSION_FRESH_MS + SECOND_MS);
    const again = app.client(agent).session.reauthenticate;
    await again.mutate({ method: 'password', password: OTHER_PASSWORD }).catch(() => null);
    await vi.waitFor(async () =>
      expect(await rowsOf(app, email, 're-authentication-failed')).toMatchObject([
        { method: 'password', count: 1 },
      ]),
    );
  });

  it('at an unknown address are not stored', async ({ app }) => {
    const email = newAddress();
    const before = await app.deps.collections.activity.countDocuments();
    await signIn(app, email, PASSWORD).catch(() => null);
    const { session } = app.client(app.agent());
    await session.requestLink.mutate({ email });
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    await session.signInWithCode.mutate({ email, code: wrongCode(code) }).catch(() => null);
    // When the later try of another person is stored, an earlier write would be stored, too.
    const other = newAddress();
    await signUpWithPassword(app, other);
    await signIn(app, other, OTHER_PASSWORD).catch(() => null);
    await vi.waitFor(async () => expect(await rowsOf(app, other, 'sign-in-failed')).toHaveLength(1));
    const ofOthers = ['sign-in', 'password-set', 'sign-in-failed'].length;
    expect(await app.deps.collections.activity.countDocuments()).toBe(before + ofOthers);
  });
});
