import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { renderFirstPageErrors } from './first-page-errors.ts';

it('what the first page has of the errors is what the catalogue says (npm run docs:errors)', async () => {
  for (const [path, text] of await renderFirstPageErrors()) expect(await readFile(path, 'utf8')).toBe(text);
});
