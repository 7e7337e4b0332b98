import express from 'express';
import { expect, it, vi } from 'vitest';
import { APPLICATION_PATHS } from '../../../src/shared/application-paths.ts';
import { SIGNED_OUT_PATHS } from '../../../src/shared/signed-out-page.ts';
import { createTestApp } from '../../../src/testing/app/test-app.ts';
import { FOYER_PATHS, foyerPaths } from './paths.ts';

it('contains every page of Foyer', () => {
  const paths = [...Object.values(SIGNED_OUT_PATHS), ...APPLICATION_PATHS];
  for (const path of paths) expect(FOYER_PATHS).toContain(path.split('/')[1]);
});

it('contains every other address that a server of Foyer mounts, except health checks and the favicon', async () => {
  const mounted = new Set<string>();
  const spies = (['get', 'post', 'use', 'all', 'options'] as const).map((method) => {
    const own = express.application[method] as (...args: unknown[]) => unknown;
    return vi.spyOn(express.application, method).mockImplementation(function (this: unknown, ...args) {
      for (const path of [args[0]].flat())
        if (typeof path === 'string' && path.startsWith('/'))
          mounted.add(path.slice(1).replace(/\/?[{:].*/, ''));
      return own.apply(this, args) as never;
    });
  });
  await using _app = await createTestApp();
  for (const spy of spies) spy.mockRestore();
  expect([...mounted]).toEqual(
    expect.arrayContaining(['trpc', 'oauth/token', '.well-known/openid-configuration']),
  );
  const missing = [...mounted].filter(
    (path) => !FOYER_PATHS.some((begin) => `${path}/`.startsWith(`${begin}/`)),
  );
  expect(missing.sort()).toEqual(['favicon.ico', 'healthz', 'readyz']);
});

it('contains the base path and the well-known addresses of a Foyer with a base path', () => {
  expect(foyerPaths()).toBe(FOYER_PATHS);
  const wellKnown = FOYER_PATHS.filter((path) => path.startsWith('.well-known/'));
  expect(wellKnown.length).toBeGreaterThan(0);
  expect(foyerPaths('/id')).toEqual(['id', ...wellKnown]);
});
