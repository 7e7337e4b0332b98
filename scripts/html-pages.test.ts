import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));

async function htmlFiles(): Promise<string[]> {
  const folders = [
    'src/client',
    ...(await readdir(path.join(PROJECT, 'examples'))).map((name) => `examples/${name}`),
  ];
  return folders
    .map((folder) => path.join(folder, 'index.html'))
    .filter((file) => existsSync(path.join(PROJECT, file)));
}

// Chromium asks for /favicon.ico beside a page that names no icon, and its smaller build without windows does not. A 404 would be
// an error in the console of one of them alone.
it.each(await htmlFiles())('%s names its icon, and the icon is in its public folder', async (file) => {
  const page = await readFile(path.join(PROJECT, file), 'utf8');
  const icon = /<link rel="icon" href="\/([^"]+)"/.exec(page)?.[1];
  expect(icon, 'the page names no icon').toBeDefined();
  expect(existsSync(path.join(PROJECT, path.dirname(file), 'public', icon ?? ''))).toBe(true);
});
