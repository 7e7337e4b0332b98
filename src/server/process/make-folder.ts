import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder that only its owner may open, and its missing parents. Node's recursive `mkdir` never ends
 * where the kernel reports a missing folder although its parent exists, as in /proc.
 * @throws when it cannot be made, or cannot be written to
 */
export function makeFolder(folder: string): void {
  makeMissing(path.resolve(folder));
  accessSync(folder, constants.W_OK | constants.X_OK);
}

function makeMissing(folder: string): void {
  if (isThere(folder)) return;
  makeMissing(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process made it meanwhile.
    if (!isThere(folder)) throw error;
  }
}

function isThere(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new Error(`${folder} is no folder`);
  return found !== undefined;
}
