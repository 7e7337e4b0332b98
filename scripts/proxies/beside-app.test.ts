// @module-tag all
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foyerPaths } from '../../package/src/server/paths.ts';
import { createTestApp, type TestApp } from '../../src/testing/app/test-app.ts';
import { blocksOf } from '../documents/markdown.ts';
import { canTest, GUIDE_HOST, startCaddy, startNginx, type Proxy } from './start-proxy.ts';

// Runs the part of each guide in which an app has the rest of the host, before a real Foyer and an app.

let foyer: TestApp;
let ownApp: Server;
let appPort: number;

beforeAll(async () => {
  const settings = {
    origin: `https://${GUIDE_HOST}`,
    trustProxy: 1,
    basePath: '/id',
    authBasePath: '/id/auth',
  };
  foyer = await createTestApp({ settings });
  ownApp = createServer((req, res) => res.end(`app ${req.url}`)).listen(0, '127.0.0.1');
  await once(ownApp, 'listening');
  appPort = (ownApp.address() as AddressInfo).port;
});
afterAll(async () => {
  ownApp?.close();
  await foyer?.close();
});

const withAppPort = (configuration: string) =>
  configuration.replaceAll('127.0.0.1:4000', `127.0.0.1:${appPort}`);

/** Foyer adds a request id to each answer. */
function answererOf(proxy: Proxy, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: proxy.httpsPort, servername: GUIDE_HOST, ca: proxy.authority };
    const sent = request(
      { ...options, agent: false, path: target, headers: { host: GUIDE_HOST } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('error', reject);
        answer.on('end', () => resolve('x-request-id' in answer.headers ? 'Foyer' : text));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

const OF_APP = ['/', '/identity', '/orders?a=1', '/account', '/readyz', '/.well-known/security.txt'];
/** RFC 8414, 3.1 derives the addresses of the metadata from the issuer. */
const OF_FOYER_EXACTLY = foyerPaths('/id').flatMap((name) =>
  /\/(?:openid|oauth)-/.test(name) ? [name, `${name}/id`] : [name],
);
const OF_FOYER = [...OF_FOYER_EXACTLY, 'id/trpc/session.get', 'id/no-such-page'].map((name) => `/${name}`);
const EXPECTED = [...OF_APP.map((target) => `app ${target}`), ...OF_FOYER.map(() => 'Foyer')];

const answerersOf = (proxy: Proxy) =>
  Promise.all([...OF_APP, ...OF_FOYER].map((target) => answererOf(proxy, target)));

describe('the guide for an app beside Foyer on one host', () => {
  it.runIf(canTest('nginx'))('gives Foyer its paths and the app the others: nginx', async () => {
    const [whole = '', , locations = '', shared = ''] = await blocksOf('nginx', 'nginx');
    const folder = await mkdtemp(path.join(tmpdir(), 'foyer-nginx-lines-'));
    const file = path.join(folder, 'foyer-proxy.conf');
    await writeFile(file, shared);
    const configuration = whole
      .replace(/^ {4}location \/ \{[\s\S]*?^ {4}\}\n/m, () => locations)
      .replaceAll('/etc/nginx/foyer-proxy.conf', file);
    const proxy = await startNginx(withAppPort(configuration), foyer.deps.settings.port);
    try {
      expect(await answerersOf(proxy)).toEqual(EXPECTED);
    } finally {
      await proxy.close();
      await rm(folder, { recursive: true });
    }
  });

  it.runIf(canTest('caddy'))('gives Foyer its paths and the app the others: Caddy', async () => {
    const [, configuration = ''] = await blocksOf('caddy', 'text');
    const proxy = await startCaddy(withAppPort(configuration), foyer.deps.settings.port);
    try {
      expect(await answerersOf(proxy)).toEqual(EXPECTED);
    } finally {
      await proxy.close();
    }
  });
});
