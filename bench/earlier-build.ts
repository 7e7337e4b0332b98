import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runProgram } from './children.ts';

/** The goals compare the sign-in page with that of this commit. */
export const EARLIER_COMMIT = '4ae41a9';
const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const CACHE = path.join(PROJECT, 'node_modules/.cache/foyer/bench');

/**
 * The main module of the built server of that commit. It is built once, with its own packages, and stored. Returns
 * `null` when this copy of the repository does not contain the commit.
 */
export async function earlierBuild(say: (line: string) => void): Promise<URL | null> {
  const folder = path.join(CACHE, EARLIER_COMMIT);
  const main = path.join(folder, 'dist/server/main.js');
  const isThere = await stat(main).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    if (!(await hasCommit())) {
      say(
        `the history lacks ${EARLIER_COMMIT}, so it is not measured; \`git fetch --unshallow\` fetches the history`,
      );
      return null;
    }
    say(`building ${EARLIER_COMMIT} (once)`);
    await build(folder);
  }
  return pathToFileURL(main);
}

function hasCommit(): Promise<boolean> {
  const asked = runProgram('git', [
    '-C',
    PROJECT,
    'rev-parse',
    '--quiet',
    '--verify',
    `${EARLIER_COMMIT}^{commit}`,
  ]);
  return asked.then(
    () => true,
    () => false,
  );
}

async function build(folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    const archive = path.join(draft, 'sources.tar');
    await runProgram('git', ['-C', PROJECT, 'archive', '--output', archive, EARLIER_COMMIT]);
    await runProgram('tar', ['-xf', archive, '-C', draft]);
    await runProgram('npm', ['ci', '--prefix', draft, '--no-audit', '--no-fund', '--loglevel', 'error']);
    await runProgram('npm', ['run', '--silent', 'build', '--prefix', draft]);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
