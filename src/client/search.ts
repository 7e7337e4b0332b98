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

/** The parameters of a query. A name that occurs more than once has a list, which a request of an OAuth client may need (`resource`, RFC 8707). */
export function readSearch(search: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const [value = '', ...more] = parameters.getAll(name);
      return [name, more.length === 0 ? value : [value, ...more]];
    }),
  );
}

/** The opposite of `readSearch`. It leaves out what is no text. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each === 'string') parameters.append(name, each);
    }
  }
  const query = parameters.toString();
  return query && `?${query}`;
}
