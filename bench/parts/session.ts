import type { Child } from '../children.ts';
import { MANY_CONNECTIONS } from '../goals.ts';
import type { SessionMeasurement, SessionRound } from '../results.ts';
import { repeatRounds } from '../rounds.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { makeUsers, visitorsOf, type Users } from '../seeds/users.ts';
import { seedAuthJs, seedBetterAuth, seedFloor } from '../seeds/peers.ts';
import { startFoyer, startPeer } from '../start-servers.ts';
import type { Bench, Plan } from './bench.ts';
import { perAnswer, runWithUse, untilAnswered } from './run-with-use.ts';
import { comparedTargets, ownTargets, type SessionTarget } from './session-targets.ts';

/** One row of the table: server, kind of request, number of sessions and connections. */
interface Cell extends Omit<SessionMeasurement, 'rounds'> {
  /** The id in the generator. */
  readonly target: string;
  readonly child: Child;
  readonly rounds: SessionRound[];
}

/** Measures how fast each server answers the session: every server in every round. */
export async function measureSession(bench: Bench, plan: Plan): Promise<SessionMeasurement[]> {
  const cells: Cell[] = [];
  const now = new Date();
  for (const sessions of plan.sizes) {
    bench.say(`seeding ${sessions.toLocaleString('en')} sessions for each server`);
    const open = sessions === plan.sizes[1] ? openComparison : openGrowth;
    cells.push(...(await open(bench, plan, makeUsers(sessions, now))));
  }
  for (const cell of cells) {
    // The same process is warm after its cell with many connections.
    if (cell.connections === 1) continue;
    bench.say(`warming up ${cell.target}`);
    // The sessions that nobody used before must last until the last round.
    const measureMs = cell.requests === 'first' ? plan.warmUpMs / 4 : plan.warmUpMs;
    await measureCell(bench, { leadMs: plan.leadMs, measureMs }, cell);
  }
  await repeatRounds(cells, {
    most: plan.mostRounds,
    mostMs: plan.mostMs,
    say: (line) => bench.say(`session: ${line}`),
    measure: async (cell) => void cell.rounds.push(await measureCell(bench, plan, cell)),
  });
  await Promise.all([...new Set(cells.map(({ child }) => child))].map((child) => child.end()));
  return cells.map(({ target: _target, child: _child, ...measurement }) => measurement);
}

/** All servers with the number of sessions at which they are compared. */
async function openComparison(bench: Bench, plan: Plan, seeded: Users): Promise<Cell[]> {
  const { database } = bench;
  const { sessions } = seeded;
  const shared = database.use(`shared_${sessions}`);
  // Its collections have the same names as Foyer's.
  const authJs = database.use(`auth_js_${sessions}`);
  await seedFloor(shared.db, seeded);
  await seedAuthJs(authJs.db, seeded);
  await seedBetterAuth(shared.db, seeded);
  const accessTokens = await seedFoyer(shared.db, seeded);

  const [floor, express, ofAuthJs, betterAuth, cached, foyer] = await Promise.all([
    startPeer('floor', shared.uri),
    startPeer('express', shared.uri),
    startPeer('auth-js', authJs.uri),
    startPeer('better-auth', shared.uri),
    startPeer('better-auth', shared.uri, { BENCH_COOKIE_CACHE: 'on' }),
    startFoyer(shared.uri, { profiles: bench.profiles }),
  ]);
  const peers = { express, 'auth-js': ofAuthJs, 'better-auth': betterAuth, 'better-auth-cache': cached };
  const running = { floor, foyer, ...peers };
  const visitors = visitorsOf(sessions, { most: plan.visitors });
  const repeated = await comparedTargets(running, seeded, visitors, accessTokens);
  const many = await defineCells(bench, seeded, repeated);
  const alone = many.map((cell) => ({ ...cell, connections: 1, rounds: [] }));
  // Nobody else uses these sessions, and there are enough that none has a second turn.
  const others = visitorsOf(sessions, { from: visitors.length });
  const first = await defineCells(bench, seeded, ownTargets(running, seeded, others), 'first');
  return [...many, ...alone, ...first];
}

/** Foyer and the floor with another number of sessions, of which as many are used at every number. */
async function openGrowth(bench: Bench, plan: Plan, seeded: Users): Promise<Cell[]> {
  const { db, uri } = bench.database.use(`shared_${seeded.sessions}`);
  await seedFloor(db, seeded);
  await seedFoyer(db, seeded);
  const [floor, foyer] = await Promise.all([
    startPeer('floor', uri),
    startFoyer(uri, { profiles: bench.profiles }),
  ]);
  const visitors = visitorsOf(seeded.sessions, { most: Math.min(...plan.sizes) });
  return defineCells(bench, seeded, ownTargets({ floor, foyer }, seeded, visitors));
}

async function defineCells(
  { load }: Bench,
  { sessions }: Users,
  targets: readonly SessionTarget[],
  requests?: 'first',
): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const { id, running, target } of targets) {
    const name = `${id}, ${sessions.toLocaleString('en')} sessions${requests ? ', first requests' : ''}`;
    await load.define(name, target);
    cells.push({
      server: id,
      sessions,
      visitors: target.people.length,
      connections: MANY_CONNECTIONS,
      ...(requests && { requests }),
      target: name,
      child: running.child,
      rounds: [],
    });
  }
  return cells;
}

async function measureCell(
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
