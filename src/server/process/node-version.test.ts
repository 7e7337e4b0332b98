import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { fromSource } from '../../testing/run/server-program.ts';
import { isNodeTooOld } from './node-version.ts';
import { rounds } from '../../testing/faults/fault-rounds.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAMS = ['src/server/commands/main.ts', 'scripts/build.ts'];
const OLD = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })";

it.each([
  ['16.20.2', true],
  ['18.20.8', true],
  ['20.10.0', true],
  ['20.18.3', true],
  ['20.19.0', false],
  ['20.20.1', false],
  ['21.7.3', true],
  ['22.2.0', true],
  ['22.11.0', true],
  ['22.12.0', false],
  ['23.0.0', false],
  ['24.21.0', false],
  ['26.1.0-nightly', false],
])('Node %s is too old: %j', (version, expected) => {
  expect(isNodeTooOld(version)).toBe(expected);
});

it.each([...PROGRAMS, 'src/server/main.ts'])(
  '%s checks the version before it imports anything else',
  async (program) => {
    const source = await readFile(path.join(PROJECT, program), 'utf8');
    const [first, ...others] = source.match(/^import .*$/gm) ?? [];
    expect(first).toMatch(/^import '\S*\/node-version\.ts';$/);
    // A static import of a name that an old Node lacks fails before any module runs. main.ts has none, and is joined into a bundle.
    const values = others.filter((line) => !line.startsWith('import type '));
    if (program !== 'src/server/main.ts') expect(values).toEqual([]);
  },
);

it.each(['src/server/main.ts', 'src/server/commands/main.ts', 'scripts/build.ts'].slice(0, rounds(1, 3)))(
  '%s ends with one sentence on a Node that is too old',
  async (program) => {
    const args = ['--import', `data:text/javascript,${encodeURIComponent(OLD)}`];
    const ended = promisify(execFile)(process.execPath, [
      ...args,
      ...fromSource(path.join(PROJECT, program)),
    ]);
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `Foyer needs Node 20.19, Node 22.12 or a later version, and this is Node 18.20.8 (${process.execPath}).\n`,
    });
  },
  60_000,
);
