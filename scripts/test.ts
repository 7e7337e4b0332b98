/**
 * `npm test`: the checks and the build, then the tests on Node, then those in the browser. A failing stage does not hide the next ones.
 * The last lines name what failed, and the last one is the count of both test runners together.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import {
  describeFailures,
  FAILURE_LOG,
  failureOfScript,
  readFailures,
  type Failure,
} from './failures/failure-log.ts';
import { afterGoodAttempt, boundAttempts, filesForSecondAttempt, type Stage } from './second-attempts.ts';
import { countStage, playwrightReport, vitestReport, type Counts } from './test-counts.ts';

const MINUTE_MS = 60_000;
/** After this a stage hangs, and is ended. */
const STAGE_LIMIT_MS = { check: 3 * MINUTE_MS, unit: 13 * MINUTE_MS, e2e: 12 * MINUTE_MS };
/** With `npm ci` before it, all of it stays under twenty minutes. */
const END_AT = Date.now() + 18.75 * MINUTE_MS;
const KILL_AFTER_MS = 10_000;
/** A walk that starts later may not end in time. */
const LAST_WALK_BEFORE_END_MS = 60_000;
/** What Playwright needs to close its browsers and to write its report, when it has ended its tests itself. */
const REPORT_WITHIN_MS = 20_000;
/** Each list runs beside the others, because most of them use one core for most of their time, and packages are waited for. */
const BEFORE_TESTS = [['check:lint', 'check:types'], ['check:format'], ['test:prepare']];

// NODE_ENV of the caller would reach React, Vite and the server: each stage sets its own.
const { NODE_ENV: _callers, ...environment } = process.env;

const running = new Set<(signal: NodeJS.Signals) => void>();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true;
    for (const signalGroup of running) signalGroup(signal);
  });
}

interface Ended {
  /** `null` when it was ended by a signal. */
  readonly code: number | null;
  /** What it printed; empty where it prints by itself. */
  readonly output: string;
}

const limitOf = (stageLimitMs: number): number => Math.max(0, Math.min(stageLimitMs, END_AT - Date.now()));

/** Runs one npm script in a process group of its own. With `prints`, it prints while it runs; otherwise what it printed is shown when it has ended. */
async function runScript(
  script: string,
  stageLimitMs: number,
  { args = [], prints = false, extra = {} }: { args?: string[]; prints?: boolean; extra?: NodeJS.ProcessEnv },
): Promise<Ended> {
  if (interrupted) return { code: null, output: '' };
  const started = Date.now();
  const limitMs = limitOf(stageLimitMs);
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    stdio: ['ignore', prints ? 'inherit' : 'pipe', prints ? 'inherit' : 'pipe'],
    env: { ...environment, ...extra },
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group has ended by itself.
    }
  };
  running.add(signalGroup);
  let killing: NodeJS.Timeout | undefined;
  const limit = setTimeout(() => {
    console.error(`${script} took longer than ${(limitMs / MINUTE_MS).toFixed(1)} minutes and is ended.`);
    signalGroup('SIGTERM');
    killing = setTimeout(() => signalGroup('SIGKILL'), KILL_AFTER_MS);
  }, limitMs);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      console.error(`${script} could not be started: ${error.message}`);
      resolve(null);
    });
    child.once('close', resolve);
  });
  clearTimeout(limit);
  clearTimeout(killing);
  running.delete(signalGroup);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`${output}\n${script}: ${code === 0 ? 'good' : 'failed'} (${seconds} s)\n`);
  return { code, output };
}

/** Runs scripts that have no test runner, one after another. All failures together count as one failed test. */
async function runPlain(scripts: readonly string[]): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const script of scripts) {
    const { code, output } = await runScript(script, STAGE_LIMIT_MS.check, {});
    if (code !== 0) failures.push(failureOfScript(script, output));
  }
  return failures;
}

/** `undefined` for a report that was not written, or only in part. */
async function readReport(file: string, report: z.ZodType<Counts>): Promise<Counts | undefined> {
  try {
    return report.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'foyer-test-'));
