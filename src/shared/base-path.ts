/** Where Foyer stands on its origin (`BASE_PATH`): empty, or a path such as `/id`. */
export interface BasePath {
  readonly basePath: string;
}

/** The path at which the browser reaches one of Foyer's own paths. Routes are written without the base path, addresses with it. */
export function atBase({ basePath }: BasePath, path: string): string {
  return basePath + path;
}

/** One of Foyer's own paths, from a path of the origin; `null` for a path outside the base path. `/identity` is outside `/id`. */
export function belowBase({ basePath }: BasePath, path: string): string | null {
  if (!path.startsWith(basePath)) return null;
  const rest = path.slice(basePath.length);
  if (rest === '' || /^[?#]/.test(rest)) return `/${rest}`;
  return rest.startsWith('/') ? rest : null;
}
