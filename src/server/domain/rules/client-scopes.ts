import type { OAuthClient } from '../../configuration/configuration.ts';

/** The scopes that every client may ask for. The others are declared for the client. */
export const OPENID_SCOPES = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const;

/** Those of the scopes that this client may have, each once. */
export function activeClientScopes(client: OAuthClient, scopes: readonly string[]): string[] {
  return [...OPENID_SCOPES, ...client.scopes].filter((scope) => scopes.includes(scope));
}
