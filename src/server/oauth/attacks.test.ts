import { describe, expect } from 'vitest';
import { makeToken } from '../../testing/users/access-tokens.ts';
import { testWith } from '../../testing/app/fixture.ts';
import {
  answerOf,
  authorizationPath,
  authorize,
  createPkce,
  DESK_REDIRECT,
  OAUTH_CONFIGURATION,
  redeem,
  SHOP_REDIRECT,
  type RequestChanges,
} from '../../testing/oauth/flows.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';

/** The attacks of RFC 9700, section 4, and of RFC 8252, section 8, on requests and codes. `token-attacks.test.ts` has those on tokens. */

const it = testWith({ configuration: OAUTH_CONFIGURATION });

let victim: HttpAgent;
it.beforeAll(async ({ app }) => {
  victim = await app.signInByMail(uniqueEmail());
});

const EVIL = 'https://evil.example.test/callback';

describe('a redirect address that is not the declared one', () => {
  const shop = [
    EVIL,
    'https://shop.example.test.evil.example.test/callback',
    'https://shop.example.test@evil.example.test/callback',
    'https://shop.example.test:443/callback',
    'https://shop.example.test:8443/callback',
    'http://shop.example.test/callback',
    'HTTPS://shop.example.test/callback',
    'https://SHOP.example.test/callback',
    'https://shop.example.test./callback',
    'https://sub.shop.example.test/callback',
    'https://shop.example.test/Callback',
    'https://shop.example.test/callback/',
    'https://shop.example.test/callback/../../open-redirect',
    'https://shop.example.test//callback',
    'https://shop.example.test/%63allback',
    'https://shop.example.test/callback?next=https://evil.example.test',
    'https://shop.example.test/callback?',
    'https://shop.example.test/callback#',
    'https://shop.example.test/callback#fragment',
    'https://shop.example.test/callback%0d%0aset-cookie:a=b',
    'https://shop.example.test/callback\nhttps://evil.example.test',
    'https:\\\\shop.example.test\\callback',
    'https://shop.example.test\\@evil.example.test/callback',
    '//shop.example.test/callback',
    '/callback',
    'javascript:alert(1)//https://shop.example.test/callback',
    'data:text/html,https://shop.example.test/callback',
    ' https://shop.example.test/callback',
    'https://shop.example.test/callback ',
    'https://*.example.test/callback',
    'https://magazine.example.test/callback',
    '',
  ];
  const desk = [
    'http://127.0.0.1.evil.example.test/callback',
    'http://127.0.0.1@evil.example.test/callback',
    'http://127.0.0.1:1@evil.example.test/callback',
    'http://127.0.0.1:0x50/callback',
    'http://127.0.0.1:99999/callback',
    'http://127.0.0.1:/callback',
    'http://127.0.0.2:4711/callback',
    'http://localhost:4711/callback',
    'http://[::1]:4711/callback',
    'http://2130706433:4711/callback',
    'https://127.0.0.1:4711/callback',
    'http://127.0.0.1:4711/callback/',
    'http://127.0.0.1:4711/other',
    'http://127.0.0.1:4711/callback?a=b',
  ];

  it('gets a page and no redirect, with whatever else is wrong (security.md 50)', async () => {
    const requests: RequestChanges[] = [
      ...shop.map((redirect_uri) => ({ redirect_uri })),
      ...desk.map((redirect_uri) => ({ client_id: 'desk', redirect_uri })),
      { redirect_uri: EVIL, prompt: 'none' },
      { redirect_uri: EVIL, response_type: 'token', scope: 'unknown' },
      { redirect_uri: EVIL, code_challenge: null },
    ];
    for (const changes of requests) {
      const { status, location, text } = await victim.request(authorizationPath(createPkce(), changes));
      expect({ changes, status, location }).toEqual({ changes, status: 400, location: null });
      expect(text).not.toContain('evil.example.test');
    }
  });

  it('gets no redirect when the right one is beside it (security.md 50)', async () => {
    for (const path of [
      `${authorizationPath(createPkce())}&redirect_uri=${encodeURIComponent(EVIL)}`,
      `${authorizationPath(createPkce(), { redirect_uri: EVIL })}&redirect_uri=${encodeURIComponent(SHOP_REDIRECT)}`,
      `${authorizationPath(createPkce())}&client_id=magazine`,
      authorizationPath(createPkce(), { redirect_uri: null }),
      authorizationPath(createPkce(), { client_id: null }),
      authorizationPath(createPkce(), { client_id: 'Shop' }),
      authorizationPath(createPkce(), { client_id: '__proto__' }),
    ]) {
      expect((await victim.request(path)).location).toBeNull();
    }
  });

  it('gives no tokens for a code that went to the declared one (security.md 50)', async ({ app }) => {
    for (const redirect_uri of [EVIL, `${SHOP_REDIRECT}/`, '']) {
      expect(await redeem(app, await authorize(victim), { redirect_uri })).toMatchObject({
        status: 400,
      });
    }
  });
});

