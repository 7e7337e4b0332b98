import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fromSource } from '../app/server-program.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

/** The sources of an earlier commit, with the packages of this one. */
export interface EarlierVersion extends AsyncDisposable {
  /** The arguments with which Node runs its server. */
  readonly program: readonly string[];
}

/** Whether this copy of the repository has the commit. A shallow clone has only the newest. */
export function hasCommit(commit: string): Promise<boolean> {
  return run('git', ['-C', PROJECT, 'cat-file', '-e', `${commit}^{commit}`]).then(
    () => true,
    () => false,
  );
}

export async function checkOut(commit: string): Promise<EarlierVersion> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-earlier-'));
  const archive = path.join(folder, 'sources.tar');
  await run('git', ['-C', PROJECT, 'archive', '--output', archive, commit]);
  await run('tar', ['-xf', archive, '-C', folder]);
  const packages = path.join(folder, 'node_modules');
  await mkdir(packages);
  // A folder of its own, because Vite keeps a cache there. The caches of this version begin with a dot.
  const names = (await readdir(path.join(PROJECT, 'node_modules'))).filter((name) => !name.startsWith('.'));
  for (const name of names)
    await symlink(path.join(PROJECT, 'node_modules', name), path.join(packages, name), 'dir');
  return {
    program: fromSource(path.join(folder, 'src/server/main.ts')),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
