import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';

async function readBundle(): Promise<string> {
  const folder = new URL('../dist/client/', import.meta.url);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const scripts = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.js'));
  const texts = await Promise.all(
    scripts.map((entry) => readFile(`${entry.parentPath}/${entry.name}`, 'utf8')),
  );
  return texts.join('\n');
}

test('the browser is sent nothing of the server', async () => {
  const bundle = await readBundle();
  expect(bundle, 'the right files were read').toContain('This is your only way to sign in.');
  expect(bundle).not.toContain('mongodb');
  expect(bundle).not.toContain('@auth/core');
  expect(bundle).not.toMatch(/["'`]node:/);
});
