import { ObjectId } from 'mongodb';
import type { ActivityDocument } from '../../src/server/database/activity-documents.ts';
import type { JobDocument } from '../../src/server/database/collections.ts';
import type { EventDocument } from '../../src/server/database/event-documents.ts';
import { sweepExpired } from '../../src/server/database/sweeper.ts';
import type { Dependencies } from '../../src/server/dependencies.ts';
import { createServiceKey } from '../../src/server/domain/administration/service-keys.ts';
import { partitionOf } from '../../src/server/domain/events/event-log.ts';
import { runDueJobs } from '../../src/server/domain/job-runner.ts';
import {
  DAY_MS,
  EVENT_PARTITIONS,
  HOUR_MS,
  MINUTE_MS,
  SERVICE_KEY_MIN_AGE_MS,
} from '../../src/shared/limits.ts';
import { startInThisProcess, type FoyerInThisProcess } from '../foyer-in-this-process.ts';
import { rawRequest } from '../load/raw-request.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { insertAll } from '../seeds/insert.ts';
import { makePeople, type People } from '../seeds/people.ts';
import { median } from '../statistics.ts';
import type { Bench, Plan } from './bench.ts';
import { commandsOf, readsOf } from './database-reads.ts';

/** Rounds of each call. Their median is shown. */
const ROUNDS = 5;
/** Rounds of a call that runs once a round, whose CPU time is a few hundredths of a second. */
const SINGLE_ROUNDS = 25;
/** Calls in a round. The CPU time of a process is counted in hundredths of a second. */
const CALLS = 100;
/** Sessions that expire, and jobs that become due, between two passes: the same number at every size. */
const DUE = 20;
/** Rows of the busiest person, at every size. */
const BUSIEST_ROWS = 500;

/** What one call costs with this number of sessions and people. */
export interface CallCost {
  readonly size: number;
  readonly keys: number;
  readonly documents: number;
  /** Of Foyer and the database together; `null` where the database's is unknown. */
  readonly cpuUs: number | null;
}

export interface BoundedCallsMeasurement {
  readonly calls: readonly { readonly call: string; readonly costs: readonly CallCost[] }[];
}

interface MeasuredCall {
  readonly call: string;
  readonly run: (number: number) => Promise<unknown>;
  /** Makes what a call uses up. */
  readonly prepare?: () => Promise<unknown>;
  readonly times: number;
}

/** Measures what each call reads and costs, at each number of sessions and people. */
export async function measureBoundedCalls(bench: Bench, plan: Plan): Promise<BoundedCallsMeasurement> {
  const costs = new Map<string, CallCost[]>();
  for (const size of plan.sizes) {
    const { db, uri } = bench.database.use(`bounded_${size}`);
    bench.say(
      `bounded calls: storing ${size} people with two sessions each, and as many rows of activity, events and jobs`,
    );
    // Each person has two sessions.
    const people = makePeople(2 * size, new Date());
    await seedFoyer(db, people);
    await using foyer = await startInThisProcess(uri);
    await fill(foyer.deps, people, size);
    for (const measured of await callsOf(foyer, people, size)) {
      bench.say(`bounded calls: ${measured.call}`);
      const cost = await measure(bench, foyer, measured);
      costs.set(measured.call, [...(costs.get(measured.call) ?? []), { size, ...cost }]);
    }
  }
  return { calls: [...costs].map(([call, each]) => ({ call, costs: each })) };
}

async function fill({ collections }: Dependencies, people: People, size: number): Promise<void> {
  const { activity, events, eventPartitions, jobs } = collections;
  const ownerOf = (number: number) => people.person(number < BUSIEST_ROWS ? 0 : number).id;
  const at = (number: number) => new Date(people.now.getTime() - (number % (DAY_MS / 10)) * 10);
  await insertAll(activity, size, (number): ActivityDocument => ({
    _id: new ObjectId(),
    userId: ownerOf(number),
    kind: 'sign-in',
    method: 'password',
    ip: null,
    userAgent: null,
    at: at(number),
  }));
  await insertAll(events, size, (number): EventDocument => {
    const subject = ownerOf(number);
    return {
      _id: new ObjectId(),
      type: 'user.resumed',
      data: {},
      subject,
      sequence: number + 1,
      at: at(number),
      partition: partitionOf(subject),
      position: number + 1,
      numberedAt: at(number),
    };
  });
  await insertAll(eventPartitions, EVENT_PARTITIONS, (number) => ({
    _id: number,
    holder: '',
    until: new Date(0),
    last: size,
  }));
  // Mails that wait, as when the mail server is down.
  await insertAll(jobs, size, (number): JobDocument => ({
    _id: new ObjectId(),
    kind: 'mail',
    userId: ownerOf(number),
    payload: '',
    attempts: 1,
    runAt: new Date(people.now.getTime() + HOUR_MS + number),
    createdAt: at(number),
  }));
}

