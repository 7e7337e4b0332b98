import { readFileSync } from 'node:fs';

interface BuildInfo {
  /** From `package.json`. */
  readonly version: string;
  /** The beginning of the digest of the built sources; `source`: no build. */
  readonly build: string;
}

const DIGITS = 12;

/** Both paths are right in `src/server` and in `dist/server`. */
export function readBuildInfo(): BuildInfo {
  const { version } = JSON.parse(read('../../../package.json') ?? '{"version":"unknown"}') as {
    version: string;
  };
  return { version, build: read('../../.built-from')?.slice(0, DIGITS) ?? 'source' };
}

function read(file: string): string | null {
  try {
    return readFileSync(new URL(file, import.meta.url), 'utf8').trim();
  } catch {
    return null;
  }
}
