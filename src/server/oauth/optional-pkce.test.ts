import * as openid from 'openid-client';
import { describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { CODE_VERIFIER, OFFICE, OFFICE_SECRET } from '../../testing/oauth/clients.ts';
import { ask, CODE_CLIENTS, requestToken } from '../../testing/oauth/requests.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import type { OAuthClient } from '../configuration/oauth/oauth-client.ts';

/** A client with a secret whose library has no PKCE. */
const LEGACY: OAuthClient = {
  ...OFFICE,
  id: 'legacy',
  redirects: ['https://legacy.example.test/callback'],
  pkce: 'optional',
};
const REDIRECT = LEGACY.redirects[0] ?? '';
const it = testWith({ configuration: { ...CODE_CLIENTS, clients: [...CODE_CLIENTS.clients, LEGACY] } });

const WITHOUT = { code_challenge: undefined, code_challenge_method: undefined };
const NONCE = { nonce: 'a-nonce' };

let victim: HttpAgent;
it.beforeAll(async ({ app }) => {
  victim = await app.signInByMail(uniqueEmail());
});

const askAs = (client: OAuthClient, changes: Parameters<typeof ask>[1]) => ask(victim, changes, client);
const redeem = async (app: TestApp, code = '', changes: { readonly code_verifier?: string } = {}) => {
  const answer = await requestToken(app, {
    grant_type: 'authorization_code',
    client_id: LEGACY.id,
    client_secret: OFFICE_SECRET,
    redirect_uri: REDIRECT,
    code,
    ...changes,
  });
  return { status: answer.status, ...(answer.json() as { error?: string; id_token?: string }) };
};

describe('a client for which PKCE is optional', () => {
  it.for([
    ['no nonce', { ...WITHOUT }],
    ['an empty nonce', { ...WITHOUT, nonce: '' }],
    ['no ID token, which would have the nonce', { ...WITHOUT, ...NONCE, scope: 'profile' }],
    ['a challenge without a method', { ...NONCE, code_challenge_method: undefined }],
    ['the method plain', { ...NONCE, code_challenge_method: 'plain' }],
    ['a method without a challenge', { ...NONCE, code_challenge: undefined }],
    ['a short challenge', { ...NONCE, code_challenge: 'short' }],
  ] as const)('gets no code with %s', async ([, changes]) => {
    expect((await askAs(LEGACY, changes))['error']).toBe('invalid_request');
  });

  it('is the only one that gets a code without PKCE', async () => {
    for (const client of CODE_CLIENTS.clients) {
      const answer = await askAs(client, { ...WITHOUT, ...NONCE, scope: 'openid' });
      expect([client.id, answer['error']]).toEqual([client.id, 'invalid_request']);
    }
    expect((await askAs(LEGACY, { ...WITHOUT, ...NONCE }))['code']).toBeDefined();
  });

  it('signs people in by a nonce, and by PKCE', async ({ app }) => {
    const byNonce = await askAs(LEGACY, { ...WITHOUT, ...NONCE });
    expect((await redeem(app, byNonce['code'])).status).toBe(200);
    const byPkce = await askAs(LEGACY, {});
    expect((await redeem(app, byPkce['code'], { code_verifier: CODE_VERIFIER })).status).toBe(200);
  });

  it.for([
    ['PKCE, and no verifier', NONCE, {}],
    ['PKCE, and another verifier', NONCE, { code_verifier: 'x'.repeat(43) }],
    [
      'no PKCE, and a verifier: its challenge was removed',
      { ...WITHOUT, ...NONCE },
      { code_verifier: CODE_VERIFIER },
    ],
  ] as const)('gets no tokens for a request with %s', async ([, asked, sent], { app }) => {
    const { code = '' } = await askAs(LEGACY, asked);
    expect((await redeem(app, code, sent)).error).toBe('invalid_grant');
    // It is used up, as after every wrong verifier.
    const right = 'code_challenge' in asked ? {} : { code_verifier: CODE_VERIFIER };
    expect((await redeem(app, code, right)).error).toBe('invalid_grant');
  });

  it('refuses a code of another sign-in that was injected, by the nonce of the ID token (security.md 51)', async ({
    app,
  }) => {
    const config = await openid.discovery(
      new URL(app.origin),
      LEGACY.id,
      {},
      openid.ClientSecretPost(OFFICE_SECRET),
      { execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks] },
    );
    const begin = (nonce: string) => askAs(LEGACY, { ...WITHOUT, nonce, state: nonce });
    const finish = (code: string | undefined, nonce: string) => {
      const back = new URLSearchParams({ code: code ?? '', state: nonce, iss: app.origin });
      const checks = { expectedNonce: nonce, expectedState: nonce, idTokenExpected: true };
      return openid.authorizationCodeGrant(config, new URL(`${REDIRECT}?${back.toString()}`), checks);
    };
    const stolen = (await begin('nonce-of-the-victim'))['code'];
    await expect(finish(stolen, 'nonce-of-the-attacker')).rejects.toMatchObject({
      code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
      cause: { cause: { claim: 'nonce' } },
    });
    const own = (await begin('another-nonce'))['code'];
    expect((await finish(own, 'another-nonce')).claims()?.aud).toBe(LEGACY.id);
  });
});
