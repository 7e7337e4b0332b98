import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is deleted after the test. */
export async function makeFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `foyer-${name}-`));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
