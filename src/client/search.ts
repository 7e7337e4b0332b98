import { toCallbackPath } from '../shared/callback-url.ts';

/** Maximum length of a query parameter, in characters. */
const MAX_LENGTH = 2048;

/**
 * Reads only these query parameters, for a route's `validateSearch`. A missing or too long one is `undefined`. `callbackUrl` is reduced to a
 * path of our origin here, so that no page can forget it.
 */
export function searchOf<Name extends string>(
  ...names: readonly Name[]
): (search: Readonly<Record<string, unknown>>) => { [N in Name]?: string | undefined } {
  return (search) => {
    const parameters: { [N in Name]?: string | undefined } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value !== 'string' || value.length > MAX_LENGTH) continue;
      parameters[name] =
        name === 'callbackUrl' ? (toCallbackPath(value, location.origin) ?? undefined) : value;
    }
    return parameters;
  };
}
