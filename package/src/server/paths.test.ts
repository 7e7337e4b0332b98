import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../src/testing/test-app.ts';
import { FOYER_PATHS } from './paths.ts';

const read = (file: string) => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');

it('names every page of Foyer’s', async () => {
  const router = await read('src/client/router.tsx');
  const pages = [...router.matchAll(/getParentRoute: \(\) => rootRoute,\s*path: '\/([^'/]+)/g)];
  expect(pages.length).toBeGreaterThan(10);
  for (const [, page] of pages) expect(FOYER_PATHS).toContain(page);
});

it('names every other address that Foyer answers at, but for what the machine itself asks', async () => {
  const app = await read('src/server/app.ts');
  const mounted = [...app.matchAll(/app\.(?:get|use|post)\('\/([^']+)'/g)].map(([, path]) => path);
  expect(mounted).toContain('trpc');
  expect(mounted.filter((path) => !FOYER_PATHS.includes(path ?? ''))).toEqual(['healthz', 'readyz']);
  await using test = await createTestApp();
  const answer = await fetch(`${test.origin}/auth/providers`);
  expect(answer.status).toBe(200);
});
