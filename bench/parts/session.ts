import type { Child } from '../children.ts';
import { MANY_CONNECTIONS, measuredRatios } from '../goals.ts';
import type { ServerId, SessionMeasurement, SessionRound } from '../results.ts';
import { hasSettled, repeatRounds } from '../rounds.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { makePeople, visitorsOf, type People } from '../seeds/people.ts';
import { seedAuthJs, seedBetterAuth, seedFloor } from '../seeds/peers.ts';
import { startFoyer, startPeer, type RunningServer } from '../start-servers.ts';
import type { Bench, Plan } from './bench.ts';
import { perAnswer, runWithUse, untilAnswered } from './run-with-use.ts';
import { comparedTargets, ownTargets, type SessionTarget } from './session-targets.ts';

/** One row of the table: server, kind of request, number of sessions and connections. */
interface Cell {
  readonly server: ServerId;
  readonly sessions: number;
  readonly visitors: number;
  readonly connections: number;
  readonly requests?: 'first';
  /** The id in the generator. */
  readonly target: string;
  readonly child: Child;
  readonly warmUpCpuUs: number[];
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
    const open = sessions === plan.comparedSize ? openComparison : openGrowth;
    cells.push(...(await open(bench, plan, makePeople(sessions, now))));
  }
  for (const cell of bench.shuffle(cells)) await warmUp(bench, plan, cell);

  const measured = () =>
    cells.map(({ target: _target, child: _child, ...measurement }): SessionMeasurement => measurement);
  await repeatRounds(cells, {
    most: plan.mostRounds,
    mostMs: plan.roundsMs.session,
    shuffle: bench.shuffle,
    groupOf: ({ requests, connections, sessions }) =>
      requests ??
      (connections === 1 ? 'one connection' : sessions === plan.comparedSize ? 'comparison' : 'growth'),
    say: (line) => bench.say(`session: ${line}`),
    measure: async (cell) => void cell.rounds.push(await measureCell(bench, plan, cell)),
    ratios: () => measuredRatios({ session: measured() }),
  });
  await Promise.all([...new Set(cells.map(({ child }) => child))].map((child) => child.end()));
  return measured();
}

/** Repeats until the CPU time per request has settled, because a process that is not warm needs several times as much. */
async function warmUp(bench: Bench, plan: Plan, cell: Cell): Promise<void> {
  // The same process is warm after its cell with many connections.
  if (cell.connections === 1) return;
  const { windowMs, mostWindows } = plan.warmUp;
  while (cell.warmUpCpuUs.length < mostWindows && !hasSettled(cell.warmUpCpuUs)) {
    // The sessions that nobody used before must last until the last round.
    const measureMs = cell.requests === 'first' ? windowMs / 4 : windowMs;
    const { cpuUs } = await measureCell(bench, { leadMs: plan.leadMs, measureMs }, cell);
    cell.warmUpCpuUs.push(cpuUs);
  }
  const windows = cell.warmUpCpuUs.map((us) => us.toFixed(0)).join(', ');
  bench.say(`warming up ${cell.target}: ${windows} µs of CPU per request`);
}

/** All servers with the number of sessions at which they are compared. */
async function openComparison(bench: Bench, plan: Plan, people: People): Promise<Cell[]> {
  const { database } = bench;
  const { sessions } = people;
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
  const visitors = visitorsOf(sessions, { most: plan.visitors });
  const repeated = await comparedTargets(running, people, visitors, accessTokens);
  const many = await defineCells(bench, running, people, repeated);
  const alone = many.map((cell) => ({ ...cell, connections: 1, warmUpCpuUs: [], rounds: [] }));
  // Nobody else uses these sessions, and there are enough that none has a second turn.
  const others = visitorsOf(sessions, { from: visitors.length });
  if (others.length < visitors.length) return [...many, ...alone];
  const first = await defineCells(bench, running, people, ownTargets(running, people, others), 'first');
  return [...many, ...alone, ...first];
}

/** Foyer and the floor with another number of sessions, of which as many are used at every number. */
async function openGrowth(bench: Bench, plan: Plan, people: People): Promise<Cell[]> {
  const { db, uri } = bench.database.use(`shared_${people.sessions}`);
  await seedFloor(db, people);
  await seedFoyer(db, people);
  const [floor, foyer] = await Promise.all([
    startPeer('floor', uri),
    startFoyer(uri, { profiles: bench.profiles }),
  ]);
  const visitors = visitorsOf(people.sessions, { most: Math.min(...plan.sizes) });
  return defineCells(bench, { floor, foyer }, people, ownTargets({ floor, foyer }, people, visitors));
}

async function defineCells(
  { load }: Bench,
  running: Partial<Record<ServerId, RunningServer>>,
  { sessions }: People,
  targets: readonly SessionTarget[],
  requests?: 'first',
): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const { id, on, target } of targets) {
    const child = running[on]?.child;
    if (!child) throw new Error(`${on} does not run`);
    const name = `${id}, ${sessions.toLocaleString('en')} sessions${requests ? ', first requests' : ''}`;
    await load.define(name, target);
    cells.push({
      server: id,
      sessions,
      visitors: target.people.length,
      connections: MANY_CONNECTIONS,
      ...(requests && { requests }),
      target: name,
      child,
      warmUpCpuUs: [],
      rounds: [],
    });
  }
  return cells;
}

export async function measureCell(
  { database, load }: Bench,
  { leadMs, measureMs }: Pick<Plan, 'leadMs' | 'measureMs'>,
  { target, connections, child }: Pick<Cell, 'target' | 'connections' | 'child'>,
): Promise<SessionRound> {
  const streams = [{ target, connections, everyMs: null }];
  const { use, ...result } = await untilAnswered(measureMs, (ms) =>
    runWithUse({ load, database, child }, { streams, leadMs, measureMs: ms }),
  );
  const [stream] = result.streams;
  if (!stream) throw new Error('a stream is missing');
  const { perSecond, p50Ms, p99Ms } = stream;
  return { perSecond, p50Ms, p99Ms, ...perAnswer(use, perSecond), generatorBusy: result.busy };
}
