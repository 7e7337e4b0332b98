import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { fromSource, runProgram } from '../../testing/run/server-program.ts';
import { isNodeTooOld } from './node-version.ts';
import { rounds } from '../../testing/faults/fault-rounds.ts';

const PROGRAMS = ['src/server/main.ts', 'src/server/commands/main.ts', 'scripts/build.ts'];
const OLD = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })";

it.each(['16.20.2', '18.20.8', '20.10.0', '20.18.3', '21.7.3', '22.2.0', '22.11.0'])(
  'Node %s is too old',
  (version) => expect(isNodeTooOld(version)).toBe(true),
);

it.each(['20.19.0', '20.20.1', '22.12.0', '23.0.0', '24.21.0', '26.1.0-nightly'])(
  'Node %s is new enough',
  (version) => expect(isNodeTooOld(version)).toBe(false),
);

// An old Node reports a missing import before any module runs, so each program imports the check first.
it.each(PROGRAMS.slice(0, rounds(1, 3)))(
  '%s ends with one sentence on a Node that is too old',
  async (program) => {
    const old = ['--import', `data:text/javascript,${encodeURIComponent(OLD)}`];
    const source = fileURLToPath(new URL(`../../../${program}`, import.meta.url));
    expect(await runProgram([...old, ...fromSource(source)])).toEqual({
      code: 1,
      stdout: '',
      stderr: `Foyer needs Node 20.19, Node 22.12 or a later version, and this is Node 18.20.8 (${process.execPath}).\n`,
    });
  },
  60_000,
);
