/** Makes the engine's Linux binaries, linked against glibc 2.38, load on 2.36 and 2.37 (decision 004). */

const ELF_MAGIC = 0x7f454c46;
const CLASS_64_BIT = 2;
const LITTLE_ENDIAN = 1;
const SECTION_DYNAMIC_SYMBOLS = 11;
const SECTION_VERSIONS_NEEDED = 0x6ffffffe;
const SYMBOL_ENTRY_BYTES = 24;
const UNDEFINED_SECTION = 0;
const NEEDED_VERSION = 'GLIBC_2.38';
const C23_PREFIX = '__isoc23_';

/** The oldest glibc symbol version per ELF `e_machine`, with the hash that the dynamic linker compares. */
const BASE_VERSIONS: Readonly<Record<number, { readonly name: string; readonly hash: number }>> = {
  62: { name: 'GLIBC_2.2.5', hash: 0x09691a75 },
  183: { name: 'GLIBC_2.17', hash: 0x06969197 },
};

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  /** Index of the section with the strings. */
  readonly link: number;
}

interface RelinkCount {
  readonly versions: number;
  /** Symbols that lost the prefix `__isoc23_`. */
  readonly symbols: number;
}

function readSections(file: Buffer): Section[] {
  const tableOffset = Number(file.readBigUInt64LE(40));
  const entrySize = file.readUInt16LE(58);
  const count = file.readUInt16LE(60);
  return Array.from({ length: count }, (_, index) => {
    const at = tableOffset + index * entrySize;
    return {
      type: file.readUInt32LE(at + 4),
      offset: Number(file.readBigUInt64LE(at + 24)),
      size: Number(file.readBigUInt64LE(at + 32)),
      link: file.readUInt32LE(at + 40),
    };
  });
}

function stringAt(file: Buffer, strings: Section, offset: number): string {
  const start = strings.offset + offset;
  return file.toString('latin1', start, file.indexOf(0, start));
}

function redirectVersions(
  file: Buffer,
  needed: Section,
  strings: Section,
  base: { name: string; hash: number },
): number {
  const baseName = file.indexOf(`\0${base.name}\0`, strings.offset, 'latin1') + 1 - strings.offset;
  if (baseName <= 0 || baseName >= strings.size) throw new Error(`the binary does not refer to ${base.name}`);

  let redirected = 0;
  let library = needed.offset;
  for (;;) {
    const versionCount = file.readUInt16LE(library + 2);
    let version = library + file.readUInt32LE(library + 8);
    for (let index = 0; index < versionCount; index++) {
      if (stringAt(file, strings, file.readUInt32LE(version + 8)) === NEEDED_VERSION) {
        file.writeUInt32LE(base.hash, version);
        file.writeUInt32LE(baseName, version + 8);
        redirected++;
      }
      version += file.readUInt32LE(version + 12);
    }
    const toNextLibrary = file.readUInt32LE(library + 12);
    if (toNextLibrary === 0) return redirected;
    library += toNextLibrary;
  }
}

function stripC23Prefixes(file: Buffer, symbols: Section, strings: Section): number {
  let stripped = 0;
  for (let at = symbols.offset; at < symbols.offset + symbols.size; at += SYMBOL_ENTRY_BYTES) {
    if (file.readUInt16LE(at + 6) !== UNDEFINED_SECTION) continue;
    const name = file.readUInt32LE(at);
    if (!stringAt(file, strings, name).startsWith(C23_PREFIX)) continue;
    file.writeUInt32LE(name + C23_PREFIX.length, at);
    stripped++;
  }
  return stripped;
}

/**
 * Changes a shared object in place. Returns the number of changes, so that an unknown binary can be refused.
 * @throws Error when it is not a 64-bit little-endian ELF of a known machine with the expected tables.
 */
export function relinkForOlderGlibc(file: Buffer): RelinkCount {
  const isElf = file.length >= 64 && file.readUInt32BE(0) === ELF_MAGIC;
  if (!isElf || file[4] !== CLASS_64_BIT || file[5] !== LITTLE_ENDIAN) {
    throw new Error('not a 64-bit little-endian ELF file');
  }
  const machine = file.readUInt16LE(18);
  const base = BASE_VERSIONS[machine];
  if (!base) throw new Error(`no known glibc base version for ELF machine ${machine}`);

  const sections = readSections(file);
  const symbols = sections.find((section) => section.type === SECTION_DYNAMIC_SYMBOLS);
  const needed = sections.find((section) => section.type === SECTION_VERSIONS_NEEDED);
  const strings = symbols && sections[symbols.link];
  if (!symbols || !needed || !strings) throw new Error('the binary has no dynamic symbol tables');

  return {
    versions: redirectVersions(file, needed, strings, base),
    symbols: stripC23Prefixes(file, symbols, strings),
  };
}
