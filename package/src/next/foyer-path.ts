import { toBase } from '../http.ts';
import { foyerPaths } from '../server/paths.ts';
import type { FoyerNextOptions } from './options.ts';

/**
 * Returns a function that says whether a path is Foyer's. With a base path (`https://example.com/id`) that is everything
 * below it, and what stays at the root: `.well-known/`.
 */
export function foyerPathTest({ url, origin = url }: FoyerNextOptions): (path: string) => boolean {
  const { pathname } = new URL(toBase(origin));
  const base = pathname.replace(/\/$/, '');
  const paths = foyerPaths(base);
  return (path) => paths.some((begin) => isBelow(path, `/${begin}`));
}

/** Whether `path` is `begin` or below it: `/orders/7` is below `/orders`, but `/orders-archive` is not. */
export function isBelow(path: string, begin: string): boolean {
  return `${path}/`.startsWith(`${begin.replace(/\/+$/, '')}/`);
}
