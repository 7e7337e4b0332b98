import { describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import {
  API,
  authorize,
  isActive,
  OAUTH_CONFIGURATION,
  redeem,
  refresh,
  send,
  userinfoStatus,
} from '../../testing/oauth/flows.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { verifySessionToken } from '../../../package/src/server.ts';

/** The attacks of RFC 9700, section 4, on tokens, and of RFC 8628, section 5, on devices. */

const it = testWith({ configuration: OAUTH_CONFIGURATION });
const WAYS = 50;

let victim: HttpAgent;
it.beforeAll(async ({ app }) => {
  victim = await app.signInByMail(uniqueEmail());
});

describe('a token for one service', () => {
  it('opens no other one (security.md 53)', async ({ app }) => {
    const { access_token, id_token, refresh_token } = await redeem(
      app,
      await authorize(victim, { resource: API }),
    );
    for (const token of [access_token, id_token, refresh_token]) {
      expect(await userinfoStatus(app, token)).toBe(401);
    }
    const session = await app.client(victim).session.token.query({ audience: app.origin });
    expect(await userinfoStatus(app, session.token)).toBe(401);
    expect(await isActive(app, session.token)).toBe(false);
  });

  it('calls no procedure, and is no session token (security.md 53)', async ({ app }) => {
    const forFoyer = await redeem(app, await authorize(victim));
    const forApi = await redeem(app, await authorize(victim, { resource: API }));
    for (const token of [forFoyer.access_token, forFoyer.id_token, forFoyer.refresh_token]) {
      const answer = await app
        .agent()
        .request('/trpc/profile.get', { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(401);
    }
    const url = app.origin;
    await expect(verifySessionToken(forApi.access_token, { url, audience: API })).rejects.toThrow(
      'session token',
    );
    await expect(verifySessionToken(forFoyer.id_token, { url, audience: 'shop' })).rejects.toThrow(
      'session token',
    );
  });

  it('cannot be asked for beyond what the person’s browser asked for (security.md 53)', async ({ app }) => {
    const beyond = [{ resource: API }, { scope: 'openid email phone' }];
    for (const changes of beyond) {
      const { refresh_token } = await redeem(app, await authorize(victim));
      const answer = await refresh(app, refresh_token, changes);
      expect({ changes, status: answer.status }).toEqual({ changes, status: 400 });
    }
  });
});

describe('a refresh token', () => {
  it(`that is used ${WAYS} ways at once gives one successor, and later ends the session (security.md 56)`, async ({
    app,
  }) => {
    const first = await redeem(app, await authorize(victim));
    const answers = await Promise.all(Array.from({ length: WAYS }, () => refresh(app, first.refresh_token)));
    const successors = new Set(answers.map((answer) => answer.refresh_token));
    expect(successors.size).toBe(1);
    const [successor = ''] = successors;
    const second = await refresh(app, successor);
    expect(second.status).toBe(200);
    app.mailbox.clear();
    expect(await refresh(app, first.refresh_token)).toMatchObject({ error: 'invalid_grant' });
    for (const token of [successor, second.refresh_token]) {
      expect(await refresh(app, token)).toMatchObject({ error: 'invalid_grant' });
    }
    expect(await userinfoStatus(app, second.access_token)).toBe(401);
  });
});

describe('a client that somebody pretends to be', () => {
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`reports:${encodeURIComponent(secret)}`).toString('base64')}`,
  });

  it('is refused without its secret, with a wrong one and with its hash (security.md 57)', async ({
    app,
  }) => {
    const request = { client_id: 'reports', redirect_uri: 'https://reports.example.test/callback' };
    const { hashes } = (OAUTH_CONFIGURATION.clients.find(({ id }) => id === 'reports')?.authentication ??
      {}) as {
      hashes: string[];
    };
    for (const headers of [{}, basic(''), basic('wrong'), basic(hashes[0] ?? '')]) {
      const { code, verifier } = await authorize(victim, request);
      const answer = await send(
        app,
        '/oauth/token',
        {
          grant_type: 'authorization_code',
          client_id: 'reports',
          redirect_uri: request.redirect_uri,
          code,
          code_verifier: verifier,
        },
        headers,
      );
      expect(answer).toMatchObject({ status: 401, error: 'invalid_client' });
    }
  });
});

describe('a device', () => {
  const start = (app: Parameters<typeof send>[0]) =>
    send(app, '/oauth/device_authorization', {
      client_id: 'television',
      scope: 'openid',
    }) as unknown as Promise<{
      device_code: string;
      verification_uri_complete: string;
    }>;
  const poll = (app: Parameters<typeof send>[0], device_code: string) =>
    send(app, '/oauth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'television',
      device_code,
    });

  it('gets nothing because the person opened its link (security.md 58)', async ({ app }) => {
    const started = await start(app);
    const link = new URL(started.verification_uri_complete);
    for (const method of ['GET', 'HEAD']) {
      await victim.request(`${link.pathname}${link.search}`, { method });
    }
    expect(await poll(app, started.device_code)).toMatchObject({ error: 'authorization_pending' });
  });
});
