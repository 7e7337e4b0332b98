import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PageMeasurement, Weight } from '../results.ts';
import { divideStyles, firstLoad, type Manifest } from './first-load.ts';

/**
 * The largest HTML of `documents`, and every style and script that one of them loads first. For one page, this is
 * its first load.
 * @param fetched files that a browser was seen to fetch, also those that no HTML names
 */
export async function weighPages(
  client: string,
  documents: readonly string[],
  fetched: readonly string[] = [],
): Promise<{ weights: Pick<PageMeasurement, 'html' | 'css' | 'js'>; files: string[] }> {
  const manifest = JSON.parse(await readFile(path.join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  const divided = documents.map(divideStyles);
  const loads = documents.map((document) => firstLoad(manifest, document));
  const files = [...new Set([...loads.flatMap(({ js, css }) => [...js, ...css]), ...fetched])];
  const js = files.filter((file) => file.endsWith('.js'));
  const css = files.filter((file) => file.endsWith('.css'));
  const styles = [...new Set(divided.flatMap((page) => page.styles))];
  const contents = (wanted: readonly string[]) =>
    Promise.all(wanted.map((file) => readFile(path.join(client, file))));
  const documentWeights = divided.map(({ html }) => weigh([html])).toSorted((a, b) => b.gzip - a.gzip);
  return {
    weights: {
      html: documentWeights[0] ?? weigh([]),
      css: weigh([...styles, ...(await contents(css))]),
      js: weigh(await contents(js)),
    },
    files,
  };
}

/** Each file is compressed separately, as it is sent. */
export function weigh(files: readonly (Buffer | string)[]): Weight {
  const contents = files.map((file) => Buffer.from(file));
  return {
    raw: sum(contents.map((content) => content.length)),
    gzip: sum(contents.map((content) => gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).length)),
    brotli: sum(contents.map((content) => brotliCompressSync(content).length)),
  };
}

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
