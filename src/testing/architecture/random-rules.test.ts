import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { drawsComeFromTheSeed } from './random-rules.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

it('every random choice of a test comes from the seed of the run', () => {
  const files = ['src', 'e2e', 'package/src', 'scripts', 'bench', 'interop'].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules/'))
      .map((name) => ({
        path: `${folder}/${name}`,
        text: readFileSync(join(PROJECT, folder, name), 'utf8'),
      })),
  );
  expect(files.map(({ path }) => path)).toContain('e2e/phone.spec.ts');
  expect(drawsComeFromTheSeed(files)).toEqual([]);
});

it.each([
  ['src/testing/app/a.ts', 'const moment = Math.random();'],
  ['e2e/a.spec.ts', 'const digits = randomInt(1_000);'],
  ['src/server/a.test.ts', 'const bytes = randomBytes(8);'],
  ['src/client/a.test.tsx', 'crypto.getRandomValues(bytes);'],
])('finds in %s: %s', (path, text) => {
  expect(drawsComeFromTheSeed([{ path, text }])).toHaveLength(1);
});

it.each([
  ['src/server/a.ts', 'const digits = randomInt(1_000);'],
  ['src/testing/app/a.ts', 'const name = randomUUID();'],
  ['src/testing/app/b.ts', 'const moment = seededRandom(TEST_SEED).below(100); // not Math.random'],
])('allows in %s: %s', (path, text) => {
  expect(drawsComeFromTheSeed([{ path, text }])).toEqual([]);
});
