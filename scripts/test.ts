/**
 * `npm test` and `npm run test:all`: the tests on Node, then those in a browser. A failed stage does not stop
 * the next one. The last line counts both runners. Both get the arguments: `npm run test:all -- --shard=1/4`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/reporters';

type Result = readonly [name: string, state: 'passed' | 'failed' | 'skipped'];

// The caller's NODE_ENV would reach React, Vite and the server. Each stage sets its own.
const { NODE_ENV: _callers, ...environment } = process.env;
const folder = await mkdtemp(join(tmpdir(), 'foyer-test-'));
const reportOf = (runner: string) => join(folder, `${runner}.json`);
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interruption.abort());

/** Returns the exit code, or what ended the program. */
async function run(program: string, args: readonly string[]): Promise<unknown> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf('playwright') },
    signal: interruption.signal,
  });
  return once(child, 'close').then(
    ([code, signal]: unknown[]) => signal ?? code,
    (error: unknown) => error,
  );
}

async function runScript(script: string): Promise<Result[]> {
  const end = await run('npm', ['run', '--silent', script]);
  return end === 0 ? [] : [[`npm run ${script}`, 'failed']];
}

/** Runs a test runner. A missing report, no passed test, and an error outside tests count as one failure. */
async function runTests(runner: keyof typeof RESULTS, args: readonly string[]): Promise<Result[]> {
  const end = await run(runner, [...args, ...process.argv.slice(2)]);
  const results = await readFile(reportOf(runner), 'utf8')
    .then((text) => RESULTS[runner](JSON.parse(text) as JsonTestResults & JSONReport))
    .catch(() => []);
  const has = (state: Result[1]) => results.some((result) => result[1] === state);
  const isCounted = has('failed') || (end === 0 && has('passed'));
  return isCounted ? results : [...results, [`${runner}, which ended with ${String(end)}`, 'failed']];
}

const RESULTS = {
  vitest: ({ testResults }: JsonTestResults) =>
    testResults.flatMap(({ name, status, assertionResults }): Result[] => {
      const file = relative(process.cwd(), name);
      const results = assertionResults
        // Vitest reports the tests of `npm run test:all` as skipped.
        .filter((each) => each.status !== 'skipped' || environment['TEST_ALL'] || !each.tags.includes('all'))
        .map(({ fullName, status: state }): Result => {
          return [`${file}: ${fullName}`, state === 'passed' || state === 'failed' ? state : 'skipped'];
        });
      // A file that does not load, or whose hook fails, has no failed test.
      const isUncounted = status === 'failed' && results.every(([, state]) => state !== 'failed');
      return isUncounted ? [...results, [file, 'failed']] : results;
    }),
  playwright: ({ suites }: JSONReport) => suites.flatMap(resultsOfSuite),
};

const STATES = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' } as const;

function resultsOfSuite({ specs, suites = [] }: JSONReportSuite): Result[] {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ status }): Result => [`e2e/${file}:${line}: ${title}`, STATES[status]]),
  );
  return [...own, ...suites.flatMap(resultsOfSuite)];
}

const results = await runScript('test:prepare');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf('vitest')}`];
const [unit, checks] = await Promise.all([runTests('vitest', ['run', ...reporters]), runScript('check')]);
results.push(...unit, ...checks, ...(await runTests('playwright', ['test', '--reporter=list,json'])));
await rm(folder, { recursive: true, force: true });

const namesOf = (state: Result[1]) => results.filter((result) => result[1] === state).map(([name]) => name);
const [skipped, failed] = [namesOf('skipped'), namesOf('failed')];
for (const name of skipped) console.log(`skipped: ${name}`);
for (const name of failed) console.log(`failed: ${name}`);
if (failed.length > 0) process.exitCode = 1;
const counts = `${namesOf('passed').length} passed, ${failed.length} failed`;
console.log(skipped.length > 0 ? `${counts}, ${skipped.length} skipped` : counts);
