/** `npm run bench`: compares Foyer with Auth.js, Better Auth and the floor in one run (see `--help`). */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildProject, isBuilt } from '../scripts/project-build.ts';
import { closeInReverse, type Closing } from '../src/server/closing.ts';
import { endChildren } from './children.ts';
import { startDatabase, type BenchDatabase } from './database.ts';
import { startLoad } from './load/load.ts';
import { prepareNode } from './node.ts';
import { readOptions, USAGE, type Options, type Part } from './options.ts';
import type { Bench } from './parts/bench.ts';
import { betterAuthUiVersion } from './parts/better-auth-ui.ts';
import { CLERK_VERSION } from './parts/clerk-files.ts';
import { measureFirstPage } from './parts/first-page.ts';
import { measureMemory } from './parts/memory.ts';
import { measurePages } from './parts/pages.ts';
import { measurePeople } from './parts/people.ts';
import { measurePasswords } from './parts/passwords.ts';
import { measureSession } from './parts/session.ts';
import { measureSignIns } from './parts/sign-ins.ts';
import { measureStart } from './parts/start.ts';
import { measureWebhooks } from './parts/webhooks.ts';
import { installPeers, peerVersions } from './peers.ts';
import { seededShuffle } from './rounds.ts';
import { updateDocuments } from './performance-document.ts';
import { renderReport } from './report.ts';
import { saveResults, type Results } from './results.ts';

const MINUTE_MS = 60_000;
/** Much longer than a run. A run that hangs is ended with all its processes. */
const LIMIT_MS = { quick: 15 * MINUTE_MS, part: 25 * MINUTE_MS, full: 25 * MINUTE_MS };

const started = performance.now();
const elapsed = () => Math.round((performance.now() - started) / 1000);
const say = (line: string) => console.error(`[${String(elapsed()).padStart(3)} s] ${line}`);

async function measure(options: Options, closing: Closing): Promise<void> {
  closing.push(['programs', endChildren]);
  const node = await prepareNode(options.node, say);
  await installPeers(say);
  if (!(await isBuilt())) {
    say('building Foyer');
    await buildProject();
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-bench-'));
  closing.push(['the temporary folder', () => rm(folder, { recursive: true, force: true })]);
  const database = await startDatabase(folder, process.env['MONGODB_URI']);
  closing.push(['the database', () => database.close()]);
  closing.push(['the servers', endChildren]);
  const { seed, profiles } = options;
  say(`the seed of the orders is ${seed}`);
  const bench: Bench = { database, load: startLoad(), shuffle: seededShuffle(seed), folder, say, profiles };

  const { plan } = options;
  const isWanted = (part: Part) => options.parts.includes(part);
  const measured = {
    // First, while the machine is quiet: single starts and resident memory are most sensitive to other load.
    ...(isWanted('start') ? { start: await measureStart(bench, plan) } : {}),
    ...(isWanted('memory') ? { memory: await measureMemory(bench, plan) } : {}),
    ...(isWanted('pages') ? { pages: await measurePages(bench) } : {}),
    ...(isWanted('first-page') ? { firstPage: await measureFirstPage(bench, plan) } : {}),
    ...(isWanted('passwords') ? { passwords: await measurePasswords(bench, plan) } : {}),
    ...(isWanted('sign-ins') ? { signIns: await measureSignIns(bench, plan) } : {}),
    ...(isWanted('session') ? { session: await measureSession(bench, plan) } : {}),
    ...(isWanted('people') ? { people: await measurePeople(bench, plan) } : {}),
    ...(isWanted('webhooks') ? { webhooks: await measureWebhooks(bench, plan) } : {}),
  };

  const results: Results = {
    format: 1,
    date: new Date().toISOString(),
    kind: options.kind,
    seconds: elapsed(),
    seed,
    machine: describeMachine(database, node),
    versions: {
      ...(await peerVersions()),
      ...(measured.pages ? { 'Better Auth UI': await betterAuthUiVersion(), Clerk: CLERK_VERSION } : {}),
    },
    ...measured,
  };
  console.log(`\n${await renderReport(results)}`);
  say(`kept in ${await saveResults(results)}`);
}

/** The properties of the machine that matter for the figures, without its name. */
function describeMachine(database: BenchDatabase, node: string): Results['machine'] {
  return {
    cpu: os.cpus()[0]?.model.trim() || 'unknown',
    cores: os.availableParallelism(),
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release().split(/[-+]/)[0]}`,
    node,
    database: database.description,
  };
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(USAGE);
  if (options.document) return updateDocuments(say);

  const closing: Closing = [];
  let ending: Promise<boolean> | undefined;
  const end = () =>
    (ending ??= closeInReverse(closing, (name, error) => console.error(`Could not end ${name}:`, error)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void end().then(() => process.exit(1)));
  }
  const limit = setTimeout(() => {
    console.error(`It took longer than ${LIMIT_MS[options.kind] / MINUTE_MS} minutes and is ended.`);
    void end().then(() => process.exit(1));
  }, LIMIT_MS[options.kind]);
  try {
    await measure(options, closing);
  } catch (error) {
    // A process that was ended on purpose is no failure.
    if (ending === undefined) {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  } finally {
    clearTimeout(limit);
    await end();
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.error(`\n${USAGE}`);
  process.exitCode = 1;
});
