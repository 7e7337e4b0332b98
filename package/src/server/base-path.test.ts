import { expect } from 'vitest';
import { testWith } from '../../../src/testing/app/fixture.ts';
import { getSession, verifySessionToken } from '../server.ts';

const it = testWith({ settings: { basePath: '/id', authBasePath: '/id/auth' } });

it('reads the session of a Foyer below a base path', async ({ app }) => {
  const agent = await app.signInByMail('ada@example.test');
  const request = new Request('http://app.test/orders', { headers: { cookie: agent.cookieHeader } });
  const options = { url: `${app.origin}/id`, cookiePrefix: 'foyer' };
  expect((await getSession(request, options))?.user.email).toBe('ada@example.test');
  await expect(getSession(request, { ...options, url: app.origin })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });

  const { token } = await app.client(agent).session.token.query({ audience: 'https://api.example.test' });
  const claims = await verifySessionToken(token, { ...options, audience: 'https://api.example.test' });
  expect(claims.iss).toBe(`${app.origin}/id`);
});
