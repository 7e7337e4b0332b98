import { expect, it } from 'vitest';
import { runProgram, serverProgram } from '../../testing/run/server-program.ts';

const LIST = expect.stringMatching(
  /^ {2}admin +\S[^]*^ {2}check-database +\S[^]*^ {2}data +\S[^]*^ {2}service-key +\S.*\n$/m,
) as string;

const run = (...args: string[]) => runProgram([...serverProgram('commands/main'), ...args]);

it('lists the commands for --help', async () => {
  expect(await run('--help')).toEqual({ code: 0, stdout: LIST, stderr: '' });
});

it.each([[], ['adminn'], ['constructor'], ['__proto__']])(
  'lists the commands and ends with 2 for the name %j',
  async (...args) => {
    expect(await run(...args)).toEqual({ code: 2, stdout: '', stderr: LIST });
  },
);
