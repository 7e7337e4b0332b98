import { makeIssue } from '../../../shared/issues.ts';
import { SCOPES } from '../../../shared/scopes.ts';
import { AppError } from '../../app-error.ts';
import type { Configuration } from '../../configuration/configuration.ts';

type Declared = Pick<Configuration, 'scopes'>;

/** Those of Foyer, then the application's own, in the order of the form. */
export function tokenScopes({ scopes }: Declared): string[] {
  return [...SCOPES, ...scopes.map(({ name }) => name)];
}

/** A scope that `foyer.config.ts` lost allows nothing, until it is declared again. */
export function activeScopes(configuration: Declared, stored: readonly string[]): string[] {
  return tokenScopes(configuration).filter((scope) => stored.includes(scope));
}

/** In the order of the form. Throws `INVALID_INPUT` for one that is not declared. */
export function requireScopes(configuration: Declared, requested: readonly string[]): string[] {
  const scopes = activeScopes(configuration, requested);
  if (requested.every((scope) => scopes.includes(scope))) return scopes;
  throw new AppError('INVALID_INPUT', { issues: [makeIssue('scopes', 'scope-unknown')] });
}
