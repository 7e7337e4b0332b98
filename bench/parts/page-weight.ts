import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PageMeasurement, Weight } from '../results.ts';
import { divideStyles, firstLoad, type Manifest } from './first-load.ts';

/**
 * The largest HTML of `documents`, and every style and script that one of them loads first. For one page, this is
 * its first load.
 */
export async function weighPages(
  client: string,
  documents: readonly string[],
): Promise<{ weights: Pick<PageMeasurement, 'html' | 'css' | 'js'>; files: string[] }> {
  const manifest = JSON.parse(await readFile(path.join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  const divided = documents.map(divideStyles);
  const loads = documents.map((document) => firstLoad(manifest, document));
  const js = [...new Set(loads.flatMap((load) => load.js))];
  const css = [...new Set(loads.flatMap((load) => load.css))];
  const styles = [...new Set(divided.flatMap((page) => page.styles))];
  const contents = (files: readonly string[]) =>
    Promise.all(files.map((file) => readFile(path.join(client, file))));
  const documentWeights = divided.map(({ html }) => weigh([html])).toSorted((a, b) => b.gzip - a.gzip);
  return {
    weights: {
      html: documentWeights[0] ?? weigh([]),
      css: weigh([...styles, ...(await contents(css))]),
      js: weigh(await contents(js)),
    },
    files: [...js, ...css],
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
