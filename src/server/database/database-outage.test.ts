import { afterAll, describe, expect, it, vi } from 'vitest';
import { startDatabaseProxy } from '../../testing/faults/database-proxy.ts';
import { createTestApp } from '../../testing/app/test-app.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { testDatabaseUri } from '../../testing/database/uri.ts';

const FOR_EVER_MS = 1_000_000;
const SHORT_MS = 300;

let waitMs = FOR_EVER_MS;
let begunRequests = 0;
const proxy = await startDatabaseProxy(testDatabaseUri());
const app = await createTestApp({
  databaseUri: proxy.uri,
  patientDatabase: true,
  databaseWaitMs() {
    begunRequests++;
    return waitMs;
  },
  documents: await testDocuments(),
});
const agent = await app.signInByMail('here@example.test');
afterAll(async () => {
  await proxy.restore();
  await app.close();
  await proxy.close();
});

/** With a session cookie, so that each reads the session first. */
const ANSWERS: Readonly<Record<string, number>> = {
  '/': 303,
  '/sign-in': 200,
  '/sign-up': 200,
  '/auth/session': 503,
  '/trpc/session.get': 503,
  '/trpc/profile.get': 503,
  '/readyz': 503,
};
const TIMES = 6;

/** One request waits in vain, and others then do not wait. Answers those that try the database. */
async function waitInVain(): Promise<Promise<void>[]> {
  waitMs = SHORT_MS;
  expect((await agent.request('/trpc/session.get')).status).toBe(503);

  waitMs = FOR_EVER_MS;
  const answered: (readonly [address: string, status: number])[] = [];
  const requests = Object.keys(ANSWERS).flatMap((address) =>
    Array.from({ length: TIMES }, async () => {
      const { status } = await agent.request(address, { headers: { accept: 'text/html' } });
      answered.push([address, status]);
    }),
  );
  await vi.waitUntil(() => answered.length > (2 / 3) * requests.length);
  for (const [address, status] of answered) expect([address, status]).toEqual([address, ANSWERS[address]]);
  return requests;
}

async function restore(requests: readonly Promise<unknown>[]): Promise<void> {
  await proxy.restore();
  await Promise.all(requests);
  await vi.waitUntil(async () => (await agent.request('/readyz')).status === 200);
}

describe('after a request has waited in vain (security.md 36)', () => {
  it('others do not wait while the database hangs, those before it do, and its return is noticed', async () => {
    proxy.stall();
    const begunBefore = begunRequests;
    let isEarlyAnswered = false;
    const early = agent.request('/trpc/session.get').finally(() => (isEarlyAnswered = true));
    await vi.waitUntil(() => begunRequests > begunBefore);
    const requests = await waitInVain();
    expect(isEarlyAnswered).toBe(false);
    await restore([...requests, early]);
    expect(await app.client(agent).session.get.query()).not.toBeNull();
  });

  it('others do not wait while the database refuses connections, and its return is noticed', async () => {
    await proxy.cut();
    await restore(await waitInVain());
    expect(await app.client(agent).session.get.query()).not.toBeNull();
  });
});
