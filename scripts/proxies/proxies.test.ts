// @module-tag all
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../../src/testing/app/raw-request.ts';
import { createTestApp, type TestApp } from '../../src/testing/app/test-app.ts';
import { blocksOf, readDocument } from '../documents/markdown.ts';
import { BROWSER, call, cookieOf, ORIGIN, send } from './send-through.ts';
import { canTest, GUIDE_HOST, startCaddy, startNginx, type Proxy } from './start-proxy.ts';

// Runs the proxies with the configuration of the guides, before a real app.

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ settings: { origin: ORIGIN, trustProxy: 1 } });
});
afterAll(() => app.close());

const foyerPort = () => app.deps.settings.port;

/** Signs in by a mail's link, as a browser that sends a forged address. */
async function signIn(proxy: Proxy, email: string) {
  const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'evil.test' };
  await call(proxy, 'session.requestLink', { email }, { headers });
  const link = new URL(app.mailbox.linkOf(app.mailbox.last(email)));
  await send(proxy, { path: `${link.pathname}${link.search}` });
  const input = { email, token: link.searchParams.get('token') };
  return { link, confirmed: await call(proxy, 'session.confirmLink', input, { headers }) };
}

/** Checks Foyer behind a proxy. `otherHost`: the answer for a host that is not Foyer's. */
async function expectFoyerBehind(
  proxy: Proxy,
  email: string,
  otherHost: readonly [status: number, text: unknown],
): Promise<URL> {
  const { link, confirmed } = await signIn(proxy, email);
  expect(link.origin).toBe(ORIGIN);
  const cookie = cookieOf(confirmed);
  const setCookies = [confirmed.headers['set-cookie'] ?? []].flat();
  const session = setCookies.find((each) => each.startsWith('__Host-foyer.session='));
  for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/'])
    expect(session?.split('; ')).toContain(attribute);

  const { text } = await send(proxy, { path: '/trpc/session.list', cookie });
  const { result } = JSON.parse(text) as { result: { data: { ip: string }[] } };
  expect(result.data.map(({ ip }) => ip)).toEqual([BROWSER]);

  const other = await send(proxy, { path: '/trpc/session.get', headers: { host: 'evil.test' } });
  expect([other.status, other.text]).toEqual(otherHost);

  // Foyer, not the proxy, refuses a picture of 1.5 MB.
  const picture = await send(proxy, {
    path: '/trpc/profile.uploadPicture',
    cookie,
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.alloc(1_500_000),
  });
  expect(JSON.parse(picture.text)).toMatchObject({ error: { data: { appCode: 'PICTURE_UNSUPPORTED' } } });

  const plain = await rawRequest(`http://127.0.0.1:${proxy.httpPort}`, {
    path: '/sign-in?a=1',
    headers: { host: GUIDE_HOST },
  });
  expect([plain.status, plain.headers['location']]).toEqual([308, `${ORIGIN}/sign-in?a=1`]);
  return link;
}

describe.runIf(canTest('nginx'))('nginx', () => {
  const HOST_LINE = 'proxy_set_header Host $host;';
  const start = (configuration: string) => startNginx(configuration, foyerPort());
  const statusOf = async (proxy: Proxy, headers = {}) =>
    (await send(proxy, { path: '/trpc/session.get', headers })).status;

  it('carries a sign-in with the configuration of the guide, and logs no token', async () => {
    const [configuration = ''] = await blocksOf('nginx', 'nginx');
    const proxy = await start(configuration);
    const refusal = [421, expect.stringContaining('WRONG_HOST')] as const;
    const link = await expectFoyerBehind(proxy, 'nginx@example.test', refusal);
    const log = await readFile(path.join(proxy.folder, 'foyer.log'), 'utf8');
    expect(log).toContain(`"GET ${link.pathname}"`);
    expect(log).not.toContain(link.searchParams.get('token'));
  });

  it('gets 421 without the line of the guide for Host, and no 421 with its X-Forwarded-Host', async () => {
    const { text: guide } = await readDocument('docs/guides/nginx.md');
    const [configuration = ''] = await blocksOf('nginx', 'nginx');
    expect(await statusOf(await start(configuration.replace(HOST_LINE, '')))).toBe(421);
    const line = /^ *(proxy_set_header X-Forwarded-Host .*;)$/m.exec(guide)?.[1] ?? '';
    expect(line).not.toBe('');
    expect(configuration).toContain(HOST_LINE);
    const forwarding = await start(configuration.replace(HOST_LINE, line));
    expect(await statusOf(forwarding)).toBe(200);
    expect(await statusOf(forwarding, { 'x-forwarded-host': GUIDE_HOST, host: 'evil.test' })).toBe(421);
  });
});

describe.runIf(canTest('caddy'))('Caddy', () => {
  it('carries a sign-in with the configuration of the guide, also when it sends another host', async () => {
    const start = (text: string) => startCaddy(text, foyerPort());
    const [configuration = ''] = await blocksOf('caddy', 'text');
    // Caddy answers for hosts that its file does not name.
    await expectFoyerBehind(await start(configuration), 'caddy@example.test', [200, '']);

    const { text: guide } = await readDocument('docs/guides/caddy.md');
    const line = /`(header_up Host [^`]+)`/.exec(guide)?.[1];
    const upstream = 'reverse_proxy 127.0.0.1:3000';
    expect(line).toBeDefined();
    expect(configuration).toContain(upstream);
    const statusWith = async (...lines: (string | undefined)[]) => {
      const block = `${upstream} {\n\t\t${lines.join('\n\t\t')}\n\t}`;
      const proxy = await start(configuration.replace(upstream, block));
      return (await send(proxy, { path: '/trpc/session.get' })).status;
    };
    expect(await statusWith(line)).toBe(200);
    // Without `X-Forwarded-Host`, Foyer refuses the upstream's host. So the line above changes `Host`.
    expect(await statusWith(line, 'header_up -X-Forwarded-Host')).toBe(421);
  });
});
