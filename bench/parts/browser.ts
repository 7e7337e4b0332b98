import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { LOCAL_HOSTS_ALONE } from '../../e2e/guard.ts';
import type { FirstPageRound, SlowNetwork } from '../results.ts';
import type { RunningServer } from '../start-servers.ts';

/** Chromium adds the latency to each request. Its requests share the throughput. */
export const SLOW_NETWORK: SlowNetwork = { latencyMs: 400, bytesPerSecond: 50_000 };
const PROBE = fileURLToPath(new URL('first-page-probe.js', import.meta.url));
const READY_WITHIN_MS = 60_000;
/** In this time after the script is ready, a layout shift still counts. */
const SETTLE_MS = 1000;

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [LOCAL_HOSTS_ALONE, '--no-sandbox', '--disable-gpu'],
    // `main.ts` ends everything on a signal, and the browser ends with this process.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/**
 * The scripts and style sheets that the browser fetches for a page, as paths without the leading slash. The page
 * never gets idle time, so it does not fetch files for later pages.
 */
export async function fetchedFiles(browser: Browser, url: string): Promise<string[]> {
  const context = await browser.newContext({ locale: 'en' });
  try {
    await context.addInitScript({ content: 'globalThis.requestIdleCallback = () => 0;' });
    const page = await context.newPage();
    const paths: string[] = [];
    page.on('request', (sent) => paths.push(new URL(sent.url()).pathname.slice(1)));
    await page.goto(url, { waitUntil: 'networkidle' });
    return paths.filter((path) => /\.(?:js|css)$/.test(path));
  } finally {
    await context.close();
  }
}

/**
 * Opens the sign-in page as a first visitor does, with an empty cache.
 * @param network `null` for the network as it is
 */
export async function visitSignInPage(
  browser: Browser,
  origin: string,
  network: SlowNetwork | null,
): Promise<FirstPageRound> {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } });
  try {
    await context.addInitScript({ path: PROBE });
    const page = await context.newPage();
    if (network !== null) await slowDown(await context.newCDPSession(page), network);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(`${origin}/sign-in`, { waitUntil: 'commit' });
    const probed = readProbe(page);
    const times = await Promise.race([probed, sleep(READY_WITHIN_MS, null, { ref: false })]);
    if (times === null) {
      // It rejects when the context closes.
      probed.catch(() => undefined);
      errors.push(`it was not ready after ${READY_WITHIN_MS / 1000} s`);
    }
    if (times === null || errors.length > 0) throw new Error(`The sign-in page failed: ${errors.join('; ')}`);
    await sleep(SETTLE_MS);
    return { ...times, shift: await page.evaluate<number>('firstPageProbe.shift()') };
  } finally {
    await context.close();
  }
}

export async function slowDown(
  session: CDPSession,
  { latencyMs, bytesPerSecond }: SlowNetwork,
): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

async function readProbe(page: Page): Promise<Omit<FirstPageRound, 'shift'>> {
  // Expressions as texts, because functions would contain the calls that tsx adds and the browser does not know.
  const [visibleMs, readyMs] = await Promise.all([
    page.evaluate<number>('firstPageProbe.visible'),
    page.evaluate<number>('firstPageProbe.ready'),
  ]);
  return { visibleMs, readyMs };
}

/**
 * Stands in for the proxy that ends TLS: Chromium opens `http://localhost`, which it trusts like https, and the
 * server sees its public origin.
 */
export async function startProxy({
  port,
  host,
}: RunningServer): Promise<{ origin: string; close: () => Promise<void> }> {
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { url, method, headers } = incoming;
    const forwarded = request({
      port,
      host: '127.0.0.1',
      path: url,
      method,
      headers: { ...headers, host, 'x-forwarded-proto': 'https' },
    });
    forwarded.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', (error) => outgoing.destroy(error));
    incoming.pipe(forwarded);
  };
  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
