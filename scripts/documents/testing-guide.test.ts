import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { STRANGER_MAILS_PER_ADDRESS, STRANGER_MAILS_PER_CLIENT } from '../../src/shared/limits.ts';
import { PROJECT, readDocument } from './markdown.ts';

it('the code of docs/guides/testing.md is in tests that run', async () => {
  const { text } = await readDocument('docs/guides/testing.md');
  const shown = [...text.matchAll(/^```tsx?\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
  const tests = await Promise.all(
    ['package/src/testing/guide.test.tsx', 'e2e/package-testing.spec.ts'].map((file) =>
      readFile(path.join(PROJECT, file), 'utf8'),
    ),
  );
  expect(shown).toHaveLength(2);
  for (const code of shown) expect(tests.filter((each) => each.includes(code))).toHaveLength(1);
});

it('docs/guides/testing.md names the limits of mails to people who are signed out', async () => {
  const { text } = await readDocument('docs/guides/testing.md');
  expect(text).toContain(
    `${STRANGER_MAILS_PER_ADDRESS} to one address and ${STRANGER_MAILS_PER_CLIENT} from one machine, in 15 minutes`,
  );
});
