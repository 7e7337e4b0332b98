import { at } from '../../base-path.ts';

/** The result of a provider flow that was started on a page. */
export const PROVIDER_RETURN = [
  'outcome',
  'provider',
  'error',
  'cancelled',
  'requestId',
  'reconnect',
] as const;

/** The code of a device is typed or comes with its link, and belongs into no other address. */
const DROPPED: ReadonlySet<string> = new Set([...PROVIDER_RETURN, 'code']);

interface Location {
  readonly pathname: string;
  readonly search: Readonly<Record<string, string | undefined>>;
}

/** With what a list shows, and without the parameters of an earlier return from a provider. */
export function currentPath({ pathname, search }: Location): string {
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && !DROPPED.has(name)) kept.set(name, value);
  const path = at(pathname);
  return kept.size === 0 ? path : `${path}?${kept.toString()}`;
}
