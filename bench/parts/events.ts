import { setTimeout as sleep } from 'node:timers/promises';
import { ObjectId } from 'mongodb';
import { assemble } from '../../src/server/assemble.ts';
import type { SecurityEvent } from '../../src/server/database/activity-documents.ts';
import { connectDatabase } from '../../src/server/database/connect.ts';
import type { Dependencies } from '../../src/server/dependencies.ts';
import { makeSecurityEvent, settleSecurityEvent } from '../../src/server/domain/activity/security-events.ts';
import { createServiceKey } from '../../src/server/domain/administration/service-keys.ts';
import { toEventDocuments } from '../../src/server/domain/events/event-log.ts';
import { createLogger } from '../../src/server/log.ts';
import { createMailTransport } from '../../src/server/mail/transport.ts';
import { readSettings } from '../../src/server/settings/settings.ts';
import { createSmsTransport } from '../../src/server/sms/transport.ts';
import { DAY_MS, EVENTS_PAGE_MAX_SIZE } from '../../src/shared/limits.ts';
import type { EventPage } from '../../src/shared/schemas/events.ts';
import { openConnection, type HttpConnection } from '../load/http-connection.ts';
import { aroundValue, rawRequest, VALUE } from '../load/raw-request.ts';
import type { EventMeasurement } from '../results.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { makePeople } from '../seeds/people.ts';
import { FOYER_COOKIE, FOYER_HOST, startFoyer } from '../start-servers.ts';
import type { Bench, Plan } from './bench.ts';
import { call } from './people.ts';
import { markerOf, SESSION_GET } from './session-targets.ts';

const READERS = 20;
/** Together the readers send 200 requests per second. */
const EACH_READS_EVERY_MS = 100;
const SETTLED_AT_ONCE = 16;
const INSERTED_AT_ONCE = 1000;
const WITHIN_MS = 5 * 60_000;

/** Events that are settled, numbered and listed, and the waiting time of signed-in users meanwhile. */
export async function measureEvents(bench: Bench, plan: Plan): Promise<EventMeasurement> {
  const { events } = plan;
  const people = makePeople(Math.max(READERS, Math.ceil(events / 10)), new Date());
  bench.say(`events: ${events} events of ${people.count} people`);
  const { db, uri } = bench.database.use('events');
  await seedFoyer(db, people);
  const { child, port } = await startFoyer(uri, { profiles: bench.profiles });
  const { deps, close } = await connect(uri);
  let reader: HttpConnection | undefined;
  const { key } = await createServiceKey(
    deps,
    { kind: 'server' },
    {
      name: 'Benchmark',
      scopes: ['events:read'],
      expires: new Date(Date.now() + DAY_MS).toISOString(),
      allowedAddresses: [],
    },
    { ip: null },
  );
  await bench.load.define('event reads', {
    port,
    ...aroundValue(
      rawRequest({ path: SESSION_GET, host: FOYER_HOST, headers: { cookie: `${FOYER_COOKIE}=${VALUE}` } }),
    ),
    people: Array.from({ length: READERS }, (_, number) => [
      people.session(2 * number).token,
      markerOf(people.person(number).email),
    ]),
    times: 1,
  });
  const readP99 = async (leadMs: number) => {
    const streams = [{ target: 'event reads', connections: READERS, everyMs: EACH_READS_EVERY_MS }];
    const { streams: results } = await bench.load.run({ streams, leadMs, measureMs: plan.passwords.busyMs });
    return results[0]?.p99Ms ?? Number.NaN;
  };
  const ids = Array.from({ length: people.count }, (_, number) => people.person(number).id);
  // Opened for the first list: the server ends a connection that sends nothing for seconds.
  const list = async (input: object) =>
    call<EventPage>((reader ??= await openConnection(port)), key, 'events.list', input);
  try {
    const idleP99Ms = await readP99(plan.warmUpMs);
    bench.say('events: settling');
    const settledMs = await settle(deps, ids);
    await allListed(deps);
    bench.say('events: numbering');
    const numberedMs = await numberNew(deps, events);
    bench.say('events: listing');
    const started = performance.now();
    let pages = 1;
    let page = await list({ limit: EVENTS_PAGE_MAX_SIZE });
    for (; page.hasMore; pages++) page = await list({ limit: EVENTS_PAGE_MAX_SIZE, after: page.cursor });
    const listedMs = performance.now() - started;
    bench.say('events: all of it beside readers');
    const reading = new AbortController();
    const work = async () => {
      while (!reading.signal.aborted) await settle(deps, ids.slice(0, 500));
    };
    const follow = async () => {
      let { cursor } = page;
      while (!reading.signal.aborted) ({ cursor } = await list({ after: cursor }));
    };
    const [busyP99Ms] = await Promise.all([
      readP99(plan.leadMs).finally(() => reading.abort()),
      work(),
      follow(),
    ]);
    return {
      settled: ids.length,
      settledMs,
      numbered: events,
      numberedMs,
      pages,
      listedMs,
      idleP99Ms,
      busyP99Ms,
    };
  } finally {
    reader?.close();
    await close();
    await child.end();
  }
}

