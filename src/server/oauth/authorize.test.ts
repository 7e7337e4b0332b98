import { describe, expect } from 'vitest';
import { AUTHORIZATION_ASKED_MAX_AGE_MS, HOUR_MS, MINUTE_MS } from '../../shared/limits.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { makeToken } from '../../testing/users/access-tokens.ts';
import { actorOf } from '../../testing/users/sessions.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { OFFICE, RESOURCE, SHOP } from '../../testing/oauth/clients.ts';
import {
  ask,
  redirectParameters,
  authorizePath,
  CODE_CLIENTS,
  NATIVE,
  tokensOfShop,
} from '../../testing/oauth/requests.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { decideAuthorization, readAuthorizationRequest } from '../domain/oauth/authorization-request.ts';
import { RATE_LIMITS, browserKey } from '../domain/rules/counters.ts';
import { makeProof } from '../domain/rules/proofs.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';

const it = testWith({ configuration: CODE_CLIENTS });
const HTML = { accept: 'text/html' };
const EVIL = 'https://evil.example/callback';

let signedIn: HttpAgent | undefined;
/** Shared by all tests that change nothing. */
const person = async (app: TestApp) => (signedIn ??= await app.signInByMail(uniqueEmail()));

const pathOf = (location: string | null) => new URL(location ?? 'none:').pathname;
const callbackOf = (location: string | null) =>
  new URL(location ?? 'none:').searchParams.get('callbackUrl') ?? '';

describe('a request whose answer must not redirect (security.md 50)', () => {
  it.for([
    ['an unknown client', { client_id: 'nobody' }, 'OAUTH_CLIENT_UNKNOWN'],
    ['a client in capitals', { client_id: 'Shop' }, 'OAUTH_CLIENT_UNKNOWN'],
    ['the name of a prototype', { client_id: '__proto__' }, 'OAUTH_CLIENT_UNKNOWN'],
    ['no client', { client_id: undefined }, 'OAUTH_CLIENT_UNKNOWN'],
    ['no redirect address', { redirect_uri: undefined }, 'OAUTH_REDIRECT_UNKNOWN'],
    ['an empty redirect address', { redirect_uri: '' }, 'OAUTH_REDIRECT_UNKNOWN'],
    ['a longer redirect address', { redirect_uri: `${SHOP.redirects[0]}/more` }, 'OAUTH_REDIRECT_UNKNOWN'],
    ['the address of another client', { redirect_uri: NATIVE.redirects[0] }, 'OAUTH_REDIRECT_UNKNOWN'],
    [
      'a foreign address, with whatever else is wrong',
      { redirect_uri: EVIL, prompt: 'none', response_type: 'token', code_challenge: undefined },
      'OAUTH_REDIRECT_UNKNOWN',
    ],
  ] as const)('shows a page for %s', async ([, changes, code], { app }) => {
    const browser = await person(app);
    const answer = await browser.request(authorizePath(changes), { headers: HTML });
    expect([answer.status, answer.location]).toEqual([400, null]);
    expect(answer.text).toContain(code);
    expect(answer.text).not.toContain('evil.example');
  });

  it.for([
    ['client_id', authorizePath(), 'office'],
    ['redirect_uri', authorizePath(), EVIL],
    ['redirect_uri', authorizePath({ redirect_uri: EVIL }), SHOP.redirects[0] ?? ''],
  ] as const)('shows a page for two values of %s', async ([name, path, second], { app }) => {
    const answer = await (await person(app)).request(`${path}&${name}=${encodeURIComponent(second)}`);
    expect([answer.status, answer.location]).toEqual([400, null]);
  });
});

