import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, onTestFinished } from 'vitest';

const make = () => mkdtemp(path.join(tmpdir(), 'foyer-test-'));
const remove = (folder: string) => rm(folder, { recursive: true, force: true });

/** A folder that is removed after the present test. */
export async function makeFolder(): Promise<string> {
  const folder = await make();
  onTestFinished(() => remove(folder));
  return folder;
}

/** A new folder for each test. It is removed last, after programs that still write into it have ended. */
export function testFolder(): () => string {
  let folder = '';
  beforeEach(async ({ onTestFinished: whenFinished }) => {
    folder = await make();
    whenFinished(() => remove(folder));
  });
  return () => folder;
}
