/** `BASE_PATH`: empty, or a path such as `/id`. */
export interface BasePath {
  readonly basePath: string;
}

/** The path that the browser uses. Routes are written without the base path, addresses with it. */
export function atBase({ basePath }: BasePath, path: string): string {
  return basePath + path;
}

/** The path without the base path, or `null` outside of it. `/identity` is outside `/id`. */
export function belowBase({ basePath }: BasePath, path: string): string | null {
  if (!path.startsWith(basePath)) return null;
  const rest = path.slice(basePath.length);
  if (rest === '' || /^[?#]/.test(rest)) return `/${rest}`;
  return rest.startsWith('/') ? rest : null;
}
