// @module-tag all
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foyerPaths } from '../../package/src/server/paths.ts';
import { createTestApp, type TestApp } from '../../src/testing/app/test-app.ts';
import { listen, type Listener } from '../../src/testing/run/listen.ts';
import { folderOfTest } from '../../src/testing/run/temporary-folder.ts';
import { blocksOf } from '../documents/markdown.ts';
import { ORIGIN, send } from './send-through.ts';
import { canTest, startCaddy, startNginx, type Proxy } from './start-proxy.ts';

// Runs the part of each guide in which an app has the rest of the host, before a real Foyer and an app.

let foyer: TestApp;
let ownApp: Listener;

beforeAll(async () => {
  const settings = { origin: ORIGIN, trustProxy: 1, basePath: '/id', authBasePath: '/id/auth' };
  foyer = await createTestApp({ settings });
  ownApp = await listen((req, res) => res.end(`app ${req.url}`));
});
afterAll(async () => {
  await ownApp?.close();
  await foyer?.close();
});

const withAppPort = (configuration: string) =>
  configuration.replaceAll('127.0.0.1:4000', `127.0.0.1:${ownApp.port}`);

/** Foyer adds a request id to each answer. */
async function answererOf(proxy: Proxy, target: string): Promise<string> {
  const { headers, text } = await send(proxy, { path: target });
  return 'x-request-id' in headers ? 'Foyer' : text;
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
    const file = path.join(folderOfTest(), 'foyer-proxy.conf');
    await writeFile(file, shared);
    const configuration = whole
      .replace(/^ {4}location \/ \{[\s\S]*?^ {4}\}\n/m, () => locations)
      .replaceAll('/etc/nginx/foyer-proxy.conf', file);
    const proxy = await startNginx(withAppPort(configuration), foyer.deps.settings.port);
    expect(await answerersOf(proxy)).toEqual(EXPECTED);
  });

  it.runIf(canTest('caddy'))('gives Foyer its paths and the app the others: Caddy', async () => {
    const [, configuration = ''] = await blocksOf('caddy', 'text');
    const proxy = await startCaddy(withAppPort(configuration), foyer.deps.settings.port);
    expect(await answerersOf(proxy)).toEqual(EXPECTED);
  });
});