/** The dependencies of another process, which settles. The measured server numbers and lists. */
async function connect(uri: string): Promise<{ deps: Dependencies; close: () => Promise<void> }> {
  const settings = readSettings({ NODE_ENV: 'development', MONGODB_URI: uri, DEMO: 'off' });
  const log = createLogger({ logLevel: 'warn' });
  const { client, db, close } = await connectDatabase({ uri, log });
  const mail = createMailTransport(settings, log);
  const sms = createSmsTransport(settings, log);
  const { deps } = await assemble({ settings, client, db, mail, sms, log });
  return { deps, close };
}

function aChange(deps: Dependencies): SecurityEvent {
  return makeSecurityEvent(deps, {
    kind: null,
    client: null,
    mailTo: [],
    events: [{ type: 'user.updated', data: { changed: ['name'] } }],
  });
}

/** Decides one change of each person, and answers how long settling takes. */
async function settle(deps: Dependencies, ids: readonly ObjectId[]): Promise<number> {
  const changes = ids.map((id) => ({ id, securityEvent: aChange(deps) }));
  await deps.collections.users.bulkWrite(
    changes.map(({ id, securityEvent }) => ({
      updateOne: { filter: { _id: id }, update: { $push: { announcements: securityEvent } } },
    })),
    { ordered: false },
  );
  const started = performance.now();
  const waiting = changes.values();
  const settleRest = async () => {
    for (const { id, securityEvent } of waiting) await settleSecurityEvent(deps, id, securityEvent);
  };
  await Promise.all(Array.from({ length: SETTLED_AT_ONCE }, settleRest));
  return performance.now() - started;
}

/** Stores events of one new person each, and answers how long it takes until the server has numbered them. */
async function numberNew(deps: Dependencies, count: number): Promise<number> {
  const { events } = deps.collections;
  const documents = Array.from({ length: count }, () =>
    toEventDocuments(new ObjectId(), aChange(deps), 0),
  ).flat();
  const started = performance.now();
  for (let from = 0; from < count; from += INSERTED_AT_ONCE) {
    await events.insertMany(documents.slice(from, from + INSERTED_AT_ONCE), { ordered: false });
  }
  await allListed(deps);
  return performance.now() - started;
}

async function allListed({ collections }: Dependencies): Promise<void> {
  const stored = await collections.events.estimatedDocumentCount();
  for (let waitedMs = 0; waitedMs < WITHIN_MS; waitedMs += 20) {
    const partitions = await collections.eventPartitions.find().toArray();
    if (partitions.reduce((sum, { last }) => sum + last, 0) >= stored) return;
    await sleep(20);
  }
  throw new Error('the server does not number all events');
}
