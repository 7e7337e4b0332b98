import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readDocument } from './markdown.ts';

const EXAMPLE = new URL('../../examples/next/', import.meta.url);

const blocksOf = (text: string, language: RegExp) =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)]
    .filter(([, name = '']) => language.test(name))
    .map(([, , block = '']) => block);

it('the code of the guide for Next is in its example, which tests build and walk through', async () => {
  const names = await readdir(EXAMPLE, { recursive: true });
  const files = names.filter(
    (name) => /\.tsx?$/.test(name) && !/(?:^|\/)(?:node_modules|\.next)\//.test(name),
  );
  const texts = await Promise.all(
    files.map(async (name) => (await readDocument(`examples/next/${name}`)).text),
  );
  const shown = blocksOf((await readDocument('docs/guides/next.md')).text, /^tsx?$/);
  expect(shown).toHaveLength(7);
  for (const code of shown) expect(texts.filter((text) => text.includes(code))).toHaveLength(1);
});

it('the commands of the guide are those of the example’s README, which a test runs', async () => {
  const [startFoyer, commands] = blocksOf((await readDocument('docs/guides/next.md')).text, /^sh$/);
  const { text: readme } = await readDocument('examples/next/README.md');
  expect(blocksOf(readme, /^sh$/)).toEqual([commands]);
  expect(readme).toContain(`Start Foyer with \`${startFoyer?.trim()}\``);
});
