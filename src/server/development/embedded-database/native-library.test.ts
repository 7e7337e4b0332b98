import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfTest } from '../../../testing/run/temporary-folder.ts';
import { relinkForOlderGlibc } from './elf-relink.ts';
import { loadingMode, prepareNativeLibrary, thisMachine } from './native-library.ts';

it.each([
  ['linux', 'x64', '2.38', 'shipped'],
  ['linux', 'arm64', '2.41', 'shipped'],
  ['darwin', 'arm64', null, 'shipped'],
  ['linux', 'x64', '2.36', 'patched'],
  ['linux', 'arm64', '2.37', 'patched'],
] as const)('the library for %s %s with glibc %s is the %s one', (platform, arch, glibc, mode) => {
  expect(loadingMode({ platform, arch, glibc })).toBe(mode);
});

it.each([
  ['linux', 'x64', '2.35'],
  ['linux', 'x64', null],
  ['linux', 'ia32', '2.38'],
  ['darwin', 'x64', null],
  ['win32', 'x64', null],
] as const)(
  'on %s %s with glibc %s, an error names docker compose and MONGODB_URI',
  (platform, arch, glibc) => {
    expect(() => loadingMode({ platform, arch, glibc })).toThrow(/docker compose up -d.*MONGODB_URI/);
  },
);

describe('relinking', () => {
  it('refuses a file that is not a shared object, and an unknown machine', () => {
    for (const other of [Buffer.alloc(10), Buffer.alloc(4096, 'text')])
      expect(() => relinkForOlderGlibc(other)).toThrow('not a 64-bit little-endian ELF file');
    const riscv = Buffer.alloc(64);
    riscv.writeUInt32BE(0x7f454c46, 0);
    riscv.set([2, 1], 4);
    riscv.writeUInt16LE(243, 18);
    expect(() => relinkForOlderGlibc(riscv)).toThrow('ELF machine 243');
  });

  it.runIf(process.platform === 'linux')('changes nothing in another program', async () => {
    const node = await readFile(process.execPath);
    expect(relinkForOlderGlibc(node)).toEqual({ versions: 0, symbols: 0 });
  });
});

const machine = thisMachine();
it.runIf(machine.platform === 'linux' && loadingMode(machine) === 'patched')(
  'patched copies are written once, completely, with nothing left to patch',
  async () => {
    const cache = folderOfTest();
    const paths = await Promise.all([prepareNativeLibrary(cache), prepareNativeLibrary(cache)]);

    const library = paths[0] ?? '';
    expect(paths).toEqual([library, library]);
    expect(await readdir(cache)).toEqual([path.basename(path.dirname(library))]);
    for (const name of await readdir(path.dirname(library))) {
      const copy = await readFile(path.join(path.dirname(library), name));
      expect(relinkForOlderGlibc(copy)).toEqual({ versions: 0, symbols: 0 });
    }
  },
);
