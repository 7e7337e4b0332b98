import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { readManifest } from './support/client-manifest.ts';

const folder = new URL('../dist/client/', import.meta.url);

async function readBundle(): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const scripts = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.js'));
  const texts = await Promise.all(
    scripts.map((entry) => readFile(`${entry.parentPath}/${entry.name}`, 'utf8')),
  );
  return texts.join('\n');
}

test('the client bundle contains no server code', async () => {
  const bundle = await readBundle();
  expect(bundle, 'the right files were read').toContain('This is your only sign-in method.');
  expect(bundle).not.toContain('mongodb');
  expect(bundle).not.toContain('@auth/core');
  expect(bundle).not.toMatch(/["'`]node:/);
});

test('the sign-in page and its neighbours load the words of four errors, and no others', async () => {
  const modules = JSON.parse(await readFile(new URL('.vite/modules.json', folder), 'utf8')) as Readonly<
    Record<string, Readonly<Record<string, number>>>
  >;
  const chunks = await readManifest();
  const filesOf = (name: string): string[] => {
    const [key, chunk] = Object.entries(chunks).find(([, each]) => each.name === name) ?? [];
    if (!key || !chunk) throw new Error(`The browser has no part ${name}.`);
    return [key, ...(chunk.imports ?? [])].map((each) => chunks[each]?.file ?? '');
  };
  const sources = [
    ...new Set(
      ['first-page', 'signed-out-pages', 'signed-out'].flatMap((name) =>
        filesOf(name).flatMap((file) => Object.keys(modules[file] ?? {})),
      ),
    ),
  ];
  expect(sources).toContain('src/client/sign-in/sign-up.tsx');
  expect(
    sources.filter((source) => source.includes('/errors/') && !source.endsWith('/first-page.ts')),
  ).toEqual([]);
});
