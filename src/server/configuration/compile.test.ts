import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { childPidOf } from '../../testing/database/engine-pid.ts';
import { serverModule } from '../../testing/run/server-program.ts';

let file: string;
beforeEach(async () => {
  file = path.join(await mkdtemp(path.join(os.tmpdir(), 'foyer-compile-')), 'foyer.config.ts');
});
afterEach(() => rm(path.dirname(file), { recursive: true, force: true }));

// In a process of its own, because other test files of this process have compilers, too.
it.each([
  ['a file that it compiles', 'export default {};\n', 'compiled'],
  ['a fault of syntax', 'export default {\n', 'refused'],
])('leaves no process of the compiler after %s', async (_, text, outcome) => {
  await writeFile(file, text);
  const program = `
    const { compile } = await import(${JSON.stringify(serverModule('configuration/compile'))});
    const { once } = await import('node:events');
    console.log('loaded');
    await once(process.stdin, 'data');
    console.log(await compile(${JSON.stringify(file)}).then(() => 'compiled', () => 'refused'));`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout.setEncoding('utf8');
  expect(await once(child.stdout, 'data')).toEqual(['loaded\n']);
  // The TypeScript runner may have a compiler of its own.
  const before = childPidOf(child.pid, 'esbuild');
  child.stdin.write('\n');
  expect(await once(child.stdout, 'data')).toEqual([`${outcome}\n`]);
  // The compiler was told to end, and ends a moment later.
  await expect.poll(() => childPidOf(child.pid, 'esbuild')).toBe(before);
});
