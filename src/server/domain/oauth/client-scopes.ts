import type { OAuthClient } from '../../configuration/oauth/oauth-client.ts';
import type { ClientGrant } from '../../database/collections.ts';

/** The scopes that every client may ask for. The others are declared for the client. */
export const OPENID_SCOPES = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const;

/** Those of the scopes that this client may have, each once. */
export function activeClientScopes(client: OAuthClient, scopes: readonly string[]): string[] {
  return [...OPENID_SCOPES, ...client.scopes].filter((scope) => scopes.includes(scope));
}

/**
 * The part of a grant that is declared for the client now, or `null` where none is left. Without the resources of its grant, the tokens would be for Foyer, which
 * nobody asked for.
 */
export function declaredGrant<Grant extends Pick<ClientGrant, 'scopes' | 'resources'>>(
  client: OAuthClient,
  grant: Grant,
): Grant | null {
  const active = activeClientScopes(client, grant.scopes);
  const scopes = grant.scopes.filter((scope) => active.includes(scope));
  const resources = grant.resources.filter((resource) => client.resources.includes(resource));
  if (scopes.length === 0 || (resources.length === 0 && grant.resources.length > 0)) return null;
  return { ...grant, scopes, resources };
}
