import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runProgram, serverProgram } from '../../testing/run/server-program.ts';

const COMMANDS = [
  'admin',
  'adopt',
  'check-database',
  'client-secret',
  'completion',
  'data',
  'provider',
  'remove-second-factor',
  'rotate-secrets',
  'seed',
  'service-key',
  'settings',
];
const LIST = expect.stringMatching(
  new RegExp(COMMANDS.map((name) => `^ {2}${name} +\\S.*$\\n`).join(''), 'm'),
) as string;

const run = (...args: string[]) => runProgram([...serverProgram('commands/main'), ...args]);

it('lists the commands for --help', async () => {
  expect(await run('--help')).toEqual({ code: 0, stdout: LIST, stderr: '' });
});

it.each(['adminn', 'constructor', '__proto__'])(
  'lists the commands and ends with 2 for the name %s',
  async (name) => {
    expect(await run(name)).toEqual({ code: 2, stdout: '', stderr: LIST });
  },
);

it('prints the version of package.json for --version', async () => {
  const { stdout } = await run('--version');
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it.each(COMMANDS)('says with %s --help what it does, with an example and without settings', async (name) => {
  const { code, stdout, stderr } = await runProgram([...serverProgram('commands/main'), name, '--help'], {
    NODE_ENV: 'production',
  });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^Examples:\\n {2}npm run server -- ${name}\\b`, 'm'));
  expect(stdout).toMatch(/^ {2}--json +\S/m);
});

describe('the completion for bash', () => {
  /** Asks bash itself, as a Tab does. The last word is the one before the cursor. */
  async function complete(...words: string[]): Promise<string[]> {
    const { stdout: script } = await run('completion', 'bash');
    const ask = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _foyer_server; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', ask, 'bash', 'foyer-server', ...words]);
    return stdout.split('\n').filter(Boolean);
  }

  it('offers commands, their words and the options of each', async () => {
    expect(await complete('')).toEqual([...COMMANDS, '--help', '--version']);
    expect(await complete('re')).toEqual(['remove-second-factor']);
    expect(await complete('admin', '')).toEqual(['grant', 'revoke', 'list', '--help']);
    expect(await complete('admin', 'grant', 'ada@example.com', '--r')).toEqual(['--remove-unconfirmed']);
    expect(await complete('data', 'dump', '--re')).toEqual([]);
    expect(await complete('rotate-secrets', '--c')).toEqual(['--check']);
  });
});
