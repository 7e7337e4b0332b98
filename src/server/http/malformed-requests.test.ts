import { expect } from 'vitest';
import { rounds } from '../../testing/faults/fault-rounds.ts';
import {
  createSender,
  GARBAGE,
  malformedRequest,
  sendGarbage,
  TRUSTED_ORIGIN,
  type MalformedRequest,
} from '../../testing/faults/malformed-requests.ts';
import { seededRandom, TEST_SEED } from '../../testing/run/random.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';

const REQUESTS = rounds(1000, 10_000);
const CONNECTIONS = 16;

const it = testWith({
  documents: await testDocuments(),
  settings: { logLevel: 'error', trustedOrigins: [TRUSTED_ORIGIN], phoneSignIn: true },
});

function describeRequest({ method, path, headers, body }: MalformedRequest): string {
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ${JSON.stringify(body.toString().slice(0, 300))}`;
}

it(`${REQUESTS} malformed requests get no 5xx, create no session and send no mail (security.md 35)`, async ({
  app,
}) => {
  const random = seededRandom(TEST_SEED);
  const sender = createSender(app.origin, CONNECTIONS);
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let remaining = REQUESTS;
  const worker = async () => {
    while (remaining-- > 0 && faults.length < 5) {
      const malformed = malformedRequest(random, app.origin);
      const status = await sender.send(malformed).catch((error: Error) => {
        faults.push(`${error.message}: ${describeRequest(malformed)}`);
        return 0;
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500) faults.push(`${status}: ${describeRequest(malformed)}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  sender.close();
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(`malformed requests: ${REQUESTS}, seed ${TEST_SEED}, answers ${counts.join(', ')}`);
  expect(faults).toEqual([]);
  // An empty log means that the server found no fault of its own.
  expect(app.logLines).toEqual([]);
  expect(app.mailbox.messages).toEqual([]);
  expect(await app.db.collection('users').countDocuments()).toBe(0);
  expect(await app.db.collection('sessions').countDocuments()).toBe(0);
  expect(statuses.size).toBeGreaterThan(8);
}, 300_000);

it.for(GARBAGE)('bytes that are no HTTP get no 5xx: %.60j', async (bytes, { app }) => {
  const status = await sendGarbage(app.origin, bytes);
  expect(status ?? 400).toBeLessThan(500);
  expect((await app.agent().request('/healthz')).status).toBe(200);
});
