import { readFile } from 'node:fs/promises';
import type { Manifest } from '../bench/parts/first-load.ts';

/** Where the build puts the client. */
export const CLIENT = new URL('../dist/client/', import.meta.url);

/** Vite's manifest of the built client: file names hold no word of what is in them. */
export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(new URL('.vite/manifest.json', CLIENT), 'utf8')) as Manifest;
}

/** The path under which the browser loads a source file, which is relative to `src/client`. */
export async function assetPath(source: string): Promise<string> {
  const chunk = (await readManifest())[source];
  if (!chunk) throw new Error(`${source} is no chunk of its own`);
  return `/${chunk.file}`;
}
