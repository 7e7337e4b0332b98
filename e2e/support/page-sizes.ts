import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { firstLoad } from '../../bench/parts/first-load.ts';
import { CLIENT, readManifest } from './client-manifest.ts';

const weigh = (content: Buffer | string) => gzipSync(content, { level: 9 }).length;

/** The scripts and style sheets that a document names and imports. */
export async function filesOf(html: string): Promise<ReadonlySet<string>> {
  const { js, css } = firstLoad(await readManifest(), html);
  return new Set([...js, ...css]);
}

/** The files that were weighed. Most pages share them, and level 9 takes time. */
const weighed = new Map<string, number>();

/** The bytes of these files, and of HTML with the styles in it, each compressed by gzip at level 9. */
export async function sizeOf(files: Iterable<string>, html = ''): Promise<number> {
  let bytes = html === '' ? 0 : weigh(html);
  for (const file of files) {
    const size = weighed.get(file) ?? weigh(await readFile(new URL(file, CLIENT)));
    weighed.set(file, size);
    bytes += size;
  }
  return bytes;
}
