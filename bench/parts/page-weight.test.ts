import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { weighPages } from './page-weight.ts';

const SIZES = { 'entry.js': 100, 'shared.js': 30, 'sign-up.js': 20, 'account.js': 500, 'form.css': 7 };
let client = '';

beforeAll(async () => {
  client = await mkdtemp(path.join(os.tmpdir(), 'foyer-test-'));
  await mkdir(path.join(client, '.vite'));
  for (const [file, size] of Object.entries(SIZES))
    await writeFile(path.join(client, file), 'x'.repeat(size));
  const manifest = {
    'index.html': { file: 'account.js', isEntry: true, imports: ['_shared.js'] },
    'sign-in.html': { file: 'entry.js', isEntry: true, imports: ['_shared.js'], css: ['form.css'] },
    'sign-up.tsx': { file: 'sign-up.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'shared.js' },
  };
  await writeFile(path.join(client, '.vite/manifest.json'), JSON.stringify(manifest));
});

afterAll(() => rm(client, { recursive: true, force: true }));

const SCRIPT = '<script type="module" src="/entry.js"></script>';
const STYLE = '<style>123456789</style>';
const EMPTY_STYLE = '<style></style>';

async function rawWeights(documents: string[], fetched?: string[]) {
  const { weights, files } = await weighPages(client, documents, fetched);
  return { html: weights.html.raw, css: weights.css.raw, js: weights.js.raw, files };
}

describe('the weight of pages', () => {
  it('is that of the HTML, the style elements, the linked style sheets and the first scripts', async () => {
    const linked = `${SCRIPT}${STYLE}<link rel="stylesheet" href="/form.css">`;
    expect(await rawWeights([linked])).toEqual({
      html: linked.length - 9,
      css: 9 + SIZES['form.css'],
      js: SIZES['entry.js'] + SIZES['shared.js'],
      files: ['entry.js', 'shared.js', 'form.css'],
    });
  });

  it('counts each file and each style once, and of the HTML only the largest', async () => {
    const signIn = SCRIPT + STYLE;
    const signUp = `${SCRIPT}${STYLE}<link rel="modulepreload" href="/sign-up.js"><p>More words</p>`;
    expect(await rawWeights([signUp, signIn])).toEqual({
      html: signUp.length - STYLE.length + EMPTY_STYLE.length,
      css: 9,
      js: SIZES['entry.js'] + SIZES['shared.js'] + SIZES['sign-up.js'],
      files: ['entry.js', 'shared.js', 'sign-up.js'],
    });
  });

  it('includes files that no HTML names and a browser fetched', async () => {
    const fetched = ['entry.js', 'sign-up.js', 'form.css'];
    expect(await rawWeights([SCRIPT], fetched)).toMatchObject({
      css: SIZES['form.css'],
      js: SIZES['entry.js'] + SIZES['shared.js'] + SIZES['sign-up.js'],
      files: ['entry.js', 'shared.js', 'sign-up.js', 'form.css'],
    });
  });
});
