import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { describe, expect } from 'vitest';
import { createToken } from '../src/server/crypto/secrets.ts';
import { CALLBACK, CLIENT_ID, CLIENT_SECRET, testWithClient } from './clients-of-foyer.ts';
import { skipWithout } from './skip-without.ts';

/** The used part of the package, which only this suite installs. */
interface SimpleOAuth2 {
  readonly AuthorizationCode: new (options: object) => {
    authorizeURL(parameters: object): string;
    getToken(parameters: object): Promise<AccessToken>;
  };
}
interface AccessToken {
  readonly token: { readonly access_token: string; readonly refresh_token: string };
  refresh(): Promise<AccessToken>;
  revokeAll(): Promise<void>;
}

const it = testWithClient('confidential');

describe('simple-oauth2', () => {
  it('gets tokens as a confidential client, refreshes and revokes them', async ({ app, skip }) => {
    skipWithout({ skip }, 'npm packages');
    const load = createRequire(import.meta.url);
    const { AuthorizationCode } = load('simple-oauth2') as SimpleOAuth2;
    const client = new AuthorizationCode({
      client: { id: CLIENT_ID, secret: CLIENT_SECRET },
      auth: {
        tokenHost: app.origin,
        tokenPath: '/oauth/token',
        authorizePath: '/oauth/authorize',
        revokePath: '/oauth/revoke',
      },
    });
    // The library has no PKCE, but passes parameters on.
    const verifier = createToken();
    const url = client.authorizeURL({
      redirect_uri: CALLBACK,
      scope: 'openid email',
      state: 'a state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const agent = await app.signInByMail('simple-oauth2@example.test');
    const { location } = await agent.request(url);
    const code = new URL(location ?? '').searchParams.get('code');

    const first = await client.getToken({ code, redirect_uri: CALLBACK, code_verifier: verifier });
    const second = await first.refresh();
    expect(second.token.refresh_token).not.toBe(first.token.refresh_token);
    const userinfo = async () => {
      const headers = { authorization: `Bearer ${second.token.access_token}` };
      return app.agent().request('/oauth/userinfo', { headers });
    };
    expect((await userinfo()).json()).toMatchObject({ email: 'simple-oauth2@example.test' });
    await second.revokeAll();
    expect((await userinfo()).status).toBe(401);
  });
});
