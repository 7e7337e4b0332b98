import { tracesOf } from '../../../testing/database/traces.ts';
import { describe, expect } from 'vitest';
import {
  DAY_MS,
  SESSION_ABSOLUTE_MAX_AGE_MS,
  SESSION_MAX_AGE_MS,
  VERIFICATION_TOKEN_MAX_AGE_MS,
} from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { hashToken } from '../../crypto/secrets.ts';
import { sessionIn } from '../../../testing/sign-in/sign-in-answers.ts';

async function requestMail(app: TestApp, email: string, agent = app.agent()) {
  const trpc = app.client(agent);
  await trpc.session.requestLink.mutate({ email, callbackUrl: '/account/sign-in-methods' });
  const mail = app.mailbox.last(email);
  const token = new URL(app.mailbox.linkOf(mail)).searchParams.get('token') ?? '';
  const code = app.mailbox.codeOf(mail);
  return { agent, trpc, email, code, token, byLink: { email, token }, byCode: { email, code } };
}

describe('session.get', () => {
  it('has exactly the documented shape', async ({ app }) => {
    const agent = await app.signInByMail('shape@example.test');
    const session = await app.client(agent).session.get.query();
    expect(session).toEqual({
      user: {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: null,
        email: 'shape@example.test',
        image: null,
        data: {},
      },
      expires: expect.stringMatching(/Z$/),
      authenticatedAt: expect.stringMatching(/Z$/),
      proofs: [{ method: 'email-code', factor: 'inbox', at: expect.stringMatching(/Z$/) }],
      amr: [],
      aal: 1,
      roles: [],
      permissions: [],
      impersonation: null,
      via: { kind: 'cookie' },
    });
  });

  it('does not clear an ended session’s cookie, because another tab may have a new one', async ({ app }) => {
    const agent = app.agent();
    agent.cookies.set('foyer.session', 'x'.repeat(43));
    expect(await app.client(agent).session.get.query()).toBeNull();
    expect(agent.cookies.has('foyer.session')).toBe(true);
  });

  it('ignores a session cookie that is sent with two values (security.md 19)', async ({ app }) => {
    const agent = await app.signInByMail('twice@example.test');
    const mine = agent.cookies.get('foyer.session') ?? '';
    const answer = await app.agent().request('/trpc/session.get', {
      headers: { cookie: `foyer.session=${'x'.repeat(43)}; foyer.session=${mine}` },
    });
    expect(answer.json()).toEqual({ result: { data: null } });
  });
});

describe('the session cookie', () => {
  it('has 32 random bytes, and only its hash is stored (security.md 9, 13)', async ({ app }) => {
    const { trpc, agent, email, token } = await requestMail(app, 'cookie@example.test');
    await trpc.session.confirmLink.mutate({ email, token });
    const value = agent.cookies.get('foyer.session') ?? '';
    expect(Buffer.from(value, 'base64url')).toHaveLength(32);
    const stored = await app.db.collection('sessions').findOne({ sessionToken: hashToken(value) });
    expect(stored).toMatchObject({
      ip: expect.any(String),
      createdAt: expect.any(Date),
      authenticatedAt: expect.any(Date),
    });
    expect(await tracesOf(app.db, [value, token])).toEqual({});
  });

  it('is valid for 30 days and renewed when used after a day, but not before', async ({ app }) => {
    const agent = await app.signInByMail('renew@example.test');
    const trpc = app.client(agent);
    const first = await trpc.session.get.query();
    const early = await agent.request('/trpc/session.get');
    expect(early.setCookies).toEqual([]);
    app.advance(DAY_MS + 1000);
    const late = await agent.request('/trpc/session.get');
    expect(late.setCookies).toHaveLength(1);
    expect(late.setCookies[0]).toMatch(/^foyer\.session=.*Expires=.*HttpOnly.*SameSite=Lax/);
    const second = await trpc.session.get.query();
    expect(Date.parse(second?.expires ?? '')).toBeGreaterThan(Date.parse(first?.expires ?? '') + DAY_MS / 2);
    expect(Date.parse(second?.expires ?? '') - app.deps.now().getTime()).toBeLessThanOrEqual(
      SESSION_MAX_AGE_MS,
    );
  });

  it('ends after 30 days without use and at its maximum age (security.md 14)', async ({ app }) => {
    const agent = await app.signInByMail('idle@example.test');
    app.advance(SESSION_MAX_AGE_MS + 1000);
    expect(await app.client(agent).session.get.query()).toBeNull();

    const busy = await app.signInByMail('busy@example.test');
    for (let used = 0; used < SESSION_ABSOLUTE_MAX_AGE_MS; used += 20 * DAY_MS) {
      expect(await app.client(busy).session.get.query()).not.toBeNull();
      app.advance(20 * DAY_MS);
    }
    expect(await app.client(busy).session.get.query()).toBeNull();
  });

  it('ends when its user is deleted (GHSA-2vg6-77g8-24mp, security.md 15)', async ({ app }) => {
    const agent = await app.signInByMail('gone@example.test');
    await app.deps.collections.users.deleteOne({ email: 'gone@example.test' });
    expect(await app.client(agent).session.get.query()).toBeNull();
    expect(await appCodeOf(app.client(agent).profile.get.query())).toBe('SessionRequired');
  });
});

