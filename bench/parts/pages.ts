import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PageMeasurement, Weight } from '../results.ts';
import { startFoyer, startPeer, TWO_PROVIDERS, type RunningServer } from '../start-servers.ts';
import type { Bench } from './bench.ts';
import { divideStyles, firstLoad, hasFormWithoutScript, type Manifest } from '../../scripts/first-load.ts';

const CLIENT = fileURLToPath(new URL('../../dist/client', import.meta.url));
/** The signed-out pages. The last one needs the address that a mail was sent to. */
const SIGNED_OUT_PAGES = ['/sign-in', '/sign-up', '/forgot-password', '/check-email?email=ada@example.test'];

/** The files that a browser fetches before it can use the page; `e2e/first-load.spec.ts` checks the list. */
export async function measurePages({ database, say }: Bench): Promise<PageMeasurement[]> {
  say('pages');
  const { uri } = database.use('pages');
  const foyer = await startFoyer(uri, { settings: TWO_PROVIDERS });
  const authJs = await startPeer('auth-js', uri);
  const measured = [
    await measure('foyer', foyer, SIGNED_OUT_PAGES.slice(0, 1)),
    await measure('foyer-signed-out', foyer, SIGNED_OUT_PAGES),
    await measure('auth-js', authJs, ['/auth/signin']),
  ];
  await Promise.all([foyer.child.end(), authJs.child.end()]);
  return measured;
}

/** The largest HTML of these pages, and every style and script that one of them fetches first. */
async function measure(
  page: PageMeasurement['page'],
  server: RunningServer,
  addresses: readonly string[],
): Promise<PageMeasurement> {
  const manifest = JSON.parse(await readFile(path.join(CLIENT, '.vite/manifest.json'), 'utf8')) as Manifest;
  const sizeAsSent = async (address: string) =>
    (await send(server, address, 'gzip, deflate, br, zstd')).length;
  const documents = await Promise.all(
    addresses.map(async (address) => (await send(server, address, 'identity')).toString('utf8')),
  );
  const divided = documents.map(divideStyles);
  const loads = documents.map((document) => firstLoad(manifest, document));
  const [css, js] = [loads.flatMap((load) => load.css), loads.flatMap((load) => load.js)].map((files) => [
    ...new Set(files),
  ]) as [string[], string[]];
  const read = (files: string[]) => Promise.all(files.map((file) => readFile(path.join(CLIENT, file))));
  const [html] = divided.map((each) => weigh([each.html])).toSorted((a, b) => b.gzip - a.gzip);
  return {
    page,
    html: html ?? weigh([]),
    css: weigh([...new Set(divided.flatMap(({ styles }) => styles)), ...(await read(css))]),
    js: weigh(await read(js)),
    sentBytes:
      Math.max(...(await Promise.all(addresses.map(sizeAsSent)))) +
      sum(await Promise.all([...css, ...js].map((file) => sizeAsSent(`/${file}`)))),
    formWithoutScript: hasFormWithoutScript(documents[0] ?? ''),
  };
}

/** Each file is compressed separately, as it is sent. */
function weigh(files: readonly (Buffer | string)[]): Weight {
  const contents = files.map((file) => Buffer.from(file));
  return {
    gzip: sum(contents.map((content) => gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).length)),
    brotli: sum(contents.map((content) => brotliCompressSync(content).length)),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function send({ port, host }: RunningServer, address: string, encodings: string): Promise<Buffer> {
  const outgoing = request({
    port,
    host: '127.0.0.1',
    path: address,
    headers: { host, accept: 'text/html,*/*', 'accept-encoding': encodings },
  });
  outgoing.end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}`);
  return buffer(answer);
}
