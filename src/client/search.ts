/** Maximum length of a query parameter, in characters. */
const MAX_LENGTH = 2048;

/**
 * Reads only these query parameters, for a route's `validateSearch`. A missing or too long one is `undefined`. Anybody can write
 * an address: `useGoTo` checks a `callbackUrl` before it follows it.
 */
export function searchOf<Name extends string>(
  ...names: readonly Name[]
): (search: Readonly<Record<string, unknown>>) => { [N in Name]?: string | undefined } {
  return (search) => {
    const parameters: { [N in Name]?: string | undefined } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string' && value.length <= MAX_LENGTH) parameters[name] = value;
    }
    return parameters;
  };
}
