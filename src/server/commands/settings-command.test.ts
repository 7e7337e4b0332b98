import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runProgram, serverProgram } from '../../testing/run/server-program.ts';
import { folderOfEachTest } from '../../testing/run/temporary-folder.ts';

const folder = folderOfEachTest();
const run = (args: readonly string[], settings: Record<string, string> = {}) =>
  runProgram([...serverProgram('commands/main'), 'settings', ...args], settings, folder());

it('explains a setting without its value, and says whether it is set', async () => {
  const secret = { AUTH_SECRET: 'never on a screen' };
  const text = await run(['--explain', 'auth_secret'], secret);
  expect(text).toMatchObject({ code: 0, stderr: '' });
  expect(text.stdout).toMatch(
    /^AUTH_SECRET is set here\.\n {2}meaning {2}required Signs, hashes and encrypts\./,
  );
  const { stdout } = await run(['--explain', 'SECOND_FACTOR', '--json'], secret);
  expect(JSON.parse(stdout)).toEqual({
    name: 'SECOND_FACTOR',
    meaning: expect.stringContaining('demanded of them') as string,
    default: 'optional',
    example: 'everyone',
    isSet: false,
  });
  expect(text.stdout + stdout).not.toContain(secret.AUTH_SECRET);
});

it('explains a setting of .env, with the id of a provider in its name', async () => {
  await writeFile(path.join(folder(), '.env'), 'OIDC_ACME_WEST_ISSUER=https://login.acme.example\n');
  const { stdout } = await run(['--explain', 'OIDC_ACME_WEST_ISSUER']);
  expect(stdout).toMatch(/^OIDC_ACME_WEST_ISSUER is set here\.\n {2}meaning {2}The issuer,/);
});

it('exits with 1 for a name that it does not know, and names the nearest', async () => {
  expect(await run(['--explain', 'SECOND_FACTR'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Foyer has no setting SECOND_FACTR. The nearest one is SECOND_FACTOR.\n',
  });
});

it('checks all settings and foyer.config.ts, and writes nothing', async () => {
  expect(await run(['--check'])).toMatchObject({ code: 0, stderr: '' });
  expect(await readdir(folder())).toEqual([]);
  const refused = await run(['--check'], { NODE_ENV: 'production', PORT: '0' });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('PORT is not a port number.');
  expect(refused.stderr).toContain('AUTH_SECRET is not set, and production needs it.');
  await writeFile(path.join(folder(), 'foyer.config.ts'), 'export default { fields: 1 };\n');
  const { code, stdout } = await run(['--check', '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    error: expect.stringContaining('foyer.config.ts:1: fields') as string,
  });
});

it.each([[[]], [['--check', '--explain', 'PORT']]])('exits with 2 for the arguments %j', async (args) => {
  expect(await run(args)).toMatchObject({ code: 2, stdout: '' });
});
