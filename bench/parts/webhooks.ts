import { setTimeout as sleep } from 'node:timers/promises';
import { createVault } from '../../src/server/crypto/encryption.ts';
import { collectionsOf } from '../../src/server/database/collections.ts';
import { newDelivery } from '../../src/server/domain/webhooks/hand-over.ts';
import { listen } from '../../src/testing/run/listen.ts';
import { anEvent, storeEndpoint } from '../../src/testing/webhooks/endpoints.ts';
import type { WebhookMeasurement } from '../results.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { insertAll } from '../seeds/insert.ts';
import { makeUsers } from '../seeds/users.ts';
import { SECRET, startFoyer, TO_THIS_MACHINE } from '../start-servers.ts';
import type { Bench, Plan } from './bench.ts';
import { firstSessionsOf, readsOfFoyer, STEADY_READS } from './session-targets.ts';

/** The time that the slow endpoint takes for each answer. */
const SLOW_ANSWER_MS = 1000;
const WITHIN_MS = 5 * 60_000;

/** Measures deliveries to a fast endpoint, alone and beside a slow one, and reads of sessions meanwhile. */
export async function measureWebhooks(bench: Bench, plan: Plan): Promise<WebhookMeasurement> {
  const { deliveries } = plan;
  bench.say(`webhooks: ${deliveries} deliveries to each endpoint`);
  const seeded = makeUsers(STEADY_READS.connections, new Date());
  const { db, uri } = bench.database.use('webhooks');
  await seedFoyer(db, seeded);
  const receiver = await startReceiver();
  const foyer = await startFoyer(uri, { profiles: bench.profiles, settings: TO_THIS_MACHINE });
  await bench.load.define('webhook reads', readsOfFoyer(foyer, seeded, firstSessionsOf(seeded)));
  const deps = { collections: collectionsOf(db), now: () => new Date(), vault: createVault([SECRET]) };
  /** Stores the deliveries before it enables the endpoint. */
  const prepare = async (path: string) => {
    const disabled = { at: deps.now(), by: 'administrator' } as const;
    const { id } = await storeEndpoint(deps, { url: `${receiver.origin}${path}`, disabled });
    await insertAll(deps.collections.deliveries, deliveries, () => newDelivery(deps, id, anEvent(deps)));
    return () => deps.collections.webhookEndpoints.updateOne({ _id: id }, { $set: { disabled: null } });
  };
  const read = async (leadMs: number) => {
    const streams = [{ target: 'webhook reads', ...STEADY_READS }];
    const { streams: results } = await bench.load.run({ streams, leadMs, measureMs: plan.readMs });
    return results[0]?.p99Ms ?? Number.NaN;
  };

  const idleP99Ms = await read(plan.warmUpMs);
  bench.say('webhooks: a fast endpoint alone');
  const enableAlone = await prepare('/alone');
  await enableAlone();
  const aloneMs = await receiver.durationOf('/alone', deliveries);
  bench.say('webhooks: a fast endpoint beside a slow one');
  const enableSlow = await prepare('/slow');
  const enableFast = await prepare('/fast');
  await enableSlow();
  await enableFast();
  const [busyP99Ms, besideMs] = await Promise.all([
    read(plan.leadMs),
    receiver.durationOf('/fast', deliveries),
  ]);
  const slowReceived = receiver.countOf('/slow');
  await foyer.child.end();
  await receiver.close();
  return { deliveries, slowAnswerMs: SLOW_ANSWER_MS, aloneMs, besideMs, slowReceived, idleP99Ms, busyP99Ms };
}

async function startReceiver() {
  const times = new Map<string, { count: number; first: number; last: number }>();
  const { port, close } = await listen((request, response) => {
    request.resume();
    request.on('end', () => {
      const path = request.url ?? '';
      const now = performance.now();
      const { count, first } = times.get(path) ?? { count: 0, first: now };
      times.set(path, { count: count + 1, first, last: now });
      setTimeout(() => response.writeHead(204).end(), path === '/slow' ? SLOW_ANSWER_MS : 0);
    });
  });
  return {
    origin: `http://localhost:${port}`,
    countOf: (path: string) => times.get(path)?.count ?? 0,
    /** The time from the first to the last of `count` deliveries. */
    async durationOf(path: string, count: number): Promise<number> {
      for (let waitedMs = 0; waitedMs < WITHIN_MS; waitedMs += 20) {
        const measured = times.get(path);
        if (measured && measured.count >= count) return measured.last - measured.first;
        await sleep(20);
      }
      throw new Error(`${times.get(path)?.count ?? 0} of ${count} deliveries arrived at ${path}`);
    },
    close,
  };
}
