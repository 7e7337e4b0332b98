import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { childPidOf } from '../../testing/app/engine-pid.ts';
import { compile } from './compile.ts';

let file: string;
beforeEach(async () => {
  file = path.join(await mkdtemp(path.join(os.tmpdir(), 'foyer-compile-')), 'foyer.config.ts');
});
afterEach(() => rm(path.dirname(file), { recursive: true, force: true }));

it.each([
  ['a file that it compiles', 'export default {};\n'],
  ['a fault of syntax', 'export default {\n'],
])('leaves no process of the compiler after %s', async (_, text) => {
  await writeFile(file, text);
  // Another test file of this process may have a compiler of its own.
  const before = childPidOf(process.pid, 'esbuild');
  await compile(file).catch(() => null);
  // It is told to end, and ends a moment later.
  await expect.poll(() => childPidOf(process.pid, 'esbuild')).toBe(before);
});
