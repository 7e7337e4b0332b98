import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A file that Foyer wrote has other content than expected. The message says what to do. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/**
 * The content of a file. When the file does not exist, it is created with the content of `create`, readable by its owner only. Processes that
 * start at the same time get the same content: exactly one of them can make the hard link to its finished draft.
 */
export function readOrCreateFile(file: string, create: () => string): string {
  const content = readIfExists(file);
  if (content !== null) return content;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
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

export function readIfExists(file: string): string | null {
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
