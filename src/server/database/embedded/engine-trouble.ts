import { access, constants, stat, statfs } from 'node:fs/promises';

/** With less the engine cannot even write its journal. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;

/**
 * Why the engine's process cannot live, in words. It aborts without a message when a write fails, so this looks at what it writes to.
 * The answer names no path: it is shown at `/readyz`.
 * @param message what is known of the process's end
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

/** `null` where there is room. */
export function explainSpace(space: { freeBytes: number; freeFiles: number }): string | null {
  const { freeBytes, freeFiles } = space;
  const freeMegabytes = Math.floor(freeBytes / (1024 * 1024));
  if (freeBytes < LEAST_FREE_BYTES) return `the disk is full (${freeMegabytes} MB are free)`;
  return freeFiles < 1 ? 'the disk is full (it has no room for another file)' : null;
}
