import { freePorts } from '../../src/testing/app/free-ports.ts';
import { MANY_CONNECTIONS } from '../goals.ts';
import { hasSettled } from '../rounds.ts';
import { seedFoyer } from '../seeds/foyer.ts';
import { makePeople, visitorsOf } from '../seeds/people.ts';
import { startFoyer, type RunningServer } from '../start-servers.ts';
import { median, ratioOf, type Spread } from '../statistics.ts';
import type { Bench, PartFigures, Plan } from './bench.ts';
import { perAnswer, runWithUse, untilAnswered } from './run-with-use.ts';
import { ownTargets } from './session-targets.ts';

/** More than other parts have, because the difference is a few hundredths. */
const ROUNDS = 40;
const QUICK_ROUNDS = 6;
const SESSIONS = 20_000;
const VISITORS = 2000;
/** Prometheus asks every 15 seconds by default. */
const SCRAPE_EVERY_MS = 15_000;

interface Measured {
  readonly name: string;
  readonly target: string;
  readonly child: RunningServer['child'];
  readonly cpuUs: number[];
}

/**
 * The CPU time of a `session.get` with `METRICS` off, on, and on with `METRICS_COMMANDS`, in turns. A second process with `METRICS` off shows how much two equal processes differ. The metrics are
 * read every 15 seconds meanwhile.
 */
export async function measureMetrics(bench: Bench, plan: Plan): Promise<PartFigures> {
  const { database, load, say, shuffle } = bench;
  const people = makePeople(SESSIONS, new Date());
  const { db, uri } = database.use('metrics');
  say(`metrics: seeding ${SESSIONS.toLocaleString('en')} sessions`);
  await seedFoyer(db, people);

  const port = await freePorts(2);
  const settings = (metricsPort: number) => ({ METRICS: 'on', METRICS_PORT: String(metricsPort) });
  const off = await open('off');
  const again = await open('off, in a second process');
  const on = await open('on', settings(port));
  const withCommands = { ...settings(port + 1), METRICS_COMMANDS: 'on' };
  const commands = await open('on, with `METRICS_COMMANDS`', withCommands);
  const servers = [off, again, on, commands];
  const timer = setInterval(() => [port, port + 1].forEach((each) => void scrape(each)), SCRAPE_EVERY_MS);
  try {
    for (const server of servers) await warmUp(server);
    const rounds = plan.quick ? QUICK_ROUNDS : ROUNDS;
    for (let round = 0; round < rounds; round++) {
      if (round % 10 === 0) say(`metrics: round ${round + 1} of ${rounds}`);
      for (const server of shuffle(servers)) server.cpuUs.push(await measure(server));
    }
    const text = await scrape(port + 1);
    const sent = numberIn(text, 'db_client_operation_duration_seconds_count{db_operation_name="find"}');
    const calls = numberIn(text, 'foyer_procedure_calls_total{procedure="session.get",code="OK"}');
    return {
      tables: [
        {
          head: ['`METRICS`', 'CPU of a `session.get`', 'over off, middle half of the rounds'],
          rows: servers.map(({ name, cpuUs }) => [
            name,
            `${median(cpuUs).toFixed(0)} µs`,
            cpuUs === off.cpuUs ? '' : textOf(ratioOf(cpuUs, off.cpuUs)),
          ]),
        },
      ],
      paragraphs: [
        `${rounds} rounds in another order each, ${MANY_CONNECTIONS} connections. The metrics were read every 15 seconds; a reading has ${text.length.toLocaleString('en')} bytes. A \`session.get\` sent ${(sent / calls).toFixed(2)} commands to the database, because reads of the same moment are joined.`,
      ],
      data: servers.map(({ name, cpuUs }) => ({ name, cpuUs })),
    };
  } finally {
    clearInterval(timer);
    await Promise.all(servers.map(({ child }) => child.end()));
  }

  async function open(name: string, more: Record<string, string> = {}): Promise<Measured> {
    const foyer = await startFoyer(uri, { settings: more });
    const target = `metrics ${name}`;
    const visitors = visitorsOf(SESSIONS, { most: VISITORS });
    const own = ownTargets({ floor: foyer, foyer }, people, visitors).find(({ id }) => id === 'foyer');
    if (!own) throw new Error('Foyer has no target');
    await load.define(target, own.target);
    return { name, target, child: foyer.child, cpuUs: [] };
  }

  async function measure({ target, child }: Measured): Promise<number> {
    const streams = [{ target, connections: MANY_CONNECTIONS, everyMs: null }];
    const { use, ...result } = await untilAnswered(plan.measureMs, (measureMs) =>
      runWithUse({ load, database, child }, { streams, leadMs: plan.leadMs, measureMs }),
    );
    return perAnswer(use, result.streams[0]?.perSecond ?? Number.NaN).cpuUs;
  }

  async function warmUp(server: Measured): Promise<void> {
    const windows: number[] = [];
    while (windows.length < 2 * plan.warmUp.mostWindows && !hasSettled(windows))
      windows.push(await measure(server));
  }
}

async function scrape(port: number): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

/** The value of a line of the metrics. */
function numberIn(text: string, name: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

const textOf = ({ median: middle, lower, upper }: Spread) =>
  `${middle.toFixed(3)} (${lower.toFixed(3)}–${upper.toFixed(3)})`;
