import { usageOf, type Child } from '../children.ts';
import { MANY_CONNECTIONS } from '../goals.ts';
import type { ServerId, SessionMeasurement, SessionRound } from '../results.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { makePeople } from '../seeds/people.ts';
import { seedAuthJs, seedBetterAuth, seedFloor } from '../seeds/peers.ts';
import { startFoyer, startPeer } from '../start-servers.ts';
import { rotate } from '../statistics.ts';
import type { Bench, Plan } from './bench.ts';
import { sessionTargets } from './session-targets.ts';

/** One row of the table: server, kind of request, number of sessions and connections. */
interface Cell {
  readonly server: ServerId;
  readonly sessions: number;
  readonly connections: number;
  /** The id in the generator. */
  readonly target: string;
  readonly child: Child;
  readonly rounds: SessionRound[];
}

/**
 * Measures how fast each server answers the session: every server in every round, each round in another
 * order.
 */
export async function measureSession(bench: Bench, plan: Plan): Promise<SessionMeasurement[]> {
  const cells: Cell[] = [];
  const now = new Date();
  for (const sessions of plan.sizes) {
    bench.say(`seeding ${sessions.toLocaleString('en')} sessions for each server`);
    cells.push(...(await openCells(bench, plan, sessions, now)));
  }

  for (const { server, sessions, target, connections } of cells) {
    if (connections !== MANY_CONNECTIONS) continue;
    bench.say(`warming up ${server}, ${sessions.toLocaleString('en')} sessions`);
    await bench.load.run({
      streams: [{ target, connections, everyMs: null }],
      leadMs: plan.warmUpMs,
      measureMs: plan.leadMs,
    });
  }
  for (let round = 0; round < plan.rounds; round++) {
    bench.say(`session: round ${round + 1} of ${plan.rounds}`);
    // The offset per round, so that everybody has a turn over all rounds.
    const order = rotate(cells, round * Math.ceil(cells.length / plan.rounds));
    for (const cell of order) cell.rounds.push(await measureCell(bench, plan, cell));
  }
  await Promise.all([...new Set(cells.map(({ child }) => child))].map((child) => child.end()));
  return cells.map(({ server, sessions, connections, rounds }) => ({
    server,
    sessions,
    connections,
    rounds,
  }));
}

async function openCells(bench: Bench, plan: Plan, sessions: number, now: Date): Promise<Cell[]> {
  const { database, load } = bench;
  const people = makePeople(sessions, now);
  const shared = database.use(`shared_${sessions}`);
  // Its collections have the same names as Foyer's.
  const authJs = database.use(`auth_js_${sessions}`);
  await seedFloor(shared.db, people);
  await seedAuthJs(authJs.db, people);
  await seedBetterAuth(shared.db, people);
  const accessTokens = await seedFoyer(shared.db, people);

  const [floor, express, ofAuthJs, betterAuth, cached, foyer] = await Promise.all([
    startPeer('floor', shared.uri),
    startPeer('express', shared.uri),
    startPeer('auth-js', authJs.uri),
    startPeer('better-auth', shared.uri),
    startPeer('better-auth', shared.uri, { BENCH_COOKIE_CACHE: 'on' }),
    startFoyer(shared.uri, { profiles: bench.profiles }),
  ]);
  const running = {
    floor,
    express,
    'auth-js': ofAuthJs,
    'better-auth': betterAuth,
    'better-auth-cache': cached,
    foyer,
  };
  const cells: Cell[] = [];
  for (const { id, on, target } of await sessionTargets(running, people, accessTokens)) {
    const name = `${id}, ${sessions} sessions`;
    await load.define(name, target);
    const { child } = running[on];
    const cell = (connections: number): Cell => ({
      server: id,
      sessions,
      connections,
      target: name,
      child,
      rounds: [],
    });
    cells.push(cell(MANY_CONNECTIONS));
    if (sessions === plan.comparedSize) cells.push(cell(1));
  }
  return cells;
}

async function measureCell({ database, load }: Bench, plan: Plan, cell: Cell): Promise<SessionRound> {
  const usage = async () => ({
    server: await usageOf(cell.child),
    database: await database.cpuUs(),
    atMs: performance.now(),
  });
  const edges: ReturnType<typeof usage>[] = [];
  const { streams, busy } = await load.run(
    {
      streams: [{ target: cell.target, connections: cell.connections, everyMs: null }],
      leadMs: plan.leadMs,
      measureMs: plan.measureMs,
    },
    () => void edges.push(usage()),
  );
  const [stream, [from, to]] = [streams[0], await Promise.all(edges)];
  if (!stream || !from || !to) throw new Error('a run without a beginning or an end');
  const { perSecond, p50Ms, p99Ms } = stream;
  const perRequest = (us: number, ms: number) => us / (ms / 1000) / perSecond;
  return {
    perSecond,
    p50Ms,
    p99Ms,
    cpuUs: perRequest(to.server.cpuUs - from.server.cpuUs, to.server.atMs - from.server.atMs),
    databaseCpuUs:
      from.database === null || to.database === null
        ? null
        : perRequest(to.database - from.database, to.atMs - from.atMs),
    generatorBusy: busy,
  };
}
