import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { relinkForOlderGlibc } from './elf-relink.ts';
import { loadingMode, prepareNativeLibrary, thisMachine } from './native-library.ts';

describe('the machines of the embedded engine', () => {
  it.each([
    { platform: 'linux', arch: 'x64', glibc: '2.38' },
    { platform: 'linux', arch: 'arm64', glibc: '2.41' },
    { platform: 'darwin', arch: 'arm64', glibc: null },
  ] as const)('loads the package’s library on $platform $arch $glibc', (machine) => {
    expect(loadingMode(machine)).toBe('shipped');
  });

  it.each([
    { platform: 'linux', arch: 'x64', glibc: '2.36' },
    { platform: 'linux', arch: 'arm64', glibc: '2.37' },
  ] as const)('loads patched copies on $platform $arch $glibc', (machine) => {
    expect(loadingMode(machine)).toBe('patched');
  });

  it.each([
    { platform: 'linux', arch: 'x64', glibc: '2.35' },
    { platform: 'linux', arch: 'x64', glibc: null },
    { platform: 'linux', arch: 'ia32', glibc: '2.38' },
    { platform: 'darwin', arch: 'x64', glibc: null },
    { platform: 'win32', arch: 'x64', glibc: null },
  ] as const)(
    'throws an error that names docker compose and MONGODB_URI on $platform $arch $glibc',
    (machine) => {
      expect(() => loadingMode(machine)).toThrow(/docker compose up -d.*MONGODB_URI/);
    },
  );
});

describe('relinking', () => {
  it('refuses a file that is not a shared object', () => {
    expect(() => relinkForOlderGlibc(Buffer.alloc(10))).toThrow('not a 64-bit little-endian ELF file');
    expect(() => relinkForOlderGlibc(Buffer.alloc(4096, 'text'))).toThrow('not a 64-bit little-endian ELF');
  });

  it('refuses an unknown machine', () => {
    const riscv = Buffer.alloc(64);
    riscv.writeUInt32BE(0x7f454c46, 0);
    riscv[4] = 2;
    riscv[5] = 1;
    riscv.writeUInt16LE(243, 18);
    expect(() => relinkForOlderGlibc(riscv)).toThrow('ELF machine 243');
  });

  it.runIf(process.platform === 'linux')('changes nothing in another program', async () => {
    const node = await readFile(process.execPath);
    expect(relinkForOlderGlibc(node)).toEqual({ versions: 0, symbols: 0 });
  });
});

const machine = thisMachine();
describe.runIf(machine.platform === 'linux' && loadingMode(machine) === 'patched')('patched copies', () => {
  let cache: string;
  beforeEach(async () => {
    cache = await mkdtemp(path.join(os.tmpdir(), 'foyer-test-'));
  });
  afterEach(() => rm(cache, { recursive: true, force: true }));

  it('are written once, completely, with nothing left to patch', async () => {
    const paths = await Promise.all([prepareNativeLibrary(cache), prepareNativeLibrary(cache)]);

    const library = paths[0] ?? '';
    expect(paths).toEqual([library, library]);
    expect(await readdir(cache)).toEqual([path.basename(path.dirname(library))]);
    for (const name of await readdir(path.dirname(library))) {
      const copy = await readFile(path.join(path.dirname(library), name));
      expect(relinkForOlderGlibc(copy)).toEqual({ versions: 0, symbols: 0 });
    }
  });
});
