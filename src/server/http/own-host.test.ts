import type { IncomingMessage } from 'node:http';
import { describe, expect } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { readTrustProxy } from './client-address.ts';
import { createHostCheck } from './own-host.ts';

const PATHS = ['/trpc/session.get', '/trpc/providers.list', '/openapi.json', '/auth/csrf'];

/** Sends what a proxy sends that rewrites `Host`: nginx by default, and the rewrites of Next. */
async function statusesOf(origin: string, forwardedHost: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const path of PATHS) {
    const headers = { host: 'foyer:3000', 'x-forwarded-host': forwardedHost };
    statuses.push((await rawRequest(origin, { path, headers })).status);
  }
  return statuses;
}

const it = testWith({ settings: { trustProxy: 'loopback' } });

describe('X-Forwarded-Host of a trusted proxy', () => {
  it('is accepted when it names the configured host, in any case and first', async ({ app }) => {
    const { host } = new URL(app.origin);
    for (const forwarded of [host, host.toUpperCase(), `${host}, inner.example`]) {
      expect(await statusesOf(app.origin, forwarded)).toEqual([200, 200, 200, 200]);
    }
  });

  it.for(['evil.test', '', 'localhost', 'inner.example, localhost:1'])(
    'returns 421 when it is %j',
    async (forwarded, { app }) => {
      expect(await statusesOf(app.origin, forwarded)).toEqual([421, 421, 421, 421]);
    },
  );

  it('gets into no link and no cookie', async ({ app }) => {
    const headers = { host: 'foyer:3000', 'x-forwarded-host': `${new URL(app.origin).host}, evil.test` };
    const answer = await rawRequest(app.origin, {
      method: 'POST',
      path: '/trpc/session.requestLink',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'proxied@example.test' }),
    });
    expect(answer.status).toBe(200);
    const link = app.mailbox.linkOf(app.mailbox.last('proxied@example.test'));
    expect(link.startsWith(`${app.origin}/confirm?`)).toBe(true);
    expect(JSON.stringify(answer.headers)).not.toMatch(/evil\.test|foyer:3000/);
  });
});

it('names the configured host in vain when somebody else sends it', () => {
  const isOwnHost = createHostCheck('https://accounts.example', readTrustProxy('10.0.0.0/8'));
  const from = (remoteAddress: string) =>
    isOwnHost({
      headers: { host: 'foyer:3000', 'x-forwarded-host': 'accounts.example' },
      socket: { remoteAddress },
    } as unknown as IncomingMessage);
  expect([from('10.1.2.3'), from('192.0.2.7'), from('')]).toEqual([true, false, false]);
});
