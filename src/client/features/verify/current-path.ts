/** The parameters that stay: where the person goes then, and on `/verify` how strong the session must be. */
interface KeptSearch {
  readonly level?: string | undefined;
  readonly callbackUrl?: string | undefined;
}

/** The path to return to from a provider. Parameters of an earlier return are dropped. */
export function currentPath({
  pathname,
  search,
}: {
  readonly pathname: string;
  readonly search: KeptSearch;
}): string {
  const { level, callbackUrl } = search;
  const kept = new URLSearchParams({
    ...(level !== undefined && { level }),
    ...(callbackUrl !== undefined && { callbackUrl }),
  });
  return kept.size === 0 ? pathname : `${pathname}?${kept.toString()}`;
}
