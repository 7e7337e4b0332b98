import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { renderWordList, WORD_LIST } from './word-list.ts';

it('src/server/brand/word-list.ts has every word with its placeholders (npm run brand:words)', async () => {
  expect(await readFile(WORD_LIST, 'utf8')).toBe(await renderWordList());
});
