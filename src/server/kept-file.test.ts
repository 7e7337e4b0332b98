import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readOrCreateFile } from './kept-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'foyer-kept-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('creates the file once, readable by its owner only, and leaves no other file', () => {
  const file = path.join(folder, 'deep', 'er', 'kept');
  expect(readOrCreateFile(file, () => 'first')).toBe('first');
  expect(readOrCreateFile(file, () => 'second')).toBe('first');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['kept']);
});

it('keeps the content that another process created in the meantime', () => {
  const file = path.join(folder, 'kept');
  const made = readOrCreateFile(file, () => {
    readOrCreateFile(file, () => 'the other');
    return 'ours';
  });
  expect(made).toBe('the other');
  expect(readdirSync(folder)).toEqual(['kept']);
});

it('leaves no file when the creation fails', () => {
  const file = path.join(folder, 'kept');
  const fail = () => {
    throw new Error('no entropy');
  };
  expect(() => readOrCreateFile(file, fail)).toThrow('no entropy');
  expect(readdirSync(folder)).toEqual([]);
});
