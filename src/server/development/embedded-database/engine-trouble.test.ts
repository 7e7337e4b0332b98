import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfTest } from '../../../testing/run/temporary-folder.ts';
import { explainSpace, explainTrouble } from './engine-trouble.ts';

describe('the reason why the engine does not run', () => {
  it('is the given message when no other cause is found', async () => {
    expect(await explainTrouble(folderOfTest(), 'its process ended by SIGABRT')).toBe(
      'its process ended by SIGABRT',
    );
  });

  it('is a directory that is missing or is a file', async () => {
    const missing = path.join(folderOfTest(), 'missing');
    expect(await explainTrouble(missing, 'x')).toBe('the directory of its files is gone');
    await writeFile(missing, '');
    expect(await explainTrouble(missing, 'x')).toBe('a file stands where the directory of its files was');
  });

  // The superuser can write to every directory.
  it.skipIf(process.getuid?.() === 0)('is a directory that cannot be written', async () => {
    const directory = folderOfTest();
    await chmod(directory, 0o500);
    expect(await explainTrouble(directory, 'x')).toBe('the directory of its files cannot be written');
  });

  it('is a disk without free bytes or without free files', () => {
    const room = { freeBytes: 1e9, freeFiles: 1000 };
    expect(explainSpace(room)).toBeNull();
    expect(explainSpace({ ...room, freeBytes: 5 * 1024 * 1024 })).toBe('the disk is full (5 MB are free)');
    expect(explainSpace({ ...room, freeFiles: 0 })).toContain('no room for another file');
  });
});