const stages: Stage[] = [];

interface TestRun {
  readonly limitMs: number;
  readonly args: readonly string[];
  readonly report: z.ZodType<Counts>;
  readonly extra?: NodeJS.ProcessEnv;
  /** Of its report and of the log of its failures, in `folder`. */
  readonly name?: string;
}

/** Runs the tests of one runner. */
async function runTests(
  script: string,
  { limitMs, args, report, extra = {}, name = script }: TestRun,
): Promise<Stage> {
  const failureLog = join(folder, `${name}.log`);
  const { code } = await runScript(script, limitMs, {
    args: [...args],
    prints: true,
    extra: { ...extra, [FAILURE_LOG]: failureLog },
  });
  const counts = countStage(code, await readReport(reportOf(name), report));
  const { failed, passedAgain } = readFailures(await readFile(failureLog, 'utf8').catch(() => ''));
  const unnamed = {
    name: script,
    message: `It ended with ${code ?? 'a signal'}, and its runner named no test.`,
  };
  return {
    counts,
    failed: counts.failed > 0 && failed.length === 0 ? [unnamed] : failed,
    passedAgain,
  };
}

const reportOf = (name: string) => join(folder, `${name}.json`);

function runUnit(name: string, files: readonly string[]): Promise<Stage> {
  const reporters = ['default', './scripts/failures/vitest-reporter.ts', 'json'];
  return runTests('test:unit', {
    limitMs: STAGE_LIMIT_MS.unit,
    args: [
      ...reporters.map((reporter) => `--reporter=${reporter}`),
      `--outputFile.json=${reportOf(name)}`,
      ...files,
    ],
    report: vitestReport,
    name,
  });
}

/** Single tests that fail beside all others run once more, alone. */
async function repeatFailed(stage: Stage): Promise<Stage> {
  const files = filesForSecondAttempt(stage);
  if (files.length === 0) return stage;
  console.log(`A second attempt, alone: ${files.join(', ')}`);
  const { counts } = await runUnit('test:unit-again', files);
  return counts.failed === 0 ? afterGoodAttempt(stage) : stage;
}

try {
  const plain = (await Promise.all(BEFORE_TESTS.map(runPlain))).flat();
  // It runs no tests.
  stages.push({
    counts: { passed: 0, failed: plain.length > 0 ? 1 : 0, skipped: 0 },
    failed: plain,
    passedAgain: [],
  });
  stages.push(await repeatFailed(await runUnit('test:unit', [])));
  const walks = await runTests('test:e2e', {
    limitMs: STAGE_LIMIT_MS.e2e,
    args: [
      '--reporter=list,json,./scripts/failures/playwright-reporter.ts',
      '--retries=1',
      `--global-timeout=${Math.max(1000, limitOf(STAGE_LIMIT_MS.e2e) - REPORT_WITHIN_MS)}`,
    ],
    report: playwrightReport,
    extra: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf('test:e2e'),
      WALKS_START_UNTIL: String(END_AT - REPORT_WITHIN_MS - LAST_WALK_BEFORE_END_MS),
    },
  });
  stages.push(boundAttempts(walks));
} finally {
  await rm(folder, { recursive: true, force: true });
}

const total = (kind: keyof Counts) => stages.reduce((sum, { counts }) => sum + counts[kind], 0);
const [passed, failed, skipped] = [total('passed'), total('failed'), total('skipped')];
const passedAgain = stages.flatMap((stage) => stage.passedAgain);
if (failed > 0) process.exitCode = 1;
for (const [heading, failures] of [
  ['Failed beside all others, and passed at the second attempt:', passedAgain],
  ['Failed:', stages.flatMap((stage) => stage.failed)],
] as const) {
  if (failures.length > 0) console.log(describeFailures(heading, failures));
}
const leftOut = stages.at(-1)?.counts.skipped ?? 0;
if (leftOut > 0)
  console.log(
    `${leftOut} walks were left out: no time was left on this machine. \`npm run test:e2e\` runs them all.`,
  );
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
