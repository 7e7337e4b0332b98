import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DEFAULT_TOKENS, renderDefaultTokens } from './default-tokens.ts';

it('src/server/brand/default-tokens.ts has the tokens of tokens.css (npm run brand:tokens)', async () => {
  expect(await readFile(DEFAULT_TOKENS, 'utf8')).toBe(await renderDefaultTokens());
});
