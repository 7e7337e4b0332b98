import * as oauth from 'oauth4webapi';
import { describe, expect } from 'vitest';
import { DEVICE_CODE_MAX_AGE_MS, SECOND_MS } from '../../shared/limits.ts';
import { RATE_LIMITS } from '../domain/rules/counters.ts';
import { bearer, callAsScript } from '../../testing/users/access-tokens.ts';
import { pollFlow, startDeviceFlow } from '../../testing/oauth/devices.ts';
import { mailsOf } from '../../testing/app/mails.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { AgentAnswer } from '../../testing/app/http-agent.ts';
import { TELEVISION } from '../../testing/oauth/clients.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { documentsNaming } from '../../testing/database/documents-naming.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { EMPTY_CONFIGURATION } from '../configuration/configuration.ts';
import type { OAuthClient } from '../configuration/oauth/oauth-client.ts';
import { hashToken } from '../crypto/secrets.ts';

const RESOURCE = 'https://films.example.test/';
const KIOSK: OAuthClient = {
  ...TELEVISION,
  id: 'kiosk',
  name: 'Barley Kiosk',
  authentication: { kind: 'secret', hashes: [hashToken('the secret of a kiosk')] },
};
const SHOP: OAuthClient = {
  ...TELEVISION,
  id: 'shop',
  redirects: ['https://shop.example.test/'],
  device: false,
};
const CLI = { client_id: 'foyer-cli', scope: 'profile:read' };
const it = testWith({ configuration: { ...EMPTY_CONFIGURATION, clients: [TELEVISION, KIOSK, SHOP] } });

const INSECURE = { [oauth.allowInsecureRequests]: true };

async function serverOf({ origin }: TestApp): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(origin);
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, INSECURE));
}

const refusalOf = (answer: AgentAnswer) => [answer.status, (answer.json() as { error?: string }).error];

async function approve(app: TestApp, userCode: string) {
  const agent = await app.signInByMail(uniqueEmail());
  await app.client(agent).device.approve.mutate({ userCode });
  return agent;
}

const sessionsOf = async (app: TestApp, agent: Parameters<TestApp['client']>[0]) =>
  (await app.client(agent).session.list.query()).filter((session) => session.app !== null);

