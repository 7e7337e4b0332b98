import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { folderOfTest } from '../../testing/run/temporary-folder.ts';
import { keptFile } from './kept-file.ts';

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

it('creates the file once, readable by its owner only, without leftovers', () => {
  const file = path.join(folder, 'deep', 'er', 'kept');
  expect(keptFile(file, () => 'first')).toBe('first');
  expect(keptFile(file, () => 'second')).toBe('first');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['kept']);
});

it('returns the content that another process wrote in the meantime', () => {
  const file = path.join(folder, 'kept');
  const content = keptFile(file, () => {
    keptFile(file, () => 'the other');
    return 'ours';
  });
  expect(content).toBe('the other');
  expect(readdirSync(folder)).toEqual(['kept']);
});

it('leaves no file when creating the content fails', () => {
  const file = path.join(folder, 'kept');
  const fail = () => {
    throw new Error('no entropy');
  };
  expect(() => keptFile(file, fail)).toThrow('no entropy');
  expect(readdirSync(folder)).toEqual([]);
});
