import { ENTRIES, measureEntries, type EntrySize } from './package-build.ts';
import { tableOf, withPart } from './documents/markdown.ts';

/** Versions of zlib and updates of dependencies change the sizes a little. */
const MAY_DIFFER = { alone: 500, withDependencies: 1000 };

/** docs/app.md with the sizes of the package's entries. A small difference changes nothing. */
export async function withPackageSizes(document: string): Promise<string> {
  const stated = readSizes(document);
  const sizes = await measureEntries();
  const isRight =
    stated.length === ENTRIES.length &&
    sizes.every(({ entry, alone, withDependencies }) => {
      const said = stated.find((each) => each.entry === entry);
      return (
        said !== undefined &&
        Math.abs(said.alone - alone) < MAY_DIFFER.alone &&
        Math.abs(said.withDependencies - withDependencies) < MAY_DIFFER.withDependencies
      );
    });
  if (isRight) return document;
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const rows = sizes.map(({ entry, alone, withDependencies }) => [
    `\`foyer-auth/${entry}\``,
    kB(alone),
    kB(withDependencies),
  ]);
  const headings = ['entry', 'minified, gzip', 'with what it imports'];
  return withPart(document, 'sizes', tableOf(headings, rows, '---:'));
}

function readSizes(document: string): EntrySize[] {
  const rows = document.matchAll(/`foyer-auth\/([a-z]+)` *\| *([\d.]+) kB *\| *([\d.]+) kB/g);
  return [...rows].map(([, entry = '', alone = '', withDependencies = '']) => ({
    entry: entry as EntrySize['entry'],
    alone: Number(alone) * 1000,
    withDependencies: Number(withDependencies) * 1000,
  }));
}
