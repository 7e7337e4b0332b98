import express from 'express';
import { expect, it } from 'vitest';
import { listen } from '../../testing/run/listen.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import type { Settings } from '../settings/settings.ts';
import { clientAddressOf, readTrustProxy } from './client-address.ts';

const SETTINGS: readonly Settings['trustProxy'][] = [
  false,
  1,
  2,
  'loopback',
  'loopback, 10.0.0.0/8',
  'loopback,10.0.0.0/8,fd00::/8',
];
const FORWARDED = [
  '',
  '203.0.113.7',
  '203.0.113.7, 10.0.0.3',
  '203.0.113.7,10.0.0.3 , fd00::1',
  'no address',
];

/** The address as Express reads it, and as `clientAddressOf` reads it. */
async function readBoth(trustProxy: Settings['trustProxy'], forwarded: string) {
  const app = express();
  app.set('trust proxy', trustProxy);
  app.get('/', (req, res) => void res.send(req.ip));
  let ours = '';
  await using server = await listen((req, res) => {
    ours = clientAddressOf(req, readTrustProxy(trustProxy));
    app(req, res);
  });
  const headers = forwarded === '' ? {} : { 'x-forwarded-for': forwarded };
  const { text } = await rawRequest(server.url, { headers });
  return { express: text, ours };
}

it.each(SETTINGS)('reads the client address as Express does with TRUST_PROXY=%s', async (trustProxy) => {
  const read: string[] = [];
  for (const forwarded of FORWARDED) {
    const addresses = await readBoth(trustProxy, forwarded);
    expect(addresses.ours).toBe(addresses.express);
    read.push(addresses.ours);
  }
  // The header counts exactly where a proxy is trusted.
  expect(new Set(read).size > 1).toBe(trustProxy !== false);
});
