import type { Settings } from '../../server/settings/settings.ts';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { renderSignedOutPage } from '../../client/sign-in/render.tsx';
import { createBuiltDocuments } from '../../server/pages/built-documents.ts';
import { NO_BRAND } from '../../server/settings/brand.ts';
import type { ClientDocuments } from '../../server/pages/documents.ts';

/** For tests of the server, which imports nothing of the browser application. */
export { renderSignedOutPage };

const CLIENT = path.resolve(import.meta.dirname, '../../client');
const TEST_STYLE = '.test-documents { color: green }';

/**
 * The browser application's documents without a build, for `createTestApp({ documents })`. The server's code
 * for builds serves them, without scripts and class names. `render`: another renderer, such as a failing one.
 */
export async function testDocuments(
  render: Parameters<typeof createBuiltDocuments>[1] = renderSignedOutPage,
  { brand = NO_BRAND, basePath = '' }: Partial<Pick<Settings, 'brand' | 'basePath'>> = {},
): Promise<ClientDocuments> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foyer-test-'));
  try {
    await writeTestBuild(directory);
    // The files are read once, and not needed later.
    return await createBuiltDocuments(directory, render, { brand, basePath });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export async function writeTestBuild(directory: string): Promise<void> {
  await mkdir(path.join(directory, 'assets'), { recursive: true });
  await mkdir(path.join(directory, '.vite'));
  const readTemplate = (name: string) => readFile(path.join(CLIENT, name), 'utf8');
  const styleSheet = '<link rel="stylesheet" crossorigin href="/assets/sign-in-1a2b.css">';
  const signedOut = (await readTemplate('sign-in.html')).replace('</head>', `${styleSheet}</head>`);
  await writeFile(path.join(directory, 'index.html'), await readTemplate('index.html'));
  await writeFile(path.join(directory, 'sign-in.html'), signedOut);
  await writeFile(path.join(directory, 'assets/sign-in-1a2b.css'), TEST_STYLE);
  await writeFile(path.join(directory, '.vite/manifest.json'), '{}');
}
