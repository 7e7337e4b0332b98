import { readFile } from 'node:fs/promises';
import type { Manifest } from '../../scripts/first-load.ts';

/** The folder of the built client. */
export const CLIENT = new URL('../../dist/client/', import.meta.url);

/** The built file names do not show their sources. */
export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(new URL('.vite/manifest.json', CLIENT), 'utf8')) as Manifest;
}

/** `source` is relative to `src/client`. */
export async function assetPath(source: string): Promise<string> {
  const chunk = (await readManifest())[source];
  if (!chunk) throw new Error(`${source} is no chunk of its own`);
  return `/${chunk.file}`;
}
