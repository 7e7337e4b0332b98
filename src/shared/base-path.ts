/** `BASE_PATH`: empty, or a path such as `/id`. */
export interface BasePath {
  readonly basePath: string;
}

/** As the browser reaches it. Routes are written without the base path, addresses with it. */
export function atBase({ basePath }: BasePath, path: string): string {
  return basePath + path;
}

/** Without the base path; `null` for a path outside of it. `/identity` is outside `/id`. */
export function belowBase({ basePath }: BasePath, path: string): string | null {
  if (!path.startsWith(basePath)) return null;
  const rest = path.slice(basePath.length);
  if (rest === '' || /^[?#]/.test(rest)) return `/${rest}`;
  return rest.startsWith('/') ? rest : null;
}