describe('an error', () => {
  const wrong: RequestChanges[] = [
    { response_type: 'token' },
    { response_type: 'code id_token' },
    { response_mode: 'fragment' },
    { response_mode: 'form_post' },
    { scope: 'openid unknown' },
    { resource: 'https://other.example.test' },
    { code_challenge: null },
    { request: 'eyJhbGciOiJub25lIn0.e30.' },
    { request_uri: EVIL },
    { state: `a state&redirect_uri=${EVIL}`, scope: 'unknown' },
  ];

  it('goes to the declared address alone, with the state and the issuer (security.md 50, 52)', async ({
    app,
  }) => {
    for (const change of wrong) {
      const answer = await victim.request(authorizationPath(createPkce(), change));
      expect(answer.location?.startsWith(`${SHOP_REDIRECT}?`)).toBe(true);
      const told = answerOf(answer);
      expect(told.get('error')).toMatch(/^[a-z_]+$/);
      expect(told.get('state')).toBe(change['state'] ?? 'a state');
      expect(told.get('iss')).toBe(app.origin);
      expect(told.has('code')).toBe(false);
      // Each name once, so that no library reads another one than the next.
      expect([...told.keys()]).toEqual([...new Set(told.keys())]);
    }
  });
});

describe('the answers of two servers that are mixed up', () => {
  it('are told apart by the issuer, which the metadata promises (security.md 52)', async ({ app }) => {
    const metadata = (await victim.request('/.well-known/openid-configuration')).json();
    expect(metadata).toMatchObject({
      issuer: app.origin,
      authorization_response_iss_parameter_supported: true,
    });
    const answer = await victim.request(authorizationPath(createPkce()));
    expect(answerOf(answer).getAll('iss')).toEqual([app.origin]);
  });
});

describe('state and nonce', () => {
  it('come back as they were sent, in the address and in the ID token (security.md 52)', async ({ app }) => {
    const state = 'a&code=b#c%20d+e"<é';
    const pkce = createPkce();
    const told = answerOf(await victim.request(authorizationPath(pkce, { state, nonce: 'a nonce' })));
    expect(told.getAll('state')).toEqual([state]);
    expect(told.getAll('code')).toHaveLength(1);
    const tokens = await redeem(app, { code: told.get('code') ?? '', verifier: pkce.verifier });
    const [, payload = ''] = tokens.id_token.split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ nonce: 'a nonce' });
  });
});

