import { spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { folderOfTest } from '../src/testing/run/temporary-folder.ts';

const SCRIPT = fileURLToPath(new URL('test.ts', import.meta.url));

const unitTest = (title: string, status: string, tags: string[] = []) => ({ fullName: title, status, tags });
const unitFile = (status: string, assertionResults: object[]) => ({
  name: path.resolve('src/a.test.ts'),
  status,
  assertionResults,
});
const unit = {
  good: {
    testResults: [unitFile('passed', [unitTest('a', 'passed'), unitTest('all of it', 'skipped', ['all'])])],
  },
  failed: { testResults: [unitFile('failed', [unitTest('a', 'passed'), unitTest('b', 'failed')])] },
  skipped: { testResults: [unitFile('passed', [unitTest('a', 'passed'), unitTest('b', 'skipped')])] },
  unloaded: { testResults: [unitFile('failed', []), unitFile('failed', [unitTest('b', 'failed')])] },
};
const browserTest = (status: string) => ({
  suites: [
    { specs: [], suites: [{ specs: [{ file: 'a.spec.ts', line: 7, title: 'opens', tests: [{ status }] }] }] },
  ],
});

interface Program {
  readonly report?: object | string;
  readonly end?: string;
}

interface Programs {
  readonly vitest?: Program;
  readonly playwright?: Program;
  /** The exit code of each npm script, by name. */
  readonly npm?: Readonly<Record<string, string>>;
}

const B = 'src/a.test.ts: b';
const failing = (report: object | undefined): Programs => ({
  vitest: { ...(report && { report }), end: 'exit 1' },
});

async function testWith({ vitest = {}, playwright = {}, npm = {} }: Programs) {
  const folder = folderOfTest();
  const make = async (name: string, lines: readonly string[]) => {
    await writeFile(path.join(folder, name), ['#!/bin/sh', ...lines].join('\n'));
    await chmod(path.join(folder, name), 0o755);
  };
  const reported = async (name: string, { report, end = 'exit 0' }: Program, good: object, file: string) => {
    const content = path.join(folder, `${name}-report`);
    await writeFile(content, typeof report === 'string' ? report : JSON.stringify(report ?? good));
    await make(name, [...(report === 'none' ? [] : [`cp '${content}' "${file}"`]), end]);
  };
  await reported('vitest', vitest, unit.good, '${4#--outputFile.json=}');
  await reported('playwright', playwright, browserTest('expected'), '$PLAYWRIGHT_JSON_OUTPUT_FILE');
  await make('npm', ['case $3 in', ...Object.entries(npm).map(([name, end]) => `${name}) ${end};;`), 'esac']);
  await mkdir(path.join(folder, 'tmp'));
  const { TEST_ALL: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', SCRIPT], {
    encoding: 'utf8',
    env: { ...env, PATH: `${folder}:${env['PATH']}`, TMPDIR: path.join(folder, 'tmp') },
  });
  return [status, ...stdout.trimEnd().split('\n')];
}

const GOOD = '2 passed, 0 failed';
const OPENS = 'failed: e2e/a.spec.ts:7: opens; 1 passed, 1 failed';
const NO_REPORT = 'failed: playwright, which ended with';

it.each<[condition: string, Programs, code: number, lines: string]>([
  ['everything is good', {}, 0, GOOD],
  ['a test is skipped', { vitest: { report: unit.skipped } }, 0, `skipped: ${B}; ${GOOD}, 1 skipped`],
  ['a test on Node fails', failing(unit.failed), 1, `failed: ${B}; 2 passed, 1 failed`],
  [
    'a file does not load',
    failing(unit.unloaded),
    1,
    `failed: src/a.test.ts; failed: ${B}; 1 passed, 2 failed`,
  ],
  ['a browser test passes at a second attempt', { playwright: { report: browserTest('flaky') } }, 1, OPENS],
  ['the checks fail', { npm: { check: 'exit 2' } }, 1, 'failed: npm run check; 2 passed, 1 failed'],
  [
    'a runner is killed before its report',
    { vitest: { report: 'none', end: 'kill -9 $$' } },
    1,
    'failed: vitest, which ended with SIGKILL; 1 passed, 1 failed',
  ],
  [
    'a runner ends well without a report',
    { playwright: { report: 'none' } },
    1,
    `${NO_REPORT} 0; 1 passed, 1 failed`,
  ],
  [
    'an error stood outside of all tests',
    failing(undefined),
    1,
    'failed: vitest, which ended with 1; 2 passed, 1 failed',
  ],
  [
    'a runner found no test',
    { playwright: { report: { suites: [] } } },
    1,
    `${NO_REPORT} 0; 1 passed, 1 failed`,
  ],
])('npm test says so when %s', async (_condition, programs, code, lines) => {
  expect(await testWith(programs)).toEqual([code, ...lines.split('; ')]);
});
