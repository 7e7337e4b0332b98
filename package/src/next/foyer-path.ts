import { toBase } from '../http.ts';
import { foyerPaths } from '../server/paths.ts';
import type { FoyerNextOptions } from './options.ts';

/** Tests for Foyer's paths. With a base path (`/id`) they are the paths below it, and `.well-known/`. */
export function foyerPathTest({ url, origin = url }: FoyerNextOptions): (path: string) => boolean {
  const { pathname } = new URL(toBase(origin));
  const base = pathname.replace(/\/$/, '');
  const paths = foyerPaths(base);
  return (path) => paths.some((begin) => isBelow(path, `/${begin}`));
}

/** `/orders/7` is below `/orders`, but `/orders-archive` is not. */
export function isBelow(path: string, begin: string): boolean {
  return `${path}/`.startsWith(`${begin.replace(/\/+$/, '')}/`);
}