describe('a code', () => {
  it('gives nothing to a thief without its verifier, and nothing to anybody after that (security.md 51)', async ({
    app,
  }) => {
    const wrong = [createPkce().verifier, '', 'short'];
    for (const verifier of wrong) {
      const authorized = await authorize(victim);
      const stolen = await redeem(app, { ...authorized, verifier });
      expect(stolen).toMatchObject({ status: 400 });
      expect(stolen.access_token).toBeUndefined();
    }
    const authorized = await authorize(victim);
    await redeem(app, { ...authorized, verifier: createPkce().verifier });
    expect(await redeem(app, authorized)).toMatchObject({ error: 'invalid_grant' });
  });

  it('that is injected into the thief’s own sign-in fails by the verifier of that sign-in (security.md 51)', async ({
    app,
  }) => {
    const thief = await app.signInByMail(uniqueEmail());
    const [own, stolen] = [await authorize(thief), await authorize(victim)];
    expect(await redeem(app, { code: stolen.code, verifier: own.verifier })).toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('of one client gives nothing to another one (security.md 51, 53)', async ({ app }) => {
    const magazine = { client_id: 'magazine', redirect_uri: 'https://magazine.example.test/callback' };
    for (const changes of [magazine, { client_id: 'magazine' }, { client_id: 'desk' }]) {
      expect(await redeem(app, await authorize(victim), changes)).toMatchObject({ error: 'invalid_grant' });
    }
  });

  it('cannot be asked for without PKCE, nor with a challenge that shows the verifier (security.md 51)', async () => {
    const { verifier } = createPkce();
    const downgrades: RequestChanges[] = [
      { code_challenge: null, code_challenge_method: null },
      { code_challenge: null },
      { code_challenge: '' },
      { code_challenge_method: null },
      { code_challenge_method: 'plain', code_challenge: verifier },
      { code_challenge_method: 's256' },
      { code_challenge: 'short' },
    ];
    for (const change of downgrades) {
      const told = answerOf(await victim.request(authorizationPath(createPkce(), change)));
      expect({ change, error: told.get('error') }).toEqual({ change, error: 'invalid_request' });
    }
    const twice = `${authorizationPath(createPkce())}&code_challenge=${createPkce().challenge}`;
    expect(answerOf(await victim.request(twice)).get('error')).toBe('invalid_request');
  });
});

describe('whoever is not a person in a browser', () => {
  it('gets no code by an access token, which must make no session (security.md 33, 54)', async ({ app }) => {
    const { token } = await makeToken(app, victim);
    const { access_token } = await redeem(app, await authorize(victim));
    for (const bearer of [token, access_token]) {
      const headers = { authorization: `Bearer ${bearer}` };
      const answer = await app.agent().request(authorizationPath(createPkce()), { headers });
      expect(answer.location ?? '').not.toContain('code=');
      // Nor with the cookie beside it.
      const both = await victim.request(authorizationPath(createPkce()), { headers });
      expect(both.location ?? '').not.toContain('code=');
    }
  });
});

describe('a page of an attacker', () => {
  it('gets no code for a native app without the person’s click (security.md 54)', async ({ app }) => {
    const changes = { client_id: 'desk', redirect_uri: 'http://127.0.0.1:4711/callback' };
    const shown = await victim.request(authorizationPath(createPkce(), changes));
    expect(shown.location === null ? '' : new URL(shown.location).origin).toBe(app.origin);
    expect(shown.location).not.toContain('code=');
    const silent = await victim.request(authorizationPath(createPkce(), { ...changes, prompt: 'none' }));
    expect(answerOf(silent).get('error')).toBe('interaction_required');
    // Signing in to it once changes nothing: another program can ask for the same address.
    const query = authorizationPath(createPkce(), changes).split('?')[1] ?? '';
    await app.client(victim).authorizations.approve.mutate({ request: query });
    const again = await victim.request(authorizationPath(createPkce(), changes));
    expect(again.location).not.toContain('code=');
  });

  it('cannot press the button in the person’s name (security.md 54)', async ({ app }) => {
    const query =
      authorizationPath(createPkce(), { client_id: 'desk', redirect_uri: DESK_REDIRECT }).split('?')[1] ?? '';
    const cookie = [...victim.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const foreign = { origin: 'https://evil.example.test', cookie };
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await rawRequest(app.origin, {
        method: 'POST',
        path: '/trpc/authorizations.approve',
        headers: { ...foreign, 'content-type': type },
        body: JSON.stringify({ request: query }),
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).not.toContain('code=');
    }
  });

  it('shows neither the request nor the question in a frame (security.md 54)', async () => {
    const native = { client_id: 'desk', redirect_uri: DESK_REDIRECT };
    const question = await victim.request(authorizationPath(createPkce(), native));
    for (const answer of [
      question,
      await victim.request(question.location ?? ''),
      await victim.request(authorizationPath(createPkce(), { client_id: 'unknown' })),
    ]) {
      expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    }
  });

  it('learns nothing from the Referer of the pages, and no cache keeps an answer (security.md 55)', async ({
    app,
  }) => {
    const answers = [
      await victim.request(authorizationPath(createPkce())),
      await app.agent().postForm('/oauth/token', { grant_type: 'authorization_code', client_id: 'shop' }),
    ];
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toContain('no-store');
      expect(headers.get('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/);
    }
  });

  it('finds no code and no token in an address but the client’s, because no endpoint takes one there (security.md 55)', async ({
    app,
  }) => {
    const { code, verifier } = await authorize(victim);
    const query = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'shop',
      redirect_uri: SHOP_REDIRECT,
      code,
      code_verifier: verifier,
    });
    const program = app.agent();
    expect((await program.request(`/oauth/token?${query.toString()}`)).status).toBe(405);
    expect((await program.postForm(`/oauth/token?${query.toString()}`, {})).status).toBe(400);
    const { access_token } = await redeem(app, { code, verifier });
    expect((await program.request(`/oauth/userinfo?access_token=${access_token}`)).status).toBe(401);
  });
});
