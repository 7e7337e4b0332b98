import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';

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
  expect(bundle, 'the right files were read').toContain('This is your only way to sign in.');
  expect(bundle).not.toContain('mongodb');
  expect(bundle).not.toContain('@auth/core');
  expect(bundle).not.toMatch(/["'`]node:/);
});

test('the sign-in page does not load the phone number library', async () => {
  const ofTheLibrary = 'country_calling_codes';
  expect(await readBundle(), 'the library was built in').toContain(ofTheLibrary);
  const page = await readFile(new URL('index.html', folder), 'utf8');
  const scripts = [...page.matchAll(/assets\/[^"]+\.js/g)].map(([path]) => path);
  expect(scripts).not.toEqual([]);
  for (const script of scripts) {
    expect(await readFile(new URL(script, folder), 'utf8'), script).not.toContain(ofTheLibrary);
  }
});
