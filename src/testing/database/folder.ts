import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isRunning } from './engine-pid.ts';

/** Linux keeps the files in this folder in memory. */
const MEMORY = '/dev/shm';
/** A whole run of the tests needs less. A container often has 64 MB there, which is too little. */
const NEEDED_BYTES = 2 * 1024 ** 3;
/** The number is the id of the process that made the folder. */
const NAME = /^foyer-test-(\d+)-/;

/**
 * A new folder for a database that only the tests use. The engine waits for the disk when it makes a collection or an index, and at every
 * journaled write, so the folder is in memory where there is enough. The caller removes it.
 */
export async function makeDatabaseFolder(): Promise<string> {
  const parent = (await hasMemory()) ? MEMORY : os.tmpdir();
  if (parent === MEMORY) await removeLeftFolders();
  return mkdtemp(path.join(parent, `foyer-test-${process.pid}-`));
}

async function hasMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= NEEDED_BYTES;
}

/**
 * A process that was killed did not remove its folders. In memory, they would stay until the machine restarts. Those of another user cannot be
 * removed.
 */
async function removeLeftFolders(): Promise<void> {
  const left = (await readdir(MEMORY)).filter((name) => {
    const [, pid] = NAME.exec(name) ?? [];
    return pid !== undefined && !isRunning(Number(pid));
  });
  await Promise.allSettled(left.map((name) => rm(path.join(MEMORY, name), { recursive: true, force: true })));
}
