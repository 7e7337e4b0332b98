import { mkdir, rename, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runProgram } from './children.ts';

/** The goals compare the sign-in page with that of this commit. */
export const EARLIER_PAGES = '4ae41a9';
/** The goals compare the start with that of this commit. */
export const EARLIER_START = '5e47be0';
const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const CACHE = path.join(PROJECT, 'node_modules/.cache/foyer/bench');

/**
 * The main module of the built server of a commit. It is built once and stored. Returns `null` when this copy of the
 * repository does not contain the commit.
 */
export async function earlierBuild(commit: string, say: (line: string) => void): Promise<URL | null> {
  if (!(await hasCommit(commit))) {
    say(`the history lacks ${commit}, so it is not measured; \`git fetch --unshallow\` fetches the history`);
    return null;
  }
  const hasSamePackages = (await git('diff', '--name-only', commit, '--', 'package-lock.json')).trim() === '';
  const folder = path.join(CACHE, hasSamePackages ? `${commit}-same-packages` : commit);
  const main = path.join(folder, 'dist/server/main.js');
  const isThere = await stat(main).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    say(`building ${commit} (once)`);
    await build(commit, folder, hasSamePackages);
  }
  return pathToFileURL(main);
}

function hasCommit(commit: string): Promise<boolean> {
  return git('rev-parse', '--quiet', '--verify', `${commit}^{commit}`).then(
    () => true,
    () => false,
  );
}

const git = (...args: string[]) => runProgram('git', ['-C', PROJECT, ...args]);

async function build(commit: string, folder: string, hasSamePackages: boolean): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    const archive = path.join(draft, 'sources.tar');
    await git('archive', '--output', archive, commit);
    await runProgram('tar', ['-xf', archive, '-C', draft]);
    if (hasSamePackages)
      await symlink(path.join(PROJECT, 'node_modules'), path.join(draft, 'node_modules'), 'dir');
    else await runProgram('npm', ['ci', '--prefix', draft, '--no-audit', '--no-fund', '--loglevel', 'error']);
    await runProgram('npm', ['run', '--silent', 'build', '--prefix', draft]);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
