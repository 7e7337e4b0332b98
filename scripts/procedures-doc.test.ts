import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { PROCEDURES_DOC, renderProceduresDoc } from './procedures-doc.ts';

it('docs/procedures.md says what the router declares (npm run docs:procedures)', async () => {
  expect(await readFile(PROCEDURES_DOC, 'utf8')).toBe(await renderProceduresDoc());
});
