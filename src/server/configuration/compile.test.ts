import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { childPidOf } from '../../testing/database/engine-pid.ts';
import { fromText, serverModule } from '../../testing/run/server-program.ts';
import { folderOfTest } from '../../testing/run/temporary-folder.ts';

// In a process of its own, because other test files of this process have compilers, too.
it.each([
  ['a file that it compiles', 'export default {};\n', 'compiled'],
  ['a fault of syntax', 'export default {\n', 'refused'],
])('leaves no process of the compiler after %s', async (_, text, outcome) => {
  const file = path.join(folderOfTest(), 'foyer.config.ts');
  await writeFile(file, text);
  const program = `
    const { compile } = await import(${JSON.stringify(serverModule('configuration/compile'))});
    const { once } = await import('node:events');
    console.log('loaded');
    await once(process.stdin, 'data');
    console.log(await compile(${JSON.stringify(file)}).then(() => 'compiled', () => 'refused'));`;
  const child = spawn(process.execPath, fromText(program), { stdio: ['pipe', 'pipe', 'inherit'] });
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
