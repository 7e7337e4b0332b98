import { setTimeout as sleep } from 'node:timers/promises';
import { usageOf } from '../children.ts';
import { MANY_CONNECTIONS } from '../goals.ts';
import type { MemoryMeasurement } from '../results.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { makeUsers, visitorsOf, type Users } from '../seeds/users.ts';
import { startFoyer } from '../start-servers.ts';
import type { Bench, Plan } from './bench.ts';
import { readsOfFoyer } from './session-targets.ts';

const SESSIONS = 1000;

type MeasuredProcess = MemoryMeasurement['processes'][number];

/** Resident memory of the server after the start without requests, and after a load. Several processes. */
export async function measureMemory(bench: Bench, plan: Plan): Promise<MemoryMeasurement> {
  const { db, uri } = bench.database.use('memory');
  const seeded = makeUsers(SESSIONS, new Date());
  await seedFoyer(db, seeded);
  const processes: MeasuredProcess[] = [];
  while (processes.length < plan.memory.processes) {
    bench.say(`memory: process ${processes.length + 1} of ${plan.memory.processes}`);
    processes.push(await measureProcess(bench, plan, seeded, uri));
  }
  return { processes };
}

async function measureProcess(
  { load }: Bench,
  plan: Plan,
  seeded: Users,
  uri: string,
): Promise<MeasuredProcess> {
  const foyer = await startFoyer(uri);
  const { child } = foyer;
  await sleep(plan.memory.idleMs);
  const idle = await usageOf(child);

  await load.define('memory', readsOfFoyer(foyer, seeded, visitorsOf(SESSIONS)));
  await load.run({
    streams: [{ target: 'memory', connections: MANY_CONNECTIONS, everyMs: null }],
    leadMs: plan.leadMs,
    measureMs: plan.memory.loadMs,
  });
  const after = await usageOf(child);
  await child.end();
  return { idleBytes: idle.rssBytes, afterLoadBytes: after.rssBytes };
}
