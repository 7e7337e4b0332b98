/** In characters. */
const MAX_LENGTH = 2048;

/** For `validateSearch`. A missing or too long parameter is `undefined`. `useGoTo` checks a `callbackUrl`. */
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

/** A repeated name has a list, which OAuth needs for `resource` (RFC 8707). */
export function readSearch(search: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

/** Leaves out what is no text. */
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
