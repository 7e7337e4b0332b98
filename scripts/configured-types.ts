import type { Shape } from '../src/shared/plain-fields.ts';

/** Where `foyer.config.ts` decides a type of the package, by procedure, direction and path. The first match counts. */
const CONFIGURED_TYPES: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/ (.*\.)?user\.data$/, 'SessionData'],
  [/^users\.list input data$/, 'IndexedData'],
  [/^users\.\w+ input (.*\.)?data$/, 'UserDataChanges'],
  [/^users\.\w+ output (.*\.)?data$/, 'UserData'],
  [/^profile\.\w+ input (.*\.)?data$/, 'ProfileDataChanges'],
  [/^profile\.\w+ output (.*\.)?data$/, 'ProfileData'],
  // The roles of `administration.configuration` are objects.
  [/^(?!administration\.configuration ).* (.*\.)?roles\[\]$/, 'Role'],
  [/^users\.list input role$/, 'Role'],
  [/ (.*\.)?permissions\[\]$/, 'Permission'],
  [/ (.*\.)?via\.scopes\[\]$/, 'Scope'],
  [/^(accessTokens|device|users)\.\w+ (input|output) (.*\.)?scopes\[\]$/, 'Scope'],
];

/** The names that the generated file imports from `config.ts`. It declares `Scope` itself, from `OwnScope`. */
export const CONFIGURED_TYPE_NAMES = [
  ...new Set(CONFIGURED_TYPES.map(([, type]) => (type === 'Scope' ? 'OwnScope' : type))),
].toSorted();

/** The name of the type at this path, if the configuration decides it. */
export function configuredTypeAt(
  procedure: string,
  io: 'input' | 'output',
  path: string,
  shape: Shape,
): string | undefined {
  // A list of roles with their permissions has objects.
  if (shape.type !== 'string' && path.endsWith('[]')) return undefined;
  const place = `${procedure} ${io} ${path}`;
  return CONFIGURED_TYPES.find(([pattern]) => pattern.test(place))?.[1];
}
