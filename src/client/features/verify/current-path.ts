import { at } from '../../base-path.ts';

/** The destination, the level of `/verify`, and what lists of the pages for administrators show. */
const KEPT = [
  'level',
  'callbackUrl',
  'search',
  'role',
  'state',
  'sort',
  'after',
  'subject',
  'action',
] as const;

interface Location {
  readonly pathname: string;
  readonly search: { readonly [Name in (typeof KEPT)[number]]?: string | undefined };
}

/** Without the parameters of an earlier return from a provider. */
export function currentPath({ pathname, search }: Location): string {
  const kept = new URLSearchParams();
  for (const name of KEPT) {
    const value = search[name];
    if (value !== undefined) kept.set(name, value);
  }
  const path = at(pathname);
  return kept.size === 0 ? path : `${path}?${kept.toString()}`;
}
