import { describe, expect } from 'vitest';
import { makeToken } from '../../../src/testing/users/access-tokens.ts';
import { it } from '../../../src/testing/app/fixture.ts';
import type { HttpAgent } from '../../../src/testing/app/http-agent.ts';
import { OTHER_PASSWORD, PASSWORD, signUpWithPassword } from '../../../src/testing/sign-in/passwords.ts';
import type { TestApp } from '../../../src/testing/app/test-app.ts';
import { recordRequests } from '../in-test/record-requests.ts';
import { clientFor, type GetSessionOptions } from '../server.ts';

let agent: HttpAgent;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('client@example.test');
});

const requestOf = (headers: Record<string, string>, method = 'POST') =>
  new Request('http://app.test/orders', { method, headers });

function recordingOptions(app: TestApp, options: Partial<GetSessionOptions> = {}) {
  const { sent, fetch } = recordRequests();
  const cookies: string[] = [];
  return {
    sent,
    cookies,
    options: {
      url: app.origin,
      cookiePrefix: 'foyer',
      fetch,
      onSetCookie: (cookie: string) => void cookies.push(cookie),
      ...options,
    },
  };
}

describe('clientFor', () => {
  it('sends the session cookie, Foyer’s origin, the browser and the language, and nothing else of the request', async ({
    app,
  }) => {
    const { options, sent } = recordingOptions(app);
    const headers = {
      cookie: `theme=dark; ${agent.cookieHeader}; app.session=secret`,
      authorization: 'Basic b3du',
      'user-agent': 'Some browser',
      'accept-language': 'de',
      'x-own': 'secret',
    };
    await clientFor(requestOf(headers), options).session.get.query();
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      cookie: expect.stringMatching(/^foyer\.session=[^;]+$/) as string,
      origin: app.origin,
      'user-agent': 'Some browser',
      'accept-language': 'de',
    });
  });

  it('goes on with the new session after a change of the password', async ({ app }) => {
    const browser = await signUpWithPassword(app, 'changing@example.test');
    const { options, cookies } = recordingOptions(app);
    const client = clientFor(requestOf({ cookie: browser.cookieHeader }), options);
    await client.password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD });
    expect(cookies.join('\n')).toMatch(/^foyer\.session=[^;]+;/m);
    expect((await client.session.get.query())?.user.email).toBe('changing@example.test');
  });

  it('calls with an accepted access token, and ignores one that is not accepted', async ({ app }) => {
    const { token } = await makeToken(app, agent, { scopes: ['profile:read'] });
    const request = requestOf({ authorization: `Bearer ${token}` });
    const accepting = recordingOptions(app, { accessTokens: { scopes: ['profile:read'] } });
    expect(await clientFor(request, accepting.options).session.get.query()).toMatchObject({
      user: { email: 'client@example.test' },
      via: { kind: 'access-token' },
    });
    const refusing = recordingOptions(app);
    expect(await clientFor(request, refusing.options).session.get.query()).toBeNull();
    expect(refusing.sent.map(({ headers }) => headers.get('authorization'))).toEqual([null]);
  });

  it('throws FOREIGN_ORIGIN for a change that a page of another origin sent', async ({ app }) => {
    const { options, sent } = recordingOptions(app);
    const headers = { cookie: agent.cookieHeader, origin: 'https://evil.test' };
    expect(() => clientFor(requestOf(headers), options)).toThrow(
      expect.objectContaining({ code: 'FOREIGN_ORIGIN' }),
    );
    expect(sent).toEqual([]);
  });

  it('reads but changes nothing for a link on another site', async ({ app }) => {
    const { options, sent } = recordingOptions(app);
    const headers = { cookie: agent.cookieHeader, 'sec-fetch-site': 'cross-site' };
    const client = clientFor(requestOf(headers, 'GET'), options);
    expect((await client.session.get.query())?.user.email).toBe('client@example.test');
    await expect(client.session.signOut.mutate()).rejects.toMatchObject({ code: 'FOREIGN_ORIGIN' });
    expect(sent).toHaveLength(1);
    expect(await app.client(agent).session.get.query()).not.toBeNull();
  });
});
