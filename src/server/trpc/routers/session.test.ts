import { documentsNaming } from '../../../testing/database/documents-naming.ts';
import { describe, expect } from 'vitest';
import {
  DAY_MS,
  SESSION_ABSOLUTE_MAX_AGE_MS,
  SESSION_MAX_AGE_MS,
  VERIFICATION_TOKEN_MAX_AGE_MS,
} from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { it } from '../../../testing/app/fixture.ts';
import { moved } from '../../../testing/app/http-agent.ts';
import { hashToken } from '../../crypto/secrets.ts';
import { wrongCode } from '../../../testing/sign-in/phones.ts';
import { sessionIn } from '../../../testing/sign-in/sign-in-answers.ts';

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
    const [agent, email] = [app.agent(), 'cookie@example.test'];
    const { token } = await app.requestMail(email);
    await app.client(agent).session.confirmLink.mutate({ email, token });
    const value = agent.cookies.get('foyer.session') ?? '';
    expect(Buffer.from(value, 'base64url')).toHaveLength(32);
    const stored = await app.db.collection('sessions').findOne({ sessionToken: hashToken(value) });
    expect(stored).toMatchObject({
      ip: expect.any(String),
      createdAt: expect.any(Date),
      authenticatedAt: expect.any(Date),
    });
    expect(await documentsNaming(app.db, [value, token])).toEqual({});
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
  const replay = moved(agent, app);
  expect(await app.client(agent).session.signOut.mutate()).toEqual({ signedOut: true });
  expect(agent.cookies.has('foyer.session')).toBe(false);
  expect(await appCodeOf(app.client(replay).profile.get.query())).toBe('SessionRequired');
});

describe('session.requestLink', () => {
  it('lower-cases the address, so that one person is one user', async ({ app }) => {
    await app.signInByMail('case@example.test');
    const { session } = app.client(app.agent());
    await session.requestLink.mutate({ email: ' CASE@example.TEST ' });
    const code = app.mailbox.codeOf(app.mailbox.last('case@example.test'));
    await session.signInWithCode.mutate({ email: 'Case@Example.Test', code });
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
    const email = 'once@example.test';
    const { token } = await app.requestMail(email);
    const callbackUrl = '/account/sign-in-methods';
    const confirm = () => app.client(app.agent()).session.confirmLink.mutate({ email, token, callbackUrl });
    const done = await confirm();
    expect(done.callbackUrl).toBe(callbackUrl);
    expect(sessionIn(done).user.email).toBe(email);
    expect(await appCodeOf(confirm())).toBe('Verification');
  });

  it('is invalid a second after its 24 hours and valid a second before', async ({ app }) => {
    const { session } = app.client(app.agent());
    const email = 'alive@example.test';
    const early = await app.requestMail(email);
    app.advance(VERIFICATION_TOKEN_MAX_AGE_MS - 1000);
    await session.confirmLink.mutate({ email, token: early.token });
    const late = await app.requestMail(email);
    app.advance(VERIFICATION_TOKEN_MAX_AGE_MS + 1000);
    expect(await appCodeOf(session.confirmLink.mutate({ email, token: late.token }))).toBe('Verification');
  });
});

describe('a code', () => {
  it('signs in once', async ({ app }) => {
    const [agent, email] = [app.agent(), 'code@example.test'];
    const { code } = await app.requestMail(email, agent);
    const { session } = app.client(agent);
    await session.signInWithCode.mutate({ email, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(await appCodeOf(session.signInWithCode.mutate({ email, code }))).toBe('CODE_INVALID');
  });

  it('is invalid after five wrong ones, and the link still works (security.md 10)', async ({ app }) => {
    const [agent, email] = [app.agent(), 'wrong@example.test'];
    const { token, code } = await app.requestMail(email, agent);
    const { session } = app.client(agent);
    const enter = (entered: string) => appCodeOf(session.signInWithCode.mutate({ email, code: entered }));
    for (let i = 0; i < 4; i++) expect(await enter(wrongCode(code))).toBe('CODE_INVALID');
    expect(await enter(wrongCode(code))).toBe('CODE_DEAD');
    expect(await enter(code)).toBe('CODE_DEAD');
    await session.confirmLink.mutate({ email, token });
  });
});
