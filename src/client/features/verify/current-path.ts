/** The path to return to from a provider, with its `callbackUrl`. Parameters of an earlier return are dropped. */
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
