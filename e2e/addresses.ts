import { readFileSync } from 'node:fs';
import { SIGNED_OUT_PATHS } from '../src/shared/signed-out-page.ts';

/** Read from the routes, so that new pages are included. */
function pagesOfRouter(): string[] {
  const router = readFileSync(new URL('../src/client/router.tsx', import.meta.url), 'utf8');
  const routes = router.matchAll(/getParentRoute: \(\) => (\w+)Route,\s*path: '([^']+)'/g);
  return [...routes].map(([, parent, path = '']) =>
    parent === 'root' ? path : `/${parent}${path === '/' ? '' : path}`,
  );
}

export const SIGNED_OUT_PAGES: readonly string[] = [...new Set(Object.values(SIGNED_OUT_PATHS))];
/** All pages of the account application. */
export const APPLICATION_PAGES: readonly string[] = [...new Set(pagesOfRouter())];
