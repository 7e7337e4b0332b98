import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentityProvider, type IdentityProvider, type PersonsAnswer } from './identity-provider.ts';
import { formOf, type HttpBrowser } from '../app/http-browser.ts';
import { rawRequest } from '../app/raw-request.ts';

const INSECURE = { [oauth.allowInsecureRequests]: true };
const CALLBACK = 'http://localhost:3999/auth/callback/test-provider';

let idp: IdentityProvider;
let server: oauth.AuthorizationServer;

beforeAll(async () => {
  idp = await startIdentityProvider();
  const issuer = new URL(idp.issuer);
  server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, INSECURE));
});
afterAll(() => idp.close());

const client = () => ({ client_id: idp.settings.clientId });
const authentication = () => oauth.ClientSecretBasic(idp.settings.clientSecret ?? '');

async function authorization(extra: Record<string, string> = {}) {
  const verifier = oauth.generateRandomCodeVerifier();
  const nonce = oauth.generateRandomNonce();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: idp.settings.clientId,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid profile email',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...extra,
  }).toString();
  return { url: url.href, verifier, nonce, state };
}

/** The whole authorization code flow, with all checks of a relying party. */
async function codeFlow(answer: PersonsAnswer, extra: Record<string, string> = {}, browser?: HttpBrowser) {
  const request = await authorization(extra);
  const callback = new URL(await idp.signIn(request.url, answer, browser));
  expect(callback.origin + callback.pathname).toBe(CALLBACK);
  const parameters = oauth.validateAuthResponse(server, client(), callback, request.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client(),
    authentication(),
    parameters,
    CALLBACK,
    request.verifier,
    INSECURE,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client(), response, {
    expectedNonce: request.nonce,
    requireIdToken: true,
  });
  return { callback, tokens, idToken: tokens.id_token ?? '', claims: decodeJwt(tokens.id_token ?? '') };
}

async function openSignIn(url: string, browser = idp.browser()) {
  const page = await browser.open(url);
  if ('leavesTo' in page) throw new Error('the provider did not ask');
  return { browser, page };
}

describe('the code flow', () => {
  it('ends with a signed ID token of the person’s claims, and the same from user-info', async () => {
    const { callback, tokens, idToken, claims } = await codeFlow({ login: 'ada.lovelace' });
    const { payload } = await jwtVerify(idToken, createRemoteJWKSet(new URL(server.jwks_uri ?? '')), {
      issuer: idp.issuer,
      audience: idp.settings.clientId,
      algorithms: ['RS256'],
    });
    const profile = {
      sub: 'ada.lovelace',
      name: 'Ada Lovelace',
      preferred_username: 'ada.lovelace',
      picture: `${idp.issuer}/picture/ada.lovelace.png`,
      email: 'ada.lovelace@example.test',
      email_verified: true,
    };
    expect(payload).toMatchObject(profile);
    expect(Math.abs(Number(claims['auth_time']) - Date.now() / 1000)).toBeLessThan(60);
    const userInfo = await oauth.userInfoRequest(server, client(), tokens.access_token, INSECURE);
    expect(await oauth.processUserInfoResponse(server, client(), 'ada.lovelace', userInfo)).toEqual(profile);
    // RFC 9207
    expect(callback.searchParams.get('iss')).toBe(idp.issuer);
  });

  it('says what the person entered, and remembers it', async () => {
    const entered = { name: 'Bob "B" <Builder>', email: 'bob@builder.example' };
    const first = await codeFlow({ login: 'bob', ...entered, emailVerified: false });
    expect(first.claims).toMatchObject({ ...entered, email_verified: false });
    const second = await codeFlow({ login: 'bob' });
    expect(second.claims).toMatchObject({ ...entered, email_verified: true });
  });

  it('comes back with access_denied when it is cancelled', async () => {
    const { url, state } = await authorization();
    const callback = new URL(await idp.signIn(url, { cancel: true }));
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({
      error: 'access_denied',
      state,
      iss: idp.issuer,
    });
  });

  it('needs PKCE', async () => {
    const { url } = await authorization();
    const without = new URL(url);
    without.searchParams.delete('code_challenge');
    without.searchParams.delete('code_challenge_method');
    expect(await idp.signIn(without.href, { login: 'eve' })).toContain('error=invalid_request');
  });

  it('sends nobody to a callback that is not registered', async () => {
    const { url } = await authorization({ redirect_uri: 'https://evil.example/auth/callback/test-provider' });
    const { page } = await openSignIn(url);
    expect([page.status, page.html]).toEqual([400, expect.stringContaining('invalid_redirect_uri')]);
  });
});

