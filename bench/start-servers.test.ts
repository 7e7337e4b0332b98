import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { OPERATORS_FLAGS } from './start-servers.ts';

it.each(['Dockerfile', 'package.json'])('Foyer is measured as %s starts it', async (file) => {
  const text = await readFile(new URL(`../${file}`, import.meta.url), 'utf8');
  expect(text.match(/--(?:max-semi-space-size=\d+|no-allocation-site-pretenuring)/g)).toEqual(
    OPERATORS_FLAGS,
  );
});
