import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { APPLICATION_PATHS, DEVELOPMENT_PATHS } from '../shared/application-paths.ts';
import { SIGNED_OUT_PATHS } from '../shared/signed-out-page.ts';
import { createAppRouter } from './router.tsx';

test('the server knows exactly the paths of the application, beside the pages that it renders itself', () => {
  const router = createAppRouter({ history: createMemoryHistory() });
  // Express writes `:id` where the router writes `$id`.
  const paths = Object.keys(router.routesByPath).map((path) =>
    path.replace(/(?<=.)\/$/, '').replaceAll('$', ':'),
  );
  const renderedByServer: ReadonlySet<string> = new Set(['/', ...Object.values(SIGNED_OUT_PATHS)]);
  const inApplication = [...new Set(paths)].filter((path) => !renderedByServer.has(path));
  expect(inApplication.sort()).toEqual([...APPLICATION_PATHS, ...DEVELOPMENT_PATHS].sort());
});
