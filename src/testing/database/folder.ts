import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isRunning } from './engine-pid.ts';

/** Linux keeps the files in this folder in memory. */
const MEMORY = '/dev/shm';
/** More than a whole run needs. A container often has only 64 MB there. */
const NEEDED_BYTES = 2 * 1024 ** 3;
/** The number is the id of the process that made the folder. */
const NAME = /^foyer-test-(\d+)-/;

/**
 * A new folder for a test database, which the caller removes. It is in memory when there is enough: the
 * engine waits for the disk at new collections, indexes and journaled writes.
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

/** Removes the folders of killed processes, which would stay in memory. Other users' cannot be removed. */
async function removeLeftFolders(): Promise<void> {
  const left = (await readdir(MEMORY)).filter((name) => {
    const [, pid] = NAME.exec(name) ?? [];
    return pid !== undefined && !isRunning(Number(pid));
  });
  await Promise.allSettled(left.map((name) => rm(path.join(MEMORY, name), { recursive: true, force: true })));
}
