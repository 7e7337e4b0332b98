import { OAuthError } from './oauth-error.ts';

/** A repeated parameter is refused (RFC 6749, 3.1 and 3.2). Only `resource` may be repeated (RFC 8707, 2). */
export function hasRepeatedParameter(parameters: URLSearchParams): boolean {
  return [...new Set(parameters.keys())].some(
    (name) => name !== 'resource' && parameters.getAll(name).length > 1,
  );
}

/** `null` for a parameter that is missing or empty (RFC 6749, 3.1 and 3.2). */
export function valueOf(parameters: URLSearchParams, name: string): string | null {
  const value = parameters.get(name);
  return value === '' ? null : value;
}

/** Like `valueOf`, but `null` for a repeated parameter. For reads before repeated ones are refused. */
export function onlyValue(parameters: URLSearchParams, name: string): string | null {
  return parameters.getAll(name).length > 1 ? null : valueOf(parameters, name);
}

/** Throws `OAuthError` `invalid_request` without it. */
export function requiredValueOf(parameters: URLSearchParams, name: string): string {
  const value = valueOf(parameters, name);
  if (value === null) throw new OAuthError('invalid_request', `${name} is missing.`);
  return value;
}

/** The words of a parameter such as `scope`; `null` without it. */
export function wordsOf(parameters: URLSearchParams, name: string): string[] | null {
  const value = valueOf(parameters, name);
  return value === null ? null : [...new Set(value.split(' ').filter((word) => word !== ''))];
}

export function resourcesOf(parameters: URLSearchParams): string[] {
  return [...new Set(parameters.getAll('resource').filter((resource) => resource !== ''))];
}
