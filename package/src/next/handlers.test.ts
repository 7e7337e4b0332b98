import type { IncomingMessage } from 'node:http';
import { describe, expect } from 'vitest';
import { it } from '../../../src/testing/app/fixture.ts';
import { createTestApp } from '../../../src/testing/app/test-app.ts';
import { serve } from '../in-test/serve.ts';
import { createHandlers } from './handlers.ts';

const requestOf = (path: string, init: RequestInit & { duplex?: 'half' } = {}) =>
  new Request(`http://localhost:5173${path}`, init);

/** A server in Foyer's place that records requests and answers what Foyer itself would not. */
async function startServer(status: number, headers: Record<string, string | string[]> = {}, body = '') {
  const requests: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: string })[] = [];
  const url = await serve(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
    requests.push({
      method: req.method,
      url: req.url,
      headers: req.headers,
      body: Buffer.concat(parts).toString(),
    });
    res.writeHead(status, headers).end(body);
  });
  return { url, requests };
}

describe('handlers', () => {
  it('pass a request on with the host that the browser asked for', async () => {
    const origin = 'https://example.test';
    await using app = await createTestApp({ settings: { origin } });
    const url = `http://localhost:${app.deps.settings.port}`;
    const { GET, POST } = createHandlers({ url, origin });
    const keys = await GET(requestOf('/.well-known/jwks.json', { headers: { host: 'example.test' } }));
    expect([keys.status, await keys.json()]).toMatchObject([200, { keys: expect.any(Array) }]);
    const foreign = await GET(requestOf('/.well-known/jwks.json', { headers: { host: 'evil.test' } }));
    expect(foreign.status, 'Foyer refuses a host that is not its own').toBe(421);
    const called = await POST(
      requestOf('/trpc/session.requestLink', {
        method: 'POST',
        headers: { host: 'example.test', origin, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.test' }),
      }),
    );
    expect(called.status).toBe(200);
    expect(app.mailbox.last('ada@example.test').to).toBe('ada@example.test');
  });

  it('answer redirects and cookies as they are, and ask Foyer for no compressed body', async () => {
    const foyer = await startServer(
      302,
      { location: '/account', 'set-cookie': ['a=1; Path=/', 'b=2; Path=/'] },
      'to the account',
    );
    const headers = {
      'accept-encoding': 'br, gzip',
      'x-foyer-path': '/planted',
      'x-forwarded-for': '192.0.2.1',
    };
    const answer = await createHandlers(foyer).GET(requestOf('/auth/callback/demo', { headers }));
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/account');
    expect(answer.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/']);
    expect(await answer.text()).toBe('to the account');
    const [sent] = foyer.requests;
    // Next removes `Content-Encoding` from answers of a route handler.
    expect([sent?.headers['accept-encoding'], sent?.headers['x-foyer-path']]).toEqual([undefined, undefined]);
    expect(sent?.headers['x-forwarded-for']).toBe('192.0.2.1');
    expect(answer.headers.get('connection'), 'a header of the connection').toBeNull();
  });

  it.for(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'pass %s on with its body',
    async (method) => {
      const foyer = await startServer(200, {}, 'answer');
      const hasBody = !['GET', 'HEAD'].includes(method);
      const answer = await createHandlers(foyer)[method](
        requestOf('/trpc/a?input=%7B%7D&batch=1', { method, ...(hasBody && { body: 'sent' }) }),
      );
      expect(await answer.text()).toBe(method === 'HEAD' ? '' : 'answer');
      expect(foyer.requests).toMatchObject([
        { method, url: '/trpc/a?input=%7B%7D&batch=1', body: hasBody ? 'sent' : '' },
      ]);
    },
  );

  it('answer with the first part of a body before Foyer has sent the last one', async () => {
    const url = await serve((_req, res) => void res.write('first '));
    const abort = new AbortController();
    const answer = await createHandlers({ url }).GET(requestOf('/locale/en', { signal: abort.signal }));
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first ');
    abort.abort();
    await expect(reader?.read()).rejects.toThrow('aborted');
  });

  it('answer 404 for a path that is not Foyer’s, without a call', async () => {
    const foyer = await startServer(200);
    const { GET } = createHandlers(foyer);
    const paths = ['/', '/metrics', '/readyz', '/orders', '/sign-in-page', '/.well-known/other'];
    const statuses = await Promise.all(paths.map(async (path) => (await GET(requestOf(path))).status));
    expect(statuses).toEqual(paths.map(() => 404));
    expect(foyer.requests).toEqual([]);
  });

  it('pass on what is below a base path, and what stays at the root', async () => {
    const foyer = await startServer(200);
    const { GET } = createHandlers({ url: `${foyer.url}/id`, origin: 'https://example.test/id/' });
    const statusOf = async (path: string) => (await GET(requestOf(path))).status;
    const own = ['/id', '/id/sign-in', '/id/assets/a.js', '/.well-known/jwks.json'];
    for (const path of own) expect(await statusOf(path)).toBe(200);
    expect(foyer.requests.map(({ url }) => url)).toEqual(own);
    const others = ['/identity', '/sign-in', '/assets/a.js', '/.well-known/other'];
    expect(await Promise.all(others.map(statusOf))).toEqual(others.map(() => 404));
  });

  it('answer 503 when Foyer is not there, and when it takes a request and does not answer it', async () => {
    const answer = await createHandlers({ url: 'http://localhost:1' }).GET(requestOf('/sign-in'));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: { data: { appCode: 'UNAVAILABLE' } } });
    const url = await serve(() => undefined);
    const { GET, POST } = createHandlers({ url, timeoutMs: 50 });
    expect((await GET(requestOf('/sign-in'))).status).toBe(503);
    expect((await POST(requestOf('/trpc/a', { method: 'POST', body: 'sent' }))).status).toBe(503);
  });

  it('do not pass on the headers that `Connection` lists, in both directions', async () => {
    const foyer = await startServer(200, {
      connection: 'close, X-Hop',
      'x-hop': 'of Foyer',
      'x-end': 'of Foyer',
    });
    const headers = { connection: 'X-Trace, keep-alive', 'x-trace': '1', 'x-other': '2' };
    const answer = await createHandlers(foyer).GET(requestOf('/sign-in', { headers }));
    expect(foyer.requests[0]?.headers).toMatchObject({ 'x-other': '2' });
    expect(foyer.requests[0]?.headers['x-trace']).toBeUndefined();
    expect([answer.headers.get('x-hop'), answer.headers.get('x-end')]).toEqual([null, 'of Foyer']);
  });
});
