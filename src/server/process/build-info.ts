import { readFileSync } from 'node:fs';
import { VERSION } from '../../shared/version.ts';

interface BuildInfo {
  readonly version: string;
  /** The beginning of the digest of the built sources; `source`: no build. */
  readonly build: string;
}

const DIGITS = 12;

/** The path is right in `src/server` and in `dist/server`. */
export function readBuildInfo(): BuildInfo {
  return { version: VERSION, build: readDigest()?.slice(0, DIGITS) ?? 'source' };
}

function readDigest(): string | null {
  try {
    return readFileSync(new URL('../../.built-from', import.meta.url), 'utf8').trim();
  } catch {
    return null;
  }
}
