import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { firstLoad } from '../../scripts/first-load.ts';
import { CLIENT, readManifest } from './client-manifest.ts';

const weigh = (content: Buffer | string) => gzipSync(content, { level: 9 }).length;

export async function filesOf(html: string): Promise<ReadonlySet<string>> {
  const { js, css } = firstLoad(await readManifest(), html);
  return new Set([...js, ...css]);
}

/** Most pages share files, and level 9 is slow. */
const weighed = new Map<string, number>();

/** The bytes of files and HTML with its styles, each compressed by gzip at level 9. */
export async function sizeOf(files: Iterable<string>, html = ''): Promise<number> {
  let bytes = html === '' ? 0 : weigh(html);
  for (const file of files) {
    const size = weighed.get(file) ?? weigh(await readFile(new URL(file, CLIENT)));
    weighed.set(file, size);
    bytes += size;
  }
  return bytes;
}
