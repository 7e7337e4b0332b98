/**
 * The page that a person comes back to from a provider: its path, and where it leads on to. What an earlier return left in the address stays
 * behind.
 */
export function currentPath({
  pathname,
  search,
}: {
  readonly pathname: string;
  readonly search: { readonly callbackUrl?: string | undefined };
}): string {
  const { callbackUrl } = search;
  return callbackUrl === undefined
    ? pathname
    : `${pathname}?${new URLSearchParams({ callbackUrl }).toString()}`;
}