async function callsOf(
  { db, deps, connection }: FoyerInThisProcess,
  people: People,
  size: number,
): Promise<MeasuredCall[]> {
  const { sessions, jobs, sweeps } = deps.collections;
  const { key } = await createServiceKey(
    deps,
    { kind: 'server' },
    {
      name: 'Benchmark',
      scopes: ['users:read', 'events:read'],
      expires: new Date(Date.now() + 2 * SERVICE_KEY_MIN_AGE_MS).toISOString(),
      allowedAddresses: [],
    },
    { ip: null },
  );
  const ask = async (procedure: string, input: object | null, headers: Record<string, string>) => {
    const query = input === null ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    const host = new URL(deps.settings.origin).host;
    const { status, body } = await connection.send(
      rawRequest({ path: `/trpc/${procedure}${query}`, host, headers }),
    );
    if (status !== 200) throw new Error(`${procedure} answered ${status}: ${body}`);
  };
  // Different people, from the whole collection. The first person is the busiest.
  const asPerson = (procedure: string, input: object | null) => (number: number) => {
    const { token } = people.session(number === 0 ? 0 : (number * 7_368_787) % (2 * size));
    return ask(procedure, input, { cookie: `${deps.settings.cookiePrefix}.session=${token}` });
  };
  const asApplication = (procedure: string, input: object) => () =>
    ask(procedure, input, { authorization: `Bearer ${key}` });
  const expired = new Date(Date.now() - MINUTE_MS);
  const ofBusiest = () => asPerson('activity.list', { limit: 50 })(0);
  return [
    { call: 'session.get', times: CALLS, run: asPerson('session.get', null) },
    { call: 'session.list', times: CALLS, run: asPerson('session.list', null) },
    { call: 'activity.list', times: CALLS, run: asPerson('activity.list', { limit: 50 }) },
    { call: 'activity.list of the busiest person', times: CALLS, run: ofBusiest },
    { call: 'users.list, newest first', times: CALLS, run: asApplication('users.list', { limit: 50 }) },
    {
      call: 'users.list, search by a name',
      times: CALLS,
      run: asApplication('users.list', { limit: 50, search: 'person 1' }),
    },
    {
      call: 'users.list, search by an address',
      times: CALLS,
      run: asApplication('users.list', { limit: 50, search: 'person-00001' }),
    },
    { call: 'events.list', times: CALLS, run: asApplication('events.list', { limit: 50 }) },
    {
      call: `the sweeper, with ${DUE} expired sessions`,
      times: 1,
      prepare: () =>
        sessions.insertMany(
          Array.from({ length: DUE }, () => ({
            _id: new ObjectId(),
            sessionToken: new ObjectId().toHexString(),
            userId: new ObjectId(),
            expires: expired,
            createdAt: expired,
            lastSeenAt: expired,
            authenticatedAt: expired,
            ip: null,
            userAgent: null,
          })),
        ),
      run: () => sweepExpired(db, new Date()),
    },
    {
      call: `the job runner, with ${DUE} due jobs`,
      times: 1,
      prepare: async () => {
        // A pass checks the first batch of each search for orphaned rows.
        await sweeps.deleteMany({});
        const due = await jobs.find({}, { limit: DUE, projection: { _id: 1 } }).toArray();
        await jobs.updateMany({ _id: { $in: due.map(({ _id }) => _id) } }, { $set: { runAt: expired } });
      },
      run: () => runDueJobs(deps),
    },
  ];
}

async function measure(
  bench: Bench,
  { client, db }: FoyerInThisProcess,
  { run, prepare, times }: MeasuredCall,
): Promise<Omit<CallCost, 'size'>> {
  // The first calls compile and fill caches.
  for (let number = 0; number < times; number++) {
    await prepare?.();
    await run(number);
  }
  const cpu: (number | null)[] = [];
  for (let round = 0; round < (times === 1 ? SINGLE_ROUNDS : ROUNDS); round++) {
    await prepare?.();
    const before = await bench.database.cpuUs();
    const own = process.cpuUsage();
    for (let number = 0; number < times; number++) await run(round * times + number);
    const { user, system } = process.cpuUsage(own);
    const after = await bench.database.cpuUs();
    cpu.push(before === null || after === null ? null : (user + system + after - before) / times);
  }
  const commands = await commandsOf(client, async () => {
    await prepare?.();
    return () => run(1);
  });
  // The commands have used up what they found.
  await prepare?.();
  const read = await readsOf(db, commands);
  return { ...read, cpuUs: cpu.includes(null) ? null : median(cpu as number[]) };
}
