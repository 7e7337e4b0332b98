/**
 * `npm test`: the checks, then the tests on Node, then those in the browser. A failing stage does not hide the next ones.
 * The last line is the count of both test runners together.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { countStage, playwrightReport, vitestReport, type Counts } from './test-counts.ts';

const MINUTE_MS = 60_000;
/** After this a stage hangs, and is ended. */
const STAGE_LIMIT_MS = { check: 2 * MINUTE_MS, unit: 10 * MINUTE_MS, e2e: 10.5 * MINUTE_MS };
/** With `npm ci` before it, all of it stays under twenty minutes. */
const END_AT = Date.now() + 18.75 * MINUTE_MS;
const KILL_AFTER_MS = 10_000;

// NODE_ENV of the caller would reach React, Vite and the server: each stage sets its own.
const { NODE_ENV: _callers, ...environment } = process.env;

let running: ((signal: NodeJS.Signals) => void) | null = null;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true;
    running?.(signal);
  });
}

/** Runs one npm script in a process group of its own; answers its exit code, `null` when it was ended by a signal. */
async function runScript(
  script: string,
  args: readonly string[],
  stageLimitMs: number,
  extra: NodeJS.ProcessEnv = {},
): Promise<number | null> {
  if (interrupted) return null;
  const started = Date.now();
  const limitMs = Math.max(0, Math.min(stageLimitMs, END_AT - started));
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...environment, ...extra },
    detached: true,
  });
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group has ended by itself.
    }
  };
  running = signalGroup;
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
  running = null;
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`\n${script}: ${code === 0 ? 'good' : 'failed'} (${seconds} s)\n`);
  return code;
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
const stages: Counts[] = [];
try {
  const checkCode = await runScript('check', [], STAGE_LIMIT_MS.check);
  // It runs no tests.
  stages.push({ passed: 0, failed: checkCode === 0 ? 0 : 1, skipped: 0 });

  const unit = join(folder, 'unit.json');
  const unitReporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unit}`];
  const unitCode = await runScript('test:unit', unitReporters, STAGE_LIMIT_MS.unit);
  stages.push(countStage(unitCode, await readReport(unit, vitestReport)));

  const e2e = join(folder, 'e2e.json');
  const e2eCode = await runScript('test:e2e', ['--reporter=list,json'], STAGE_LIMIT_MS.e2e, {
    PLAYWRIGHT_JSON_OUTPUT_FILE: e2e,
  });
  stages.push(countStage(e2eCode, await readReport(e2e, playwrightReport)));
} finally {
  await rm(folder, { recursive: true, force: true });
}

const total = (kind: keyof Counts) => stages.reduce((sum, counts) => sum + counts[kind], 0);
const [passed, failed, skipped] = [total('passed'), total('failed'), total('skipped')];
if (failed > 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
