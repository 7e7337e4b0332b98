import type { OAuthClient } from '../../configuration/oauth/oauth-client.ts';
import type { ClientGrant } from '../../database/collections.ts';
import { OAuthError } from './oauth-error.ts';

export type Granted = Pick<ClientGrant, 'scopes' | 'resources'>;

/** Every client may ask for these scopes. Other scopes are declared for the client. */
export const OPENID_SCOPES = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const;

/** The requested scopes that this client may have, each once. */
export function activeClientScopes(client: OAuthClient, scopes: readonly string[]): string[] {
  return [...OPENID_SCOPES, ...client.scopes].filter((scope) => scopes.includes(scope));
}

/**
 * `null` when no scope, or no granted resource, is declared now. Without a resource, the tokens would be for
 * Foyer.
 */
export function declaredGrant<Grant extends Granted>(client: OAuthClient, grant: Grant): Grant | null {
  const active = activeClientScopes(client, grant.scopes);
  const scopes = grant.scopes.filter((scope) => active.includes(scope));
  const resources = grant.resources.filter((resource) => client.resources.includes(resource));
  if (scopes.length === 0 || (resources.length === 0 && grant.resources.length > 0)) return null;
  return { ...grant, scopes, resources };
}

/** `scopes: null` asks for all granted scopes, and empty `resources` for all granted resources. */
export interface RequestedPart {
  readonly scopes: readonly string[] | null;
  readonly resources: readonly string[];
}

/**
 * Never more than was granted (RFC 6749, 6; RFC 8707, 2.2). Throws `OAuthError` `invalid_scope`,
 * `invalid_target`.
 */
export function narrowGrant(granted: Granted, requested: RequestedPart): Granted {
  const scopes = requested.scopes ?? granted.scopes;
  const resources = requested.resources.length === 0 ? granted.resources : requested.resources;
  if (!scopes.every((scope) => granted.scopes.includes(scope)))
    throw new OAuthError('invalid_scope', 'A scope was not granted.');
  if (!resources.every((resource) => granted.resources.includes(resource)))
    throw new OAuthError('invalid_target', 'A resource was not granted.');
  return { scopes, resources };
}
