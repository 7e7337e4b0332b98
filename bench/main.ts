/** `npm run bench`: compares Foyer with Auth.js, Better Auth and the floor in one run (see `--help`). */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installPackages, readWantedVersions } from '../scripts/install-packages.ts';
import { buildProject, isBuilt } from '../scripts/project-build.ts';
import { closeInReverse, type Closing } from '../src/server/process/closing.ts';
import { endChildren } from './children.ts';
import { startDatabase } from './database.ts';
import { startLoad } from './load/load.ts';
import { prepareNode } from './node.ts';
import { FULL, QUICK, type Bench, type Plan } from './parts/bench.ts';
import { measureMemory } from './parts/memory.ts';
import { measurePages } from './parts/pages.ts';
import { measureUsers } from './parts/users.ts';
import { measureSession } from './parts/session.ts';
import { measureReads, measureSignIns } from './parts/sign-ins.ts';
import { measureWebhooks } from './parts/webhooks.ts';
import { renderReport, writeDocument } from './report.ts';
import { PARTS, saveResults, type Measured, type Part } from './results.ts';

const USAGE = `npm run bench                        the parts core and pages, in at most 15 minutes;
                                     writes bench/results and docs/performance.md
npm run bench -- webhooks …          these parts: ${PARTS.join(', ')}
npm run bench -- --quick             rough, in about three minutes; nothing is kept
npm run bench -- --profiles folder   a CPU profile of each Foyer that is measured (Node's --cpu-prof)
MONGODB_URI is used when it is set, else the embedded engine.`;
/** This folder's package.json has the packages that are measured beside Foyer. */
const PEERS = new URL('./', import.meta.url);
/** Much longer than a run. After it, all processes are ended. */
const LIMIT_MS = 30 * 60_000;

const MEASURE: Readonly<Record<Part, (bench: Bench, plan: Plan) => Promise<Measured>>> = {
  core: async (bench, plan) => ({
    // First, while the machine is quiet: resident memory is most sensitive to other load.
    memory: await measureMemory(bench, plan),
    signIns: await measureSignIns(bench, plan),
    reads: await measureReads(bench, plan),
    session: await measureSession(bench, plan),
  }),
  pages: async (bench) => ({ pages: await measurePages(bench) }),
  webhooks: async (bench, plan) => ({ webhooks: await measureWebhooks(bench, plan) }),
  people: async (bench, plan) => ({ people: await measureUsers(bench, plan) }),
};

const started = performance.now();
const say = (line: string) =>
  console.error(`[${Math.round((performance.now() - started) / 1000)} s] ${line}`);

async function measure(
  parts: readonly Part[],
  options: { quick: boolean; profiles: string | undefined },
  closing: Closing,
): Promise<void> {
  closing.push(['programs', endChildren]);
  const node = prepareNode(say);
  await installPackages(PEERS, say);
  if (!(await isBuilt())) {
    say('building Foyer');
    await buildProject();
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-bench-'));
  closing.push(['the temporary folder', () => rm(folder, { recursive: true, force: true })]);
  const database = await startDatabase(folder, process.env['MONGODB_URI']);
  closing.push(['the database', () => database.close()]);
  closing.push(['the servers', endChildren]);
  const bench: Bench = { database, load: startLoad(), say, profiles: options.profiles };
  for (const part of parts) {
    const results = {
      date: new Date().toISOString(),
      machine: {
        cpu: os.cpus()[0]?.model.trim() || 'unknown',
        cores: os.availableParallelism(),
        memoryGb: Math.round(os.totalmem() / 2 ** 30),
        system: `${os.type()} ${os.release().split(/[-+]/)[0]}`,
        node,
        database: database.description,
      },
      versions: part === 'core' ? await readWantedVersions(PEERS) : {},
      ...(await MEASURE[part](bench, options.quick ? QUICK : FULL)),
    };
    console.log(`\n${await renderReport(results)}`);
    if (options.quick) continue;
    await saveResults(part, results);
    await writeDocument();
  }
}

function partOf(name: string): Part {
  const part = PARTS.find((each) => each === name);
  if (part === undefined) throw new Error(`${name} is no part; there are ${PARTS.join(', ')}`);
  return part;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      quick: { type: 'boolean', default: false },
      profiles: { type: 'string' },
    },
  });
  if (values.help) return console.log(USAGE);
  const parts: readonly Part[] = positionals.length > 0 ? positionals.map(partOf) : ['core', 'pages'];

  const closing: Closing = [];
  let ending: Promise<boolean> | undefined;
  const end = () =>
    (ending ??= closeInReverse(closing, (name, error) => console.error(`Could not end ${name}:`, error)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void end().then(() => process.exit(1)));
  }
  const limit = setTimeout(() => {
    console.error(`It took longer than ${LIMIT_MS / 60_000} minutes and is ended.`);
    void end().then(() => process.exit(1));
  }, LIMIT_MS);
  try {
    await measure(parts, { quick: values.quick, profiles: values.profiles }, closing);
  } catch (error) {
    // A process that was ended on purpose is no failure.
    if (ending === undefined) throw error;
  } finally {
    clearTimeout(limit);
    await end();
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.error(`\n${USAGE}`);
  // The programs have ended. What a part of the benchmark listens with would keep this process.
  process.exit(1);
});
