import { describe, expect, vi } from 'vitest';
import { VERIFICATION_TOKEN_MAX_AGE_MS } from '../../../shared/limits.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { OTHER_PASSWORD, PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { identifierOf } from '../rules/verification-identifiers.ts';

const signUp = (app: TestApp, agent: HttpAgent, email: string, password = PASSWORD, name = 'Ada Lovelace') =>
  app.client(agent).password.signUp.mutate({ email, password, name });
const signIn = (app: TestApp, email: string, password: string) =>
  app.client(app.agent()).password.signIn.mutate({ email, password });
const userOf = (app: TestApp, email: string) => app.deps.collections.users.findOne({ email });

function answerMail(app: TestApp, agent: HttpAgent, email: string, by: 'link' | 'code') {
  const mail = app.mailbox.last(email);
  const { session } = app.client(agent);
  return by === 'code'
    ? session.signInWithCode.mutate({ email, code: app.mailbox.codeOf(mail) })
    : session.confirmLink.mutate({ email, token: app.mailbox.tokenOf(mail) });
}

describe('password.signUp', () => {
  it.for(['link', 'code'] as const)(
    'makes no user before the address is verified by the %s, and then user, session and password at once',
    async (by, { app }) => {
      const email = `up-${by}@example.test`;
      const agent = app.agent();
      expect(await signUp(app, agent, email)).toEqual({ email, resendAfter: expect.any(Number) });
      expect(await userOf(app, email)).toBeNull();
      expect(await appCodeOf(signIn(app, email, PASSWORD))).toBe('CredentialsSignin');
      const done = await answerMail(app, agent, email, by);
      expect(done).toMatchObject({
        signUp: 'password-set',
        session: { user: { email, name: 'Ada Lovelace' } },
      });
      expect(agent.cookies.has('foyer.sign-up')).toBe(false);
      await signIn(app, email, PASSWORD);
    },
  );

  it('returns to the page that the person wanted', async ({ app }) => {
    const email = 'way-back@example.test';
    const callbackUrl = '/account/sign-in-methods';
    const { password } = app.client(app.agent());
    const input = { email, password: PASSWORD, name: 'Ada' };
    await password.signUp.mutate({ ...input, callbackUrl });
    const { searchParams } = new URL(app.mailbox.linkOf(app.mailbox.last(email)));
    expect(searchParams.get('callbackUrl')).toBe(callbackUrl);
    const foreign = password.signUp.mutate({ ...input, callbackUrl: '//evil.test' });
    expect(await appCodeOf(foreign)).toBe('INVALID_INPUT');
  });

  it('refuses a password that the policy refuses, known address or not, and sends nothing (security.md 1, 3, 6)', async ({
    app,
  }) => {
    await app.signInByMail('known-weak@example.test');
    app.mailbox.clear();
    const answers = await Promise.all(
      ['known-weak@example.test', 'other-weak@example.test'].map(async (email) => {
        const input = { email, password: 'x', name: 'Ada' };
        const answer = await app.agent().postJson('/trpc/password.signUp', input);
        expect(answer.setCookies).toEqual([]);
        return answer.text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '');
      }),
    );
    expect(answers[0]).toContain('15 characters or more');
    expect(answers[1]).toBe(answers[0]);
    expect(app.mailbox.messages).toEqual([]);
  });

  it('answers a known address with the same bytes, mails its owner and changes nothing (security.md 6)', async ({
    app,
  }) => {
    const known = 'known-up@example.test';
    await signUpWithPassword(app, known);
    await app.signInByMail('plain-up@example.test');
    const addresses = [known, 'plain-up@example.test', 'fresh-up@example.test'];
    const hash = vi.spyOn(app.deps.passwordHashing, 'hash');
    const answers = await Promise.all(
      addresses.map(async (email) => {
        const body = { email, password: OTHER_PASSWORD, name: 'Eve' };
        const answer = await app.agent().postJson('/trpc/password.signUp', body);
        const headers = [...answer.headers].filter(
          ([name]) => !['x-request-id', 'date', 'set-cookie', 'content-length'].includes(name),
        );
        const cookies = answer.setCookies.map((cookie) =>
          cookie.replace(/=[\w-]{43,51};|Expires=[^;]*/g, '…'),
        );
        return { status: answer.status, headers, cookies, body: answer.text.replace(email, '') };
      }),
    );
    expect(answers[0]).toMatchObject({
      status: 200,
      cookies: [
        expect.stringMatching(/^foyer\.sign-up….*HttpOnly/),
        expect.stringMatching(/^foyer\.code-request….*HttpOnly/),
      ],
    });
    expect(answers).toEqual(addresses.map(() => answers[0]));
    // Without the same work, the time of the answer would show who has an account.
    expect(hash).toHaveBeenCalledTimes(addresses.length);
    hash.mockRestore();
    const { host } = new URL(app.origin);
    expect(addresses.map((email) => app.mailbox.last(email).subject)).toEqual([
      `You already have an account at ${host}`,
      `You already have an account at ${host}`,
      `Confirm your address for ${host}`,
    ]);
    expect(await appCodeOf(signIn(app, known, OTHER_PASSWORD))).toBe('CredentialsSignin');
    await signIn(app, known, PASSWORD);
  });

  it('never sets the password of a known address, not even in the same browser', async ({ app }) => {
    const email = 'owner-up@example.test';
    await app.signInByMail(email);
    const agent = app.agent();
    await signUp(app, agent, email);
    const done = await answerMail(app, agent, email, 'code');
    expect(done).not.toHaveProperty('signUp');
    expect((await userOf(app, email))?.password).toBeUndefined();
  });

  it('sets the password of the mail that was used, and ends the earlier mail', async ({ app }) => {
    const email = 'newest@example.test';
    const agent = app.agent();
    await signUp(app, agent, email, OTHER_PASSWORD, 'First');
    const first = app.mailbox.last(email);
    await signUp(app, agent, email, PASSWORD, 'Second');
    await answerMail(app, agent, email, 'link');
    const again = app.client(agent).session.confirmLink.mutate({ email, token: app.mailbox.tokenOf(first) });
    expect(await appCodeOf(again)).toBe('Verification');
    expect((await userOf(app, email))?.name).toBe('Second');
    expect(await appCodeOf(signIn(app, email, OTHER_PASSWORD))).toBe('CredentialsSignin');
    await signIn(app, email, PASSWORD);
  });

  it('stays open when the same browser requests the mail again', async ({ app }) => {
    const email = 'resend@example.test';
    const agent = app.agent();
    await signUp(app, agent, email);
    await app.client(agent).session.requestLink.mutate({ email });
    expect(app.mailbox.last(email).subject).toContain('Confirm your address');
    expect(await answerMail(app, agent, email, 'code')).toMatchObject({ signUp: 'password-set' });
    await signIn(app, email, PASSWORD);
  });

  it('expires after 24 hours', async ({ app }) => {
    const email = 'late-up@example.test';
    const agent = app.agent();
    await signUp(app, agent, email);
    app.advance(VERIFICATION_TOKEN_MAX_AGE_MS + 1000);
    expect(await appCodeOf(answerMail(app, agent, email, 'link'))).toBe('Verification');
    expect(await userOf(app, email)).toBeNull();
  });
});