it('session.signOut ends the session, and a replayed cookie finds none (security.md 14)', async ({ app }) => {
  const agent = await app.signInByMail('out@example.test');
  const old = agent.cookies.get('foyer.session') ?? '';
  expect(await app.client(agent).session.signOut.mutate()).toEqual({ signedOut: true });
  expect(agent.cookies.has('foyer.session')).toBe(false);
  agent.cookies.set('foyer.session', old);
  expect(await appCodeOf(app.client(agent).profile.get.query())).toBe('SessionRequired');
});

describe('session.requestLink', () => {
  it('lower-cases the address, so that one person is one user', async ({ app }) => {
    await app.signInByMail('CaSe@Example.test'.toLowerCase());
    const { session } = app.client(app.agent());
    await session.requestLink.mutate({ email: ' CASE@example.TEST ' });
    const mail = app.mailbox.last('case@example.test');
    await session.signInWithCode.mutate({
      email: 'Case@Example.Test',
      code: app.mailbox.codeOf(mail),
    });
    expect(await app.deps.collections.users.countDocuments({ email: 'case@example.test' })).toBe(1);
  });

  it.for([
    ['a quote', '"attacker@evil.test"@example.test'],
    ['a comma (CVE-2022-35924)', 'a@example.test,b@evil.test'],
    ['a line break', 'a@example.test\r\nBcc: b@evil.test'],
    ['a look-alike @ (GHSA-7rqj-j65f-68wh)', 'a＠evil.test@example.test'],
    ['a soft hyphen', 'a\u00adb@example.test'],
    ['a group', 'all: a@example.test, b@evil.test;'],
    ['a display name', 'Ann <a@example.test>'],
    ['nothing', ''],
    ['300 characters', `${'a'.repeat(300)}@example.test`],
  ] as const)(
    'refuses an address with %s, and sends nothing (security.md 12)',
    async ([_what, email], { app }) => {
      const before = app.mailbox.messages.length;
      expect(await appCodeOf(app.client(app.agent()).session.requestLink.mutate({ email }))).toBe(
        'INVALID_INPUT',
      );
      expect(app.mailbox.messages).toHaveLength(before);
    },
  );

  it('limits mails to one address, also in one batch (security.md 11)', async ({ app }) => {
    const trpc = app.client(app.agent());
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, () => trpc.session.requestLink.mutate({ email: 'flood@example.test' })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const refused = tries.find((one): one is PromiseRejectedResult => one.status === 'rejected');
    expect(refused?.reason).toMatchObject({
      data: { appCode: 'RATE_LIMITED', retryAfter: expect.any(Number) },
    });
    expect(app.mailbox.messages.filter(({ to }) => to === 'flood@example.test')).toHaveLength(5);
  });

  it('fails with EmailSignin when the mail cannot be sent', async ({ app }) => {
    const { send } = app.mailbox;
    app.mailbox.send = () => Promise.reject(new Error('the mail server is away'));
    try {
      const call = app.client(app.agent()).session.requestLink.mutate({ email: 'nomail@example.test' });
      expect(await appCodeOf(call)).toBe('EmailSignin');
    } finally {
      app.mailbox.send = send;
    }
  });
});

describe('a link', () => {
  it('signs in once and returns to the page that the person wanted', async ({ app }) => {
    const { trpc, email, token } = await requestMail(app, 'once@example.test');
    const done = await trpc.session.confirmLink.mutate({
      email,
      token,
      callbackUrl: '/account/sign-in-methods',
    });
    expect(done.callbackUrl).toBe('/account/sign-in-methods');
    expect(sessionIn(done).user.email).toBe('once@example.test');
    expect(await appCodeOf(app.client(app.agent()).session.confirmLink.mutate({ email, token }))).toBe(
      'Verification',
    );
  });

  it('is invalid a second after its 24 hours and valid a second before', async ({ app }) => {
    const early = await requestMail(app, 'alive@example.test');
    app.advance(VERIFICATION_TOKEN_MAX_AGE_MS - 1000);
    await early.trpc.session.confirmLink.mutate(early.byLink);
    const late = await requestMail(app, 'late@example.test');
    app.advance(VERIFICATION_TOKEN_MAX_AGE_MS + 1000);
    expect(await appCodeOf(late.trpc.session.confirmLink.mutate(late.byLink))).toBe('Verification');
  });
});

describe('a code', () => {
  it('signs in once', async ({ app }) => {
    const { trpc, email, code } = await requestMail(app, 'code@example.test');
    await trpc.session.signInWithCode.mutate({ email, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(await appCodeOf(trpc.session.signInWithCode.mutate({ email, code }))).toBe('CODE_INVALID');
  });

  it('is invalid after five wrong ones, and the link still works (security.md 10)', async ({ app }) => {
    const { trpc, email, code, token } = await requestMail(app, 'wrong@example.test');
    const wrong = code === '000000' ? '000001' : '000000';
    const codes: string[] = [];
    for (let i = 0; i < 5; i++)
      codes.push(await appCodeOf(trpc.session.signInWithCode.mutate({ email, code: wrong })));
    expect(codes).toEqual([...Array<string>(4).fill('CODE_INVALID'), 'CODE_DEAD']);
    expect(await appCodeOf(trpc.session.signInWithCode.mutate({ email, code }))).toBe('CODE_DEAD');
    await trpc.session.confirmLink.mutate({ email, token });
  });
});
