import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './make-folder.ts';

/** The message says what to do. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/**
 * Creates a file once, readable by its owner only, and returns its content. A hard link puts the finished
 * file in place, so of several processes exactly one wins, and none reads a partial file.
 */
export function keptFile(file: string, create: () => string): string {
  const existing = readIfThere(file);
  if (existing !== null) return existing;
  makeFolder(path.dirname(file));
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, create(), { flag: 'wx', mode: 0o600, flush: true });
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8');
}

export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
