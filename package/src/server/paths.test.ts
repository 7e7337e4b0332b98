import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { APPLICATION_PATHS } from '../../../src/shared/application-paths.ts';
import { SIGNED_OUT_PATHS } from '../../../src/shared/signed-out-page.ts';
import { FOYER_PATHS, foyerPaths } from './paths.ts';

const read = (file: string) => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');

it('contains every page of Foyer', () => {
  const paths = [...Object.values(SIGNED_OUT_PATHS), ...APPLICATION_PATHS];
  for (const path of paths) expect(FOYER_PATHS).toContain(path.split('/')[1]);
});

it('contains every other address of Foyer except health checks and the favicon', async () => {
  const names = await readdir(new URL('../../../src/server', import.meta.url), { recursive: true });
  const sources = await Promise.all(
    names.filter((name) => /(?<!\.test)\.ts$/.test(name)).map((name) => read(`src/server/${name}`)),
  );
  const mounted = sources.flatMap((source) =>
    [...source.matchAll(/\bapp\.(?:get|use|post|all)\('\/([^'{]+)'/g)].map(([, path = '']) => path),
  );
  expect(mounted).toContain('trpc');
  const missing = mounted.filter((path) => !FOYER_PATHS.some((begin) => `${path}/`.startsWith(`${begin}/`)));
  expect(missing).toEqual(['healthz', 'readyz', 'favicon.ico']);
});

it('contains the base path and the well-known addresses of a Foyer with a base path', () => {
  expect(foyerPaths()).toBe(FOYER_PATHS);
  expect(foyerPaths('/id')).toEqual([
    'id',
    '.well-known/jwks.json',
    '.well-known/foyer-configuration',
    '.well-known/change-password',
    '.well-known/webauthn',
    '.well-known/passkey-endpoints',
  ]);
});
