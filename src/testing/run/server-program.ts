import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { runCommand, type Command, type CommandIo } from '../../server/commands/command-frame.ts';
import type { Dependencies } from '../../server/dependencies.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Node's arguments for a TypeScript file without a build. */
export const fromSource = (file: string): readonly string[] => ['--import', TSX, file];

/** Node's arguments for a module with this text. */
export const fromText = (text: string): readonly string[] => [
  '--import',
  TSX,
  '--input-type=module',
  '--eval',
  text,
];

const fileOfServer = (name: string): string =>
  inject('isBuilt')
    ? path.join(PROJECT, 'dist/server', `${name}.js`)
    : path.join(PROJECT, 'src/server', `${name}.ts`);

/** The URL of a module of `src/server`, of a current build or the sources. Its processes are of that kind. */
export const serverModule = (name: string): string => pathToFileURL(fileOfServer(name)).href;

/**
 * Node's arguments for a file of `src/server`, without its ending. The build starts much faster than the
 * sources, which run without a current build, as in a run of one test file.
 */
export const serverProgram = (name: string): readonly string[] =>
  inject('isBuilt') ? [fileOfServer(name)] : fromSource(fileOfServer(name));

/** No program of a test runs for longer. */
const ENDS_WITHIN_MS = 100_000;

/** Runs Node with these arguments to its end, in a folder without `.env`, and with these settings alone. */
export async function runProgram(
  program: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  cwd = os.tmpdir(),
) {
  const { PATH, HOME } = process.env;
  const options = { cwd, env: { PATH, HOME, ...settings }, timeout: ENDS_WITHIN_MS };
  return promisify(execFile)(process.execPath, program, options).then(
    (ended) => ({ code: 0, ...ended }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

/** Runs a command in this process. `input`: standard input. `opened`: how often it opened the database. */
export async function runInProcess<Deps>(
  command: Command<Deps>,
  deps: Deps,
  args: readonly string[],
  input = '',
) {
  let [out, error, opened] = ['', '', 0];
  const io: CommandIo = {
    out: (text) => void (out += text),
    error: (text) => void (error += text),
    readInput: () => Promise.resolve(input),
  };
  const open = () => {
    command.check?.((deps as Pick<Dependencies, 'settings'>).settings);
    opened += 1;
    return Promise.resolve(deps);
  };
  return { code: await runCommand(command, args, io, open), out, error, opened };
}