describe('the device flow of a declared client', () => {
  it('gives a session with tokens that oauth4webapi checks, and goes on after the sign-out of the browser', async ({
    app,
  }) => {
    const as = await serverOf(app);
    expect(as.grant_types_supported).toContain('urn:ietf:params:oauth:grant-type:device_code');
    const client = { client_id: TELEVISION.id };
    const asked = { scope: 'openid email films:read', resource: RESOURCE };
    const answered = await oauth.deviceAuthorizationRequest(as, client, oauth.None(), asked, {
      ...INSECURE,
      headers: { 'user-agent': 'okhttp/5.1' },
    });
    expect(answered.headers.get('cache-control')).toBe('no-store');
    const started = await oauth.processDeviceAuthorizationResponse(as, client, answered);
    expect(started).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/) as string,
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/) as string,
      verification_uri: `${app.origin}/device`,
      verification_uri_complete: `${app.origin}/device?code=${started.user_code}`,
      expires_in: DEVICE_CODE_MAX_AGE_MS / SECOND_MS,
      interval: 5,
    });
    const pollOnce = async () =>
      oauth.processDeviceCodeResponse(
        as,
        client,
        await oauth.deviceCodeGrantRequest(as, client, oauth.None(), started.device_code, INSECURE),
      );
    await expect(pollOnce()).rejects.toMatchObject({ status: 400, error: 'authorization_pending' });
    await expect(pollOnce()).rejects.toMatchObject({ status: 400, error: 'slow_down' });

    const email = uniqueEmail();
    const agent = await app.signInByMail(email);
    const userCode = started.user_code;
    expect(await app.client(agent).device.inspect.mutate({ userCode })).toMatchObject({
      clientName: 'Barley TV',
      app: { id: 'television', name: 'Barley TV' },
      scopes: ['openid', 'email', 'films:read'],
      device: { browser: 'okhttp' },
      tokenDays: 365,
    });
    expect(await app.client(agent).device.approve.mutate({ userCode })).toMatchObject({ app: 'television' });
    const tokens = await pollOnce();
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'openid email films:read' });
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ email, email_verified: true });
    const asResource = new Request(RESOURCE, { headers: { authorization: `Bearer ${tokens.access_token}` } });
    expect(await oauth.validateJwtAccessToken(as, asResource, RESOURCE, INSECURE)).toMatchObject({
      client_id: 'television',
    });
    expect(await sessionsOf(app, agent)).toMatchObject([
      { app: { id: 'television' }, device: { browser: 'okhttp' } },
    ]);
    await expect(pollOnce()).rejects.toMatchObject({ error: 'expired_token' });

    await app.client(agent).session.signOut.mutate();
    const refreshed = await oauth.refreshTokenGrantRequest(
      as,
      client,
      oauth.None(),
      tokens.refresh_token ?? '',
      INSECURE,
    );
    expect((await oauth.processRefreshTokenResponse(as, client, refreshed)).access_token).toBeDefined();
  });

  it.for([
    ['a client without the device flow', { client_id: SHOP.id }, 400, 'unauthorized_client'],
    ['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['a client that does not authenticate', { client_id: KIOSK.id }, 401, 'invalid_client'],
    ['no scope', { scope: '' }, 400, 'invalid_scope'],
    ['a scope of another client', { scope: 'openid profile:read' }, 400, 'invalid_scope'],
    ['a resource that is not declared', { resource: 'https://other.test' }, 400, 'invalid_target'],
    ['a scope of OpenID Connect for foyer-cli', { ...CLI, scope: 'openid' }, 400, 'invalid_scope'],
    ['a resource for foyer-cli', { ...CLI, resource: RESOURCE }, 400, 'invalid_target'],
    ['a name of two lines for foyer-cli', { ...CLI, device_name: 'Two\nlines' }, 400, 'invalid_request'],
  ] as const)('does not start with %s', async ([, fields, status, error], { app }) => {
    const answer = await app.agent().postForm('/oauth/device_authorization', {
      client_id: TELEVISION.id,
      scope: 'openid',
      ...fields,
    });
    expect(refusalOf(answer)).toEqual([status, error]);
    expect(await app.deps.collections.deviceAuthorizations.countDocuments({ clientId: SHOP.id })).toBe(0);
  });

  it('tells the person by mail of each device', async ({ app }) => {
    const email = uniqueEmail();
    const agent = await app.signInByMail(email);
    for (const times of [1, 2]) {
      const started = await startDeviceFlow(app);
      await app.client(agent).device.approve.mutate({ userCode: started.user_code });
      expect((await pollFlow(app, started)).status).toBe(200);
      const mails = (await mailsOf(app, email)).filter(({ subject }) => subject.includes('Barley TV'));
      expect(mails).toHaveLength(times);
    }
  });

  it('takes a code from its client only, and a refused poll does not use it up (security.md 58)', async ({
    app,
  }) => {
    const started = await startDeviceFlow(app);
    const agent = await approve(app, started.user_code);
    const refusals = [
      [started, { client_id: CLI.client_id }, 'invalid_grant'],
      [started, { client_id: SHOP.id }, 'unauthorized_client'],
      [started, { resource: RESOURCE }, 'invalid_target'],
      [{ device_code: 'x' }, {}, 'invalid_grant'],
      [{ device_code: started.user_code }, {}, 'invalid_grant'],
      [{ device_code: 'A'.repeat(43) }, {}, 'expired_token'],
      [{ device_code: '' }, {}, 'invalid_request'],
    ] as const;
    for (const [flow, fields, error] of refusals)
      expect(refusalOf(await pollFlow(app, flow, fields))).toEqual([400, error]);
    expect((await pollFlow(app, started)).status).toBe(200);
    expect(await sessionsOf(app, agent)).toHaveLength(1);
  });

  it('starts a limited number of times from one address, and keeps no code', async ({ app }) => {
    for (let n = 1; n < RATE_LIMITS.authorization.refusal.ip.quarter; n++) await startDeviceFlow(app);
    const { device_code, user_code } = await startDeviceFlow(app);
    const refused = await app
      .agent()
      .postForm('/oauth/device_authorization', { client_id: TELEVISION.id, scope: 'openid' });
    expect(refusalOf(refused)).toEqual([429, 'temporarily_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await documentsNaming(app.db, [device_code, user_code, user_code.replace('-', '')])).toEqual({});
    expect(JSON.stringify(app.logLines)).not.toContain(device_code);
  });
});

describe('foyer-cli', () => {
  it('gets an access token of the person without a refresh, and revokes it, which no other client does', async ({
    app,
  }) => {
    const started = await startDeviceFlow(app, CLI);
    const agent = await approve(app, started.user_code);
    const { client_id } = CLI;
    const answer = (await pollFlow(app, started, { client_id })).json() as { access_token: string };
    expect(answer).toEqual({
      access_token: expect.stringMatching(/^foyer_pat_/) as string,
      token_type: 'Bearer',
      expires_in: expect.closeTo(90 * 24 * 60 * 60, -2) as number,
      scope: 'profile:read',
    });
    expect(await sessionsOf(app, agent)).toEqual([]);
    const token = answer.access_token;
    const revoke = async (id: string) =>
      (await app.agent().postForm('/oauth/revoke', { client_id: id, token })).status;
    const call = async () => (await callAsScript(app, bearer(token), 'profile.get')).status;
    expect([await revoke(TELEVISION.id), await call()]).toEqual([200, 200]);
    expect([await revoke(client_id), await call()]).toEqual([200, 401]);
    expect(await app.client(agent).accessTokens.list.query()).toEqual([]);
    expect(await revoke(client_id)).toBe(200);
    const refreshing = { grant_type: 'refresh_token', refresh_token: token, client_id };
    const refreshed = await app.agent().postForm('/oauth/token', refreshing);
    expect(refusalOf(refreshed)).toEqual([400, 'invalid_grant']);
  });
});
