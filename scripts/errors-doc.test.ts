import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ERRORS_DOC, renderErrorsDoc } from './errors-doc.ts';

it('docs/errors.md says what the catalogue says (npm run docs:errors)', async () => {
  expect(await readFile(ERRORS_DOC, 'utf8')).toBe(renderErrorsDoc());
});
