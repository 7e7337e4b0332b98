/** `npm run check`: the linter, the formatter and the compiler. The formatter uses one core, so the others run beside it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));

/** Whether a program of `node_modules` found nothing. */
async function passes(program: string, ...args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [path.join(PROJECT, 'node_modules', program), ...args], {
    cwd: PROJECT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

const found = await Promise.all([
  passes('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
  passes('oxlint/bin/oxlint').then(
    async (isGood) => (await passes('typescript-7/bin/tsc', '--noEmit', '--checkers', '2')) && isGood,
  ),
]);
if (found.includes(false)) process.exitCode = 1;
