import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_DIRECTORY = 0o700;
export const OTHERS = 0o077;

/** `$XDG_CONFIG_HOME/foyer`. */
export function configDirectory(env: Readonly<Record<string, string | undefined>>, home: string): string {
  // Relative paths are ignored (XDG Base Directory Specification).
  const configured = env['XDG_CONFIG_HOME'];
  const base = configured && path.isAbsolute(configured) ? configured : path.join(home, '.config');
  return path.join(base, 'foyer');
}

/** Writes a file that only its owner can read. The atomic rename keeps the old file after a kill. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const directory = path.dirname(file);
  await mkdir(directory, { recursive: true, mode: OWNER_ONLY_DIRECTORY });
  if (((await stat(directory)).mode & OTHERS) !== 0) await chmod(directory, OWNER_ONLY_DIRECTORY);
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, text, { mode: OWNER_ONLY, flag: 'wx' });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