describe('a request that the client learns to be wrong', () => {
  it.for([
    ['no response_type', { response_type: undefined }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['another response_mode', { response_mode: 'fragment' }, 'unsupported_response_mode'],
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['PKCE without a method', { code_challenge_method: undefined }, 'invalid_request'],
    ['PKCE by plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE by s256', { code_challenge_method: 's256' }, 'invalid_request'],
    ['a method without a code_challenge', { code_challenge: undefined }, 'invalid_request'],
    ['an empty code_challenge', { code_challenge: '' }, 'invalid_request'],
    ['a short code_challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['a scope that is not declared', { scope: 'openid orders:write' }, 'invalid_scope'],
    ['a resource that is not declared', { resource: 'https://undeclared.example.test/' }, 'invalid_target'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['a request_uri', { request_uri: EVIL }, 'request_uri_not_supported'],
    ['a registration', { registration: '{}' }, 'registration_not_supported'],
    ['a state with another address', { state: `s&redirect_uri=${EVIL}`, scope: 'unknown' }, 'invalid_scope'],
    ['a long nonce', { nonce: 'n'.repeat(256) }, 'invalid_request'],
    [
      'a request that is too long',
      { state: 's'.repeat(1000), nonce: 'n'.repeat(255), acr_values: 'x'.repeat(900) },
      'invalid_request',
    ],
    ['prompt=none with another', { prompt: 'none login' }, 'invalid_request'],
    ['an unknown prompt', { prompt: 'create' }, 'invalid_request'],
    ['the choice of an account', { prompt: 'select_account' }, 'account_selection_required'],
    ['a max_age that is no number', { max_age: '-1' }, 'invalid_request'],
  ] as const)('says so for %s (security.md 50, 51, 52)', async ([, changes, error], { app }) => {
    const answer = await (await person(app)).request(authorizePath(changes));
    expect(answer.status).toBe(303);
    expect(answer.location?.startsWith(`${SHOP.redirects[0]}?`)).toBe(true);
    expect(redirectParameters(answer)).toEqual({
      error,
      error_description: expect.any(String) as string,
      state: (changes as { state?: string }).state ?? 'a-state',
      iss: app.origin,
    });
    // Each parameter once, so that two libraries read the same.
    expect(new URL(answer.location ?? '').searchParams.size).toBe(4);
  });

  it('says so for two values of a parameter, and for a long state, which it does not repeat', async ({
    app,
  }) => {
    const browser = await person(app);
    for (const second of ['scope=openid', 'code_challenge=another']) {
      const twice = await browser.request(`${authorizePath()}&${second}`);
      expect(redirectParameters(twice)).toMatchObject({ error: 'invalid_request', state: 'a-state' });
    }
    const long = await ask(browser, { state: 's'.repeat(1025) });
    expect([long['error'], long['state']]).toEqual(['invalid_request', undefined]);
  });
});

describe('a right request of a signed-in person', () => {
  it('leads straight back with code, state and issuer, in no cache, no Referer and no frame (security.md 52, 54, 55)', async ({
    app,
  }) => {
    const browser = await person(app);
    const state = 'a&code=b#c%20d+e"<é';
    const answer = await browser.request(
      authorizePath({ scope: 'openid profile orders:read', resource: RESOURCE, state }),
    );
    expect(answer.status).toBe(303);
    expect(redirectParameters(answer)).toEqual({
      code: expect.any(String) as string,
      state,
      iss: app.origin,
    });
    expect(new URL(answer.location ?? '').searchParams.size).toBe(3);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
    });
    expect(JSON.stringify(app.logLines)).not.toContain(redirectParameters(answer)['code']);
  });

  it('lets a form without script lead to the site of a client', async ({ app }) => {
    const { headers } = await app.agent().request('/sign-in');
    expect(headers.get('content-security-policy')).toMatch(
      /form-action 'self'[^;]* https:\/\/shop\.example\.test/,
    );
  });

  it('answers a POST by the same request as GET, because the session’s cookie comes with that', async ({
    app,
  }) => {
    const path = authorizePath();
    const fields = Object.fromEntries(new URL(path, app.origin).searchParams);
    const answer = await app
      .agent()
      .postForm('/oauth/authorize', fields, { origin: 'https://shop.example.test' });
    expect([answer.status, answer.location]).toEqual([303, app.origin + path]);
  });

  it('makes no code for HEAD', async ({ app }) => {
    const before = await app.deps.collections.authorizationCodes.countDocuments();
    expect((await (await person(app)).request(authorizePath(), { method: 'HEAD' })).status).toBe(405);
    expect(await app.deps.collections.authorizationCodes.countDocuments()).toBe(before);
  });

  it('asks the person on a page each time before a native app gets a code (security.md 54)', async ({
    app,
  }) => {
    const browser = await person(app);
    const path = authorizePath({ redirect_uri: 'http://127.0.0.1:49152/callback' }, NATIVE);
    const leadsTo = async () => (await browser.request(path)).location;
    expect(await leadsTo()).toBe(app.origin + path.replace('/oauth/authorize', '/continue'));
    await app.client(browser).authorizations.approve.mutate({ request: path.split('?')[1] ?? '' });
    // Another program may ask for the same address.
    expect(await leadsTo()).toBe(app.origin + path.replace('/oauth/authorize', '/continue'));
    expect((await ask(browser, { prompt: 'none' }, NATIVE))['error']).toBe('interaction_required');
  });

  it('gives no code for a bearer token, also beside the cookie (security.md 33, 54)', async ({ app }) => {
    const browser = await person(app);
    const { token } = await makeToken(app, browser);
    const { access_token } = await tokensOfShop(app, browser);
    for (const bearer of [token, access_token]) {
      const headers = { authorization: `Bearer ${bearer}` };
      for (const each of [app.agent(), browser])
        expect((await each.request(authorizePath(), { headers })).location ?? '').not.toContain('code=');
    }
  });
});

describe('what is asked of the person first', () => {
  it('is the ordinary sign-in, which leads back to the request', async ({ app }) => {
    const path = authorizePath({ login_hint: 'ada@example.test' });
    const { location } = await app.agent().request(path);
    expect(pathOf(location)).toBe('/sign-in');
    expect(callbackOf(location)).toBe(path);
    expect(new URL(location ?? '').searchParams.get('email')).toBe('ada@example.test');
    expect(await ask(app.agent(), { prompt: 'none' })).toMatchObject({
      error: 'login_required',
      state: 'a-state',
      iss: app.origin,
    });
  });

  it.for([
    ['prompt=login', { prompt: 'login' }, false],
    ['max_age=0', { max_age: '0' }, false],
    ['an old sign-in and max_age', { max_age: '600' }, true],
  ] as const)('is a new sign-in for %s, once', async ([, changes, isOld], { app }) => {
    const browser = await app.signInByMail(uniqueEmail());
    if (isOld) await app.ageSignIn(browser, HOUR_MS);
    const asked = await browser.request(authorizePath(changes));
    expect(pathOf(asked.location)).toBe('/verify');
    expect(new URL(asked.location ?? '').searchParams.get('level')).toBe('1');
    const back = callbackOf(asked.location);
    await app.ageSignIn(browser, HOUR_MS);
    const again = await browser.request(back);
    expect(pathOf(again.location)).toBe('/verify');
    // What says since when a sign-in counts is for this request only, and cannot be made up.
    const madeUp = new URL(back, app.origin);
    madeUp.searchParams.set('foyer_since', '0');
    expect(pathOf((await browser.request(madeUp.href)).location)).toBe('/verify');
    const moved = new URL(back, app.origin);
    moved.searchParams.set('state', 'another');
    await app.ageSignIn(browser, 0);
    if (!isOld) expect(pathOf((await browser.request(moved.href)).location)).toBe('/verify');
    expect(redirectParameters(await browser.request(back))['code']).toBeDefined();
  });

  it('is a new sign-in again when the first question is more than an hour ago', async ({ app }) => {
    const browser = await app.signInByMail(uniqueEmail());
    const { location } = await browser.request(authorizePath({ prompt: 'login' }));
    await app.ageSignIn(browser, 0);
    app.advance(AUTHORIZATION_ASKED_MAX_AGE_MS - MINUTE_MS);
    expect(redirectParameters(await browser.request(callbackOf(location)))['code']).toBeDefined();
    app.advance(MINUTE_MS);
    expect(pathOf((await browser.request(callbackOf(location))).location)).toBe('/verify');
  });

  it('is nothing for a sign-in that is new enough, and an error for prompt=none', async ({ app }) => {
    const browser = await app.signInByMail(uniqueEmail());
    for (const changes of [{ max_age: '600' }, { prompt: 'none' }])
      expect((await ask(browser, changes))['code']).toBeDefined();
    await app.ageSignIn(browser, HOUR_MS);
    expect((await ask(browser, { max_age: '600', prompt: 'none' }))['error']).toBe('login_required');
  });

  it('is never a page for prompt=none, also when the session has had many codes', async ({ app }) => {
    const browser = await app.signInByMail(uniqueEmail());
    const { user, session } = await actorOf(app.deps, browser);
    const key = browserKey(user._id.toHexString(), session._id.toHexString());
    const used = Array.from({ length: RATE_LIMITS.authorization.refusal.browser.quarter }, () =>
      app.deps.rateLimits.consume('authorization', 'browser', key),
    );
    await Promise.all(used);
    for (const changes of [{ prompt: 'none' }, {}]) {
      const { status, location } = await browser.request(authorizePath(changes));
      expect([status, location?.startsWith(`${SHOP.redirects[0]}?`)]).toEqual([303, true]);
      expect(await ask(browser, changes)).toMatchObject({
        error: 'temporarily_unavailable',
        state: 'a-state',
      });
    }
  });

  it('is an error for prompt=none with a hint that is not an ID token of this person and client', async ({
    app,
  }) => {
    const browser = await app.signInByMail(uniqueEmail());
    const { id_token: own = '', access_token } = await tokensOfShop(app, browser);
    const { id_token: strange = '' } = await tokensOfShop(app, await person(app));
    app.advance(HOUR_MS);
    const ownHint = { prompt: 'none', id_token_hint: own };
    expect((await ask(browser, ownHint))['code']).toBeDefined();
    for (const id_token_hint of [strange, access_token, 'a hint', `${own}a`]) {
      expect((await ask(browser, { prompt: 'none', id_token_hint }))['error']).toBe('login_required');
      expect((await ask(browser, { id_token_hint }))['code']).toBeDefined();
    }
    expect((await ask(browser, ownHint, OFFICE))['error']).toBe('login_required');
  });

  it('is the second factor for acr_values=aal2, unless the session has it', async ({ app }) => {
    const browser = await app.signInByMail(uniqueEmail());
    const path = authorizePath({ acr_values: 'aal2' });
    const { location } = await browser.request(path);
    expect([pathOf(location), new URL(location ?? '').searchParams.get('level')]).toEqual(['/verify', '2']);
    expect(callbackOf(location)).toBe(path);
    const silent = await ask(browser, { acr_values: 'aal2', prompt: 'none' });
    expect(silent['error']).toBe('unmet_authentication_requirements');
    expect((await ask(browser, { acr_values: 'aal2 aal1' }))['code']).toBeDefined();
    const at = app.deps.now();
    const proofs = [makeProof({ kind: 'totp' }, at), makeProof({ kind: 'email-code' }, at)];
    await app.db.collection('sessions').updateOne({}, { $set: { proofs } }, { sort: { _id: -1 } });
    expect(redirectParameters(await browser.request(path))['code']).toBeDefined();
  });

  it('is the set-up of a second factor that the operator demands, and an administrator who acts as somebody gets no code', async ({
    app,
  }) => {
    const browser = await person(app);
    const { user, session } = await actorOf(app.deps, browser);
    const parameters = new URL(authorizePath(), app.origin).searchParams;
    const request = readAuthorizationRequest(app.deps, parameters);
    const settings = { ...app.deps.settings, secondFactor: 'everyone' as const };
    const step = decideAuthorization({ ...app.deps, settings }, request, { user, session });
    expect(step).toMatchObject({ kind: 'enrolment' });
    expect('path' in step && step.path).toMatch(/^\/set-up-second-factor\?callbackUrl=%2Foauth%2Fauthorize/);
    const impersonation = {
      administratorId: user._id,
      administratorName: 'Ada',
      administratorSessionId: session._id,
      reason: 'a reason',
    };
    expect(() =>
      decideAuthorization(app.deps, request, { user, session: { ...session, impersonation } }),
    ).toThrow(expect.objectContaining({ code: 'access_denied', redirectUri: SHOP.redirects[0] }));
  });
});
