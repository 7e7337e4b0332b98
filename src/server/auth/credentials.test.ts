import { describe, expect } from 'vitest';
import { RATE_LIMITS } from '../domain/rules/counters.ts';
import { moved, type HttpAgent } from '../../testing/app/http-agent.ts';
import { OTHER_PASSWORD, PASSWORD, signUpWithPassword } from '../../testing/sign-in/passwords.ts';
import { it } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';

const EMAIL = 'form@example.test';

it.beforeAll(async ({ app }) => {
  await signUpWithPassword(app, EMAIL);
});

async function post(
  agent: HttpAgent,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ at: URL; status: number }> {
  const { location, status } = await agent.postAuthForm('/auth/callback/credentials', fields, headers);
  return { at: new URL(location ?? 'none:'), status };
}

const sessionOf = (app: TestApp, agent: HttpAgent) => app.client(agent).session.get.query();

describe('a form post to <prefix>/callback/credentials, without JavaScript', () => {
  it.for(['email', 'username'])(
    'with %s and password ends in a session in the database',
    async (field, { app }) => {
      const agent = app.agent();
      const { at, status } = await post(agent, {
        [field]: EMAIL,
        password: PASSWORD,
        callbackUrl: '/account/sign-in-methods',
      });
      expect([status, at.origin, at.pathname]).toEqual([303, app.origin, '/account/sign-in-methods']);
      expect(await sessionOf(app, agent)).toMatchObject({ user: { email: EMAIL } });
      const authJs = (await agent.request('/auth/session')).json();
      expect(authJs).toMatchObject({ user: { email: EMAIL } });
      expect(app.logLines).toContainEqual(
        expect.objectContaining({ event: 'auth.sign-in', method: 'password' }),
      );
      await app.client(agent).session.signOut.mutate();
      expect(await sessionOf(app, agent)).toBeNull();
    },
  );

  it('replaces the browser’s session and makes the browser known', async ({ app }) => {
    const agent = await app.signInByMail('before@example.test');
    const replay = moved(agent, app);
    await post(agent, { email: EMAIL, password: PASSWORD });
    expect(await sessionOf(app, replay)).toBeNull();
    expect(agent.cookies.get('foyer.device')).toMatch(/^[0-9a-f]{24}\./);
  });

  it('answers the URL to a program (X-Auth-Return-Redirect)', async ({ app }) => {
    const agent = app.agent();
    const body = { csrfToken: await agent.csrfToken(), email: EMAIL, password: PASSWORD };
    const answer = await agent.postJson('/auth/callback/credentials', body, {
      'x-auth-return-redirect': '1',
    });
    expect([answer.status, answer.json()]).toEqual([200, { url: `${app.origin}/` }]);
    expect(await sessionOf(app, agent)).not.toBeNull();
  });

  it.for<[string, Record<string, string>]>([
    ['a wrong password', { email: EMAIL, password: OTHER_PASSWORD }],
    ['an unknown address', { email: 'nobody@example.test', password: PASSWORD }],
    ['no password', { email: EMAIL }],
    ['something that is no address', { email: 'x', password: PASSWORD }],
    ['a password of 5,000 characters', { email: EMAIL, password: 'x'.repeat(5000) }],
  ])(
    'with %s ends in CredentialsSignin on the sign-in page, with the way back',
    async ([_what, fields], { app }) => {
      const agent = app.agent();
      const { at } = await post(agent, { ...fields, callbackUrl: '/account/x' });
      expect([at.pathname, at.searchParams.get('error'), at.searchParams.get('callbackUrl')]).toEqual([
        '/sign-in',
        'CredentialsSignin',
        '/account/x',
      ]);
      expect(await sessionOf(app, agent)).toBeNull();
    },
  );

  it('without the CSRF token, or from another origin, signs nobody in (security.md 20)', async ({ app }) => {
    const fields = { email: EMAIL, password: PASSWORD };
    const without = app.agent();
    const answer = await without.postForm('/auth/callback/credentials', fields);
    expect(new URL(answer.location ?? '').searchParams.get('error')).toBe('Signin');
    const foreign = app.agent();
    expect((await post(foreign, fields, { origin: 'https://evil.test' })).status).toBe(403);
    expect([await sessionOf(app, without), await sessionOf(app, foreign)]).toEqual([null, null]);
  });

  it('does not end a provider’s flow in another tab when it fails', async ({ app }) => {
    const agent = app.agent();
    agent.cookies.set('foyer.state', 'of another tab');
    await post(agent, { email: EMAIL, password: OTHER_PASSWORD });
    expect(agent.cookies.has('foyer.state')).toBe(true);
  });

  it('shares the counter of guesses with the procedure and answers retryAfter', async ({ app }) => {
    const agent = app.agent();
    for (let i = 0; i < RATE_LIMITS.password.pause.account.quarter; i++)
      await post(agent, { email: EMAIL, password: `guess number ${i}` });
    const signIn = () => app.agent().postJson('/trpc/password.signIn', { email: EMAIL, password: PASSWORD });
    const { at } = await post(agent, { email: EMAIL, password: PASSWORD });
    expect(at.pathname).toBe('/sign-in');
    expect(at.searchParams.get('error')).toBe('PROOF_OF_WORK_REQUIRED');
    expect((await signIn()).json()).toMatchObject({ error: { data: { appCode: 'PROOF_OF_WORK_REQUIRED' } } });
    await app.db
      .collection('rate_limits')
      .updateOne(
        { key: `password-account-day:${EMAIL}` },
        { $set: { points: RATE_LIMITS.password.refusal.account.day + 1 } },
      );
    const { at: later } = await post(agent, { email: EMAIL, password: PASSWORD });
    expect(later.searchParams.get('error')).toBe('RATE_LIMITED');
    expect(Number(later.searchParams.get('retryAfter'))).toBeGreaterThan(0);
    expect((await signIn()).json()).toMatchObject({ error: { data: { appCode: 'RATE_LIMITED' } } });
  });
});
