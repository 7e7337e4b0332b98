import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeFailures, FAILURE_LOG, failureOfScript, readFailures } from './failure-log.ts';

const NODE_MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const reporterOf = (runner: string) => fileURLToPath(new URL(`./${runner}-reporter.ts`, import.meta.url));
const OUTSIDE = 'an error outside of all tests';

describe('the failures of a stage', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'foyer-test-'));
    await symlink(NODE_MODULES, path.join(folder, 'node_modules'));
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs the program as `npm test` does, and answers what it logged. */
  async function run(program: string, args: readonly string[]): Promise<[name: string, message: string][]> {
    const logFile = path.join(folder, `${path.basename(program)}.log`);
    await rm(logFile, { force: true });
    const { PATH, HOME } = process.env;
    spawnSync(process.execPath, [path.join(NODE_MODULES, program), ...args], {
      cwd: folder,
      env: { PATH, HOME, [FAILURE_LOG]: logFile },
    });
    const { failed } = readFailures(await readFile(logFile, 'utf8'));
    return failed.map(({ name, message }) => [name, message.split('\n')[0] ?? '']);
  }

  it('name a test, a hook, a file that does not load and an unhandled error of Vitest', async () => {
    const source = `
      test('passes', () => undefined);
      describe('a group', () => {
        test('with a fault', () => { throw new Error('a broken test'); });
      });
      describe('a hook', () => {
        beforeAll(() => { throw new Error('a broken hook'); });
        test('never runs', () => undefined);
      });
      test('leaves a promise', () => void Promise.reject(new Error('nobody waits')));`;
    await writeFile(path.join(folder, 'one.test.ts'), source);
    await writeFile(path.join(folder, 'two.test.ts'), `import './missing.ts';`);

    const failures = await run('vitest/vitest.mjs', [
      'run',
      '--globals',
      `--reporter=${reporterOf('vitest')}`,
    ]);

    expect(failures).toEqual(
      expect.arrayContaining([
        ['one.test.ts > a group > with a fault', 'Error: a broken test'],
        ['one.test.ts > a hook', 'Error: a broken hook'],
        [OUTSIDE, 'Error: nobody waits'],
        ['two.test.ts', expect.stringContaining('./missing.ts')],
      ]),
    );
    expect(failures).toHaveLength(4);
  });

  it('name a test and a file that does not load of Playwright', async () => {
    const source = `
      import { test } from '@playwright/test';
      test('passes', () => undefined);
      test.describe('a group', () => {
        test('with a fault', () => { throw new Error('a broken walk'); });
      });`;
    await writeFile(path.join(folder, 'one.spec.ts'), source);
    const args = ['test', 'spec', `--reporter=${reporterOf('playwright')}`];

    expect(await run('@playwright/test/cli.js', args)).toEqual([
      ['one.spec.ts › a group › with a fault', 'Error: a broken walk'],
    ]);

    await writeFile(
      path.join(folder, 'slow.spec.ts'),
      `import { test } from '@playwright/test';
       test('once', ({}, { retry }) => { if (retry === 0) throw new Error('too slow'); });`,
    );
    expect(await run('@playwright/test/cli.js', [...args, '--retries=1'])).toEqual([
      ['one.spec.ts › a group › with a fault', 'Error: a broken walk'],
    ]);
    expect(readFailures(await readFile(path.join(folder, 'cli.js.log'), 'utf8')).passedAgain).toContainEqual({
      name: 'slow.spec.ts › once',
      message: 'Error: too slow',
    });

    await writeFile(path.join(folder, 'two.spec.ts'), `import './missing.ts';`);
    expect(await run('@playwright/test/cli.js', args)).toContainEqual([
      OUTSIDE,
      expect.stringContaining('missing.ts'),
    ]);
  });
});

describe('the log of a stage that was ended', () => {
  it('names what failed and what still ran, and its last line may be cut off', () => {
    const text = [
      '{"kind":"started","name":"one.test.ts"}',
      '{"kind":"started","name":"two.test.ts"}',
      '{"kind":"failed","name":"one.test.ts › a","message":"Error: b"}',
      '{"kind":"ended","name":"one.test.ts"}',
      '{"kind":"start',
    ].join('\n');

    expect(readFailures(text).failed).toEqual([
      { name: 'one.test.ts › a', message: 'Error: b' },
      { name: 'two.test.ts', message: 'It had not ended when its test runner ended.' },
    ]);
  });
});

describe('the last lines of the tests', () => {
  it('are each name and the first lines of its message, without colours', () => {
    const message = '\u001B[31mError\u001B[39m: expected 1\n\nto be 2\n\n3\n4\n5\n6\n7';
    expect(describeFailures('Failed:', [{ name: 'one.test.ts › a', message }])).toBe(
      [
        'Failed:',
        '  one.test.ts › a',
        '      Error: expected 1',
        '      to be 2',
        '      3',
        '      4',
        '      5',
        '      6',
      ].join('\n'),
    );
  });

  it('show the end of what a failing script printed', () => {
    const output = Array.from({ length: 20 }, (_, n) => `line ${n}\n`).join('');
    expect(describeFailures('Failed:', [failureOfScript('check:types', output)])).toMatch(
      /^Failed:\n {2}check:types\n {6}line 14\n[^]*line 19$/,
    );
  });

  it('stay below a hundred lines', () => {
    const many = Array.from({ length: 500 }, (_, n) => ({ name: `test ${n}`, message: 'a\n'.repeat(50) }));
    const lines = describeFailures('Failed:', many).split('\n');
    expect(lines.length).toBeLessThan(95);
    expect(lines.at(-1)).toBe('  and 470 more');
  });
});
