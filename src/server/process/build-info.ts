import { readFileSync } from 'node:fs';

/** Which Foyer a process runs. */
interface BuildInfo {
  /** Of `package.json`. */
  readonly version: string;
  /** The beginning of the digest of the sources that were built; `source`: the sources run without a build. */
  readonly build: string;
}

const DIGITS = 12;

/** Both files have the same place beside `src/server` and `dist/server`. */
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
