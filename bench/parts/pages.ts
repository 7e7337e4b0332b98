import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../../scripts/find-chromium.ts';
import type { PageMeasurement } from '../results.ts';
import { startFoyer, startPeer, TWO_PROVIDERS, type RunningServer } from '../start-servers.ts';
import type { Bench } from './bench.ts';
import { buildBetterAuthUi } from './better-auth-ui.ts';
import { fetchedFiles, launchBrowser, startProxy } from './browser.ts';
import { clerkFiles } from './clerk-files.ts';
import { divideStyles, hasFormWithoutScript } from './first-load.ts';
import { sum, weigh, weighPages } from './page-weight.ts';

const CLIENT = fileURLToPath(new URL('../../dist/client', import.meta.url));
/** What somebody who is signed out meets. The last page needs the address that a mail was sent to. */
const SIGNED_OUT_PAGES = ['/sign-in', '/sign-up', '/forgot-password', '/check-email?email=ada@example.test'];
const EVERY_ENCODING = 'gzip, deflate, br, zstd';

/**
 * The files that a browser fetches before it can use the sign-in page: HTML, CSS and scripts, each with the
 * best compression.
 */
export async function measurePages(bench: Bench): Promise<PageMeasurement[]> {
  bench.say('pages');
  return [
    ...(await measureFoyer(bench)),
    await measureAuthJs(bench),
    await measureBetterAuthUi(bench),
    await measureClerk(),
  ];
}

async function measureFoyer({ database, say }: Bench): Promise<PageMeasurement[]> {
  const server = await startFoyer(database.use('pages').uri, { settings: TWO_PROVIDERS });
  const documents = await Promise.all(SIGNED_OUT_PAGES.map((page) => fetchPlain(server, page)));
  const sentDocuments = await Promise.all(
    SIGNED_OUT_PAGES.map(async (page) => (await send(server, page, EVERY_ENCODING)).length),
  );
  const fetched = await fetchByBrowser(server, say);
  const measure = async (page: PageMeasurement['page'], count: number): Promise<PageMeasurement> => {
    const weighed = await weighPages(CLIENT, documents.slice(0, count), fetched.slice(0, count).flat());
    const sentFiles = await Promise.all(
      weighed.files.map(async (file) => (await send(server, `/${file}`, EVERY_ENCODING)).length),
    );
    const sentBytes = Math.max(...sentDocuments.slice(0, count)) + sum(sentFiles);
    return {
      page,
      ...weighed.weights,
      sentBytes,
      formWithoutScript: hasFormWithoutScript(documents[0] ?? ''),
    };
  };
  const measured = [await measure('foyer', 1), await measure('foyer-signed-out', SIGNED_OUT_PAGES.length)];
  await server.child.end();
  return measured;
}

/** The files that Chromium fetches for each signed-out page; none without a Chromium. */
async function fetchByBrowser(server: RunningServer, say: Bench['say']): Promise<string[][]> {
  const executablePath = findChromium();
  if (executablePath === null) {
    say('no Chromium, so only the files that the HTML names are weighed; CHROMIUM_PATH can name one');
    return [];
  }
  const browser = await launchBrowser(executablePath);
  const proxy = await startProxy(server);
  try {
    return await Promise.all(SIGNED_OUT_PAGES.map((page) => fetchedFiles(browser, proxy.origin + page)));
  } finally {
    await proxy.close();
    await browser.close();
  }
}

/** The style sheet is inside the page; there is no script. */
async function measureAuthJs({ database }: Bench): Promise<PageMeasurement> {
  const server = await startPeer('auth-js', database.use('pages').uri);
  const page = await fetchPlain(server, '/auth/signin');
  const sent = await send(server, '/auth/signin', EVERY_ENCODING);
  await server.child.end();
  const { html, styles } = divideStyles(page);
  return {
    page: 'auth-js',
    html: weigh([html]),
    css: weigh(styles),
    js: weigh([]),
    sentBytes: sent.length,
    formWithoutScript: hasFormWithoutScript(page),
  };
}

/** The page is built with Vite, as Foyer's client is. No server belongs to it. */
async function measureBetterAuthUi({ folder, say }: Bench): Promise<PageMeasurement> {
  const client = await buildBetterAuthUi(path.join(folder, 'better-auth-ui'), say);
  const page = await readFile(path.join(client, 'index.html'), 'utf8');
  const { weights } = await weighPages(client, [page]);
  return {
    page: 'better-auth-ui',
    ...weights,
    sentBytes: null,
    formWithoutScript: hasFormWithoutScript(page),
  };
}

async function measureClerk(): Promise<PageMeasurement> {
  const nothing = weigh([]);
  const js = weigh(await clerkFiles());
  return { page: 'clerk', html: nothing, css: nothing, js, sentBytes: null, formWithoutScript: false };
}

async function fetchPlain(server: RunningServer, page: string): Promise<string> {
  return (await send(server, page, 'identity')).toString('utf8');
}

/** The compressed body. */
async function send({ port, host }: RunningServer, address: string, encodings: string): Promise<Buffer> {
  const outgoing = request({
    port,
    host: '127.0.0.1',
    path: address,
    headers: { host, accept: 'text/html,*/*', 'accept-encoding': encodings },
  });
  outgoing.end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}`);
  return Buffer.concat(chunks);
}
