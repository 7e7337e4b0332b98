import { describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';

const CONTENT = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>');
const provider = (id: string) => ({
  id,
  name: id,
  issuer: `https://${id}.example`,
  clientId: 'client',
  clientSecret: null,
  domains: [],
  trustEmail: false,
});

const it = testWith({
  providers: () =>
    Promise.resolve([
      { ...provider('acme'), logo: { type: 'image/svg+xml', content: CONTENT } },
      provider('plain'),
    ]),
});

describe('GET /provider-logos/<id>', () => {
  it('is where the list of providers says that the logo is', async ({ app }) => {
    const providers = await app.client(app.agent()).providers.list.query();
    expect(providers.map(({ id, mark }) => [id, mark])).toEqual([
      ['acme', { image: '/provider-logos/acme' }],
      ['plain', null],
      ['email', null],
    ]);
  });

  it('serves the file with headers that allow no script', async ({ app }) => {
    const answer = await app.agent().request('/provider-logos/acme');
    expect([answer.status, answer.text]).toEqual([200, CONTENT.toString()]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox",
    });
    expect(answer.setCookies).toEqual([]);
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
    expect(await rawRequest(app.origin, { path: '/provider-logos/acme', headers })).toMatchObject({
      status: 304,
      text: '',
    });
  });

  it.for(['plain', 'email', 'nobody', '..%2facme'])('returns 404 for %s', async (id, { app }) => {
    expect((await app.agent().request(`/provider-logos/${id}`)).status).toBe(404);
  });
});
