import { toCallbackPath } from '../shared/callback-url.ts';

/** Characters of one word or address from the query string; anything longer is nobody's honest link. */
const MAX_LENGTH = 2048;

/**
 * Reads these parameters, and nothing else, from a page's address: for a route's `validateSearch`. What is not there or too long is
 * `undefined`. `callbackUrl` is reduced to a path of ours before any page sees it, so that no page can forget to.
 */
export function searchOf<Name extends string>(
  ...names: readonly Name[]
): (search: Readonly<Record<string, unknown>>) => { [N in Name]?: string | undefined } {
  return (search) => {
    const read: { [N in Name]?: string | undefined } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value !== 'string' || value.length > MAX_LENGTH) continue;
      read[name] = name === 'callbackUrl' ? (toCallbackPath(value, location.origin) ?? undefined) : value;
    }
    return read;
  };
}
