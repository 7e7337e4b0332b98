import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PageMeasurement, Weight } from '../results.ts';
import { startFoyer, startPeer, type RunningServer } from '../start-servers.ts';
import type { Bench } from './bench.ts';
import { clerkFiles } from './clerk-files.ts';
import { firstLoad, hasFormWithoutScript, type Manifest } from './first-load.ts';

const CLIENT = new URL('../../dist/client/', import.meta.url);

/**
 * The files that a browser fetches before it can use the sign-in page: HTML, CSS and scripts, each with the
 * best compression.
 */
export async function measurePages(bench: Bench): Promise<PageMeasurement[]> {
  bench.say('pages');
  return [await measureFoyer(bench), await measureAuthJs(bench), await measureClerk()];
}

async function measureFoyer({ database }: Bench): Promise<PageMeasurement> {
  const server = await startFoyer(database.use('pages').uri);
  const html = await fetchPlain(server, '/sign-in');
  const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', CLIENT), 'utf8')) as Manifest;
  const { js, css } = firstLoad(manifest, html);
  const contents = (files: readonly string[]) =>
    Promise.all(files.map((file) => readFile(fileURLToPath(new URL(file, CLIENT)))));
  let sentBytes = 0;
  for (const path of ['/sign-in', ...[...js, ...css].map((file) => `/${file}`)])
    sentBytes += (await send(server, path, 'gzip, deflate, br, zstd')).length;
  await server.child.end();
  return {
    page: 'foyer',
    html: weigh([Buffer.from(html)]),
    css: weigh(await contents(css)),
    js: weigh(await contents(js)),
    sentBytes,
    formWithoutScript: hasFormWithoutScript(html),
  };
}

/** The style sheet is inside the page; there is no script. */
async function measureAuthJs({ database }: Bench): Promise<PageMeasurement> {
  const server = await startPeer('auth-js', database.use('pages').uri);
  const html = await fetchPlain(server, '/auth/signin');
  const sent = await send(server, '/auth/signin', 'gzip, deflate, br, zstd');
  await server.child.end();
  return {
    page: 'auth-js',
    html: weigh([Buffer.from(html)]),
    css: weigh([]),
    js: weigh([]),
    sentBytes: sent.length,
    formWithoutScript: hasFormWithoutScript(html),
  };
}

async function measureClerk(): Promise<PageMeasurement> {
  const nothing = weigh([]);
  const js = weigh(await clerkFiles());
  return { page: 'clerk', html: nothing, css: nothing, js, sentBytes: null, formWithoutScript: false };
}

/** Each file is compressed separately, as it is sent. */
function weigh(files: readonly Buffer[]): Weight {
  const sum = (sizeOf: (file: Buffer) => number) => files.reduce((total, file) => total + sizeOf(file), 0);
  return {
    raw: sum((file) => file.length),
    gzip: sum((file) => gzipSync(file, { level: constants.Z_BEST_COMPRESSION }).length),
    brotli: sum((file) => brotliCompressSync(file).length),
  };
}

async function fetchPlain(server: RunningServer, path: string): Promise<string> {
  return (await send(server, path, 'identity')).toString('utf8');
}

/** The compressed body. */
async function send({ port, host }: RunningServer, path: string, encodings: string): Promise<Buffer> {
  const outgoing = request({
    port,
    host: '127.0.0.1',
    path,
    headers: { host, accept: 'text/html,*/*', 'accept-encoding': encodings },
  });
  outgoing.end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
  return Buffer.concat(chunks);
}
