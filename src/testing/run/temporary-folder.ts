import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, onTestFinished } from 'vitest';

const make = (): string => mkdtempSync(path.join(os.tmpdir(), 'foyer-test-'));
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** A new folder for the running test, also from its `beforeEach`. It is removed after the test. */
export function folderOfTest(): string {
  const folder = make();
  onTestFinished(() => remove(folder));
  return folder;
}

/** A new folder for all tests of a file or of a `describe`, from its body. It is removed after them. */
export function folderOfFile(): string {
  const folder = make();
  afterAll(() => remove(folder));
  return folder;
}

/** A new folder for each test. It is removed last, after programs that still write into it have ended. */
export function folderOfEachTest(): () => string {
  let folder = '';
  beforeEach(() => void (folder = folderOfTest()));
  return () => folder;
}
