import { access, constants, stat, statfs } from 'node:fs/promises';

/** The engine needs this space for its journal. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;

/**
 * Says why the engine's process does not run. It aborts without a message when a write fails, so this checks
 * the directory and the disk. The sentence names no path, because `/readyz` shows it.
 * @param message what is known about the end of the process
 */
export async function explainTrouble(databaseDirectory: string, message: string): Promise<string> {
  try {
    if (!(await stat(databaseDirectory)).isDirectory())
      return 'a file stands where the directory of its files was';
    await access(databaseDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize, files, ffree } = await statfs(databaseDirectory);
    return explainSpace({ freeBytes: bavail * bsize, freeFiles: files === 0 ? Infinity : ffree }) ?? message;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'the directory of its files is gone';
    if (code === 'EACCES' || code === 'EROFS') return 'the directory of its files cannot be written';
    return message;
  }
}

export function explainSpace(space: { freeBytes: number; freeFiles: number }): string | null {
  const { freeBytes, freeFiles } = space;
  const freeMegabytes = Math.floor(freeBytes / (1024 * 1024));
  if (freeBytes < LEAST_FREE_BYTES) return `the disk is full (${freeMegabytes} MB are free)`;
  return freeFiles < 1 ? 'the disk is full (it has no room for another file)' : null;
}