describe('a password that an unknown caller chose for an address (arXiv 2205.10174, security.md 31)', () => {
  const attackers = OTHER_PASSWORD;

  it('is not set when the owner opens the link of the unknown caller’s mail in her own browser', async ({
    app,
  }) => {
    const email = 'victim@example.test';
    await signUp(app, app.agent(), email, attackers, 'Eve');
    const owner = app.agent();
    expect(await appCodeOf(answerMail(app, owner, email, 'code'))).toBe('CODE_OTHER_BROWSER');
    const done = await answerMail(app, owner, email, 'link');
    expect(done).toMatchObject({ signUp: 'password-left-out', session: { user: { email, name: null } } });
    expect(await appCodeOf(signIn(app, email, attackers))).toBe('CredentialsSignin');
    await app.client(owner).password.set.mutate({ password: PASSWORD });
    await signIn(app, email, PASSWORD);
  });

  it('is not set when the owner requests her own mail, before or after it', async ({ app }) => {
    const email = 'asks-herself@example.test';
    const attacker = app.agent();
    await signUp(app, attacker, email, attackers, 'Eve');
    await app.signInByMail(email);
    expect((await userOf(app, email))?.password).toBeUndefined();
    // The password does not come back, because the address has an owner now.
    await app.client(attacker).session.requestLink.mutate({ email });
    await signUp(app, attacker, email, attackers, 'Eve');
    await app.signInByMail(email);
    expect(await appCodeOf(signIn(app, email, attackers))).toBe('CredentialsSignin');
  });

  it('does not mix with her own sign-up: each mail belongs to the browser that requested it', async ({
    app,
  }) => {
    const email = 'both-sign-up@example.test';
    const owner = app.agent();
    await signUp(app, owner, email, PASSWORD, 'Ada');
    const attacker = app.agent();
    await signUp(app, attacker, email, attackers, 'Eve');
    // Her browser has a sign-up of its own, but this mail belongs to another one.
    expect(await answerMail(app, owner, email, 'link')).toMatchObject({ signUp: 'password-left-out' });
    expect(await appCodeOf(signIn(app, email, attackers))).toBe('CredentialsSignin');
    expect(await appCodeOf(signIn(app, email, PASSWORD))).toBe('CredentialsSignin');
  });

  it('never replaces a password that was set in the meantime', async ({ app }) => {
    const email = 'meanwhile@example.test';
    const slow = app.agent();
    await signUp(app, slow, email, attackers, 'Slow');
    const mail = app.mailbox.last(email);
    const { verificationTokens } = app.deps.collections;
    const row = await verificationTokens.findOne({ identifier: identifierOf('sign-in', email) });
    await signUpWithPassword(app, email);
    if (row) await verificationTokens.insertOne(row);
    const token = app.mailbox.tokenOf(mail);
    const done = await app.client(slow).session.confirmLink.mutate({ email, token });
    expect(done).toMatchObject({ signUp: 'password-left-out', session: { user: { name: 'Ada Lovelace' } } });
    await signIn(app, email, PASSWORD);
  });
});
