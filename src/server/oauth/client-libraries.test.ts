import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { OFFICE, OFFICE_SECRET, SHOP } from '../../testing/oauth/clients.ts';
import { CODE_CLIENTS, LAB, LAB_KEYS } from '../../testing/oauth/requests.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';

/** `openid-client` reads every answer with its own checks. `device-flow.test.ts` has `oauth4webapi`. */

const it = testWith({ configuration: CODE_CLIENTS });
// The servers of tests have no certificate.
const insecure = { [oauth.allowInsecureRequests]: true };

async function signIn(app: TestApp) {
  const email = uniqueEmail();
  return { email, browser: await app.signInByMail(email) };
}

async function redirectOf(browser: HttpAgent, url: URL): Promise<URL> {
  const { location } = await browser.request(url.href);
  return new URL(location ?? 'none:');
}

it.for([
  ['without a secret', SHOP, () => openid.None()],
  ['with a secret in the header', OFFICE, () => openid.ClientSecretBasic(OFFICE_SECRET)],
  ['with a secret in the form', OFFICE, () => openid.ClientSecretPost(OFFICE_SECRET)],
  ['with a private key', LAB, () => openid.PrivateKeyJwt(LAB_KEYS.privateKey)],
] as const)('openid-client signs a person in %s', async ([, client, authentication], { app }) => {
  const { email, browser } = await signIn(app);
  const config = await openid.discovery(new URL(app.origin), client.id, {}, authentication(), {
    execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
  });
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: client.redirects[0] ?? '',
    scope: 'openid profile email offline_access',
    state: expectedState,
    nonce: expectedNonce,
    max_age: '600',
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const checks = { pkceCodeVerifier, expectedState, expectedNonce, maxAge: 600, idTokenExpected: true };
  const tokens = await openid.authorizationCodeGrant(config, await redirectOf(browser, url), checks);
  const claims = tokens.claims();
  expect(claims).toMatchObject({ iss: app.origin, aud: client.id, email, acr: 'aal1' });
  const subject = claims?.sub ?? '';
  expect(await openid.fetchUserInfo(config, tokens.access_token, subject)).toMatchObject({
    sub: subject,
    email,
  });

  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(refreshed.claims()?.sub).toBe(subject);
  const isConfidential = client.authentication.kind !== 'none';
  if (isConfidential) {
    const introspected = await openid.tokenIntrospection(config, refreshed.access_token);
    expect(introspected).toMatchObject({ active: true, sub: subject, client_id: client.id });
  }
  await openid.tokenRevocation(config, refreshed.refresh_token ?? '');
  await expect(openid.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  if (isConfidential)
    expect(await openid.tokenIntrospection(config, refreshed.access_token)).toEqual({ active: false });
  await expect(openid.fetchUserInfo(config, refreshed.access_token, subject)).rejects.toThrow(
    openid.WWWAuthenticateChallengeError,
  );
});

describe('oauth4webapi', () => {
  const discover = async (issuer: URL, algorithm: 'oidc' | 'oauth2') =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm, ...insecure }));

  it('finds the same server by both discoveries', async ({ app }) => {
    const issuer = new URL(app.origin);
    expect(await discover(issuer, 'oidc')).toEqual(await discover(issuer, 'oauth2'));
  });
});