describe('a remembered session', () => {
  it('is offered, and keeps its time of authentication', async () => {
    const browser = idp.browser();
    const first = await codeFlow({ login: 'carol' }, {}, browser);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const again = await codeFlow({ continueAs: 'carol' }, {}, browser);
    expect(again.claims).toMatchObject({ sub: 'carol', auth_time: first.claims['auth_time'] });
  });

  it.each([{ prompt: 'login' }, { max_age: '0' }])(
    'is not enough for %j, which gets a new time',
    async (extra) => {
      const browser = idp.browser();
      const first = await codeFlow({ login: 'carol' }, {}, browser);
      const { url } = await authorization(extra);
      await expect(idp.signIn(url, { continueAs: 'carol' }, browser)).rejects.toThrow(
        'does not offer to continue',
      );
      const { page } = await openSignIn(url, browser);
      expect(formOf(page).fields.get('login')).toBe('carol');
      // Sends the form without its required values. The page shows it again with the errors.
      const forced = await browser.open(formOf(page).action, new URLSearchParams({ action: 'continue' }));
      expect(forced).toMatchObject({ status: 422, html: expect.stringContaining('Enter a login name.') });
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const again = await codeFlow({ login: 'carol' }, extra, browser);
      expect(Number(again.claims['auth_time'])).toBeGreaterThan(Number(first.claims['auth_time']));
    },
  );

  it('makes way for another name, without a script', async () => {
    const browser = idp.browser();
    await codeFlow({ login: 'carol' }, {}, browser);
    expect((await codeFlow({ login: 'dave' }, {}, browser)).claims.sub).toBe('dave');
    expect((await codeFlow({ continueAs: 'dave' }, {}, browser)).claims.sub).toBe('dave');
  });

  it('answers prompt=none by itself, and login_required without one', async () => {
    const browser = idp.browser();
    const { url } = await authorization({ prompt: 'none' });
    expect(await idp.signIn(url, { cancel: true }, browser)).toContain('error=login_required');
    await codeFlow({ login: 'carol' }, {}, browser);
    expect((await codeFlow({ cancel: true }, { prompt: 'none' }, browser)).claims.sub).toBe('carol');
  });
});

describe('the pages', () => {
  it('hold their content together: own style only, no script, nothing from elsewhere', async () => {
    const { page } = await openSignIn((await authorization()).url);
    expect(page.html).toContain('This is a local demo provider: any login name signs in');
    expect(page.html).not.toMatch(/<script|@import|url\(|https?:\/\//);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('take the login name from the request’s hint, escaped', async () => {
    const { page } = await openSignIn((await authorization({ login_hint: '"><b>carol' })).url);
    expect(page.html).toContain('value="&quot;&gt;&lt;b&gt;carol"');
  });

  it.each([
    [{ login: '' }, 'Enter a login name.'],
    [{ login: 'a b' }, 'A login name is made of'],
    [{ login: 'x'.repeat(65) }, 'at most 64 characters'],
    [{ login: 'carol', email: 'nobody' }, 'Enter an email address'],
  ])('say what is wrong with %j and keep the rest', async (fields, sentence) => {
    const { browser, page } = await openSignIn((await authorization()).url);
    const sent = new URLSearchParams({ action: 'sign-in', name: '<i>Carol</i>', ...fields });
    const answer = await browser.open(formOf(page).action, sent);
    expect(answer).toMatchObject({ status: 422, html: expect.stringContaining(sentence) });
    expect(answer).toMatchObject({ html: expect.stringContaining('value="&lt;i&gt;Carol&lt;/i&gt;"') });
  });

  it('answer only the browser that began, and only a form', async () => {
    const { browser, page } = await openSignIn((await authorization()).url);
    const fields = new URLSearchParams({ action: 'sign-in', login: 'eve' });
    const otherPerson = await idp.browser().open(formOf(page).action, fields);
    expect(otherPerson).toMatchObject({ status: 400, html: expect.stringContaining('expired') });
    expect(await browser.open(formOf(page).action)).toMatchObject({ status: 200 });
    const { status } = await fetch(page.url, { method: 'DELETE' });
    expect(status).toBe(400);
  });

  it('are not reached under another host name', async () => {
    const { status } = await rawRequest(idp.issuer, { path: '/jwks', headers: { host: 'evil.example' } });
    expect(status).toBe(421);
  });

  it('draw a picture for each login name', async () => {
    const response = await fetch(`${idp.issuer}/picture/carol%40example.org.png`);
    expect(response.headers.get('content-type')).toBe('image/png');
    const picture = Buffer.from(await response.arrayBuffer());
    expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG');
    const another = await fetch(`${idp.issuer}/picture/dave.png`);
    expect(Buffer.from(await another.arrayBuffer()).equals(picture)).toBe(false);
    expect((await fetch(`${idp.issuer}/picture/a%20b.png`)).status).toBe(404);
  });
});

it('two providers do not disturb each other in one browser', async () => {
  await using other = await startIdentityProvider({ name: 'Other Provider' });
  const names = async (provider: IdentityProvider) => {
    const { search } = new URL((await authorization()).url);
    const url = `${provider.issuer}/auth${search.replace('test-provider', provider.settings.id)}`;
    const response = await fetch(url, { redirect: 'manual' });
    return response.headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
  };
  const [ours, theirs] = [await names(idp), await names(other)];
  expect(ours.length).toBeGreaterThan(1);
  expect(ours.filter((name) => theirs.includes(name))).toEqual([]);
});
