import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { serverProgram } from '../../testing/run/server-program.ts';

const LIST = expect.stringMatching(
  /^ {2}admin +\S[^]*^ {2}check-database +\S[^]*^ {2}data +\S[^]*^ {2}service-key +\S.*\n$/m,
) as string;

async function run(...args: string[]) {
  const program = [...serverProgram('commands/main'), ...args];
  return promisify(execFile)(process.execPath, program).then(
    (result) => ({ code: 0, ...result }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

it('lists the commands for --help', async () => {
  expect(await run('--help')).toEqual({ code: 0, stdout: LIST, stderr: '' });
});

it.each([[], ['adminn'], ['constructor'], ['__proto__']])(
  'lists the commands and ends with 2 for the name %j',
  async (...args) => {
    expect(await run(...args)).toEqual({ code: 2, stdout: '', stderr: LIST });
  },
);
