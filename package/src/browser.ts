import { createClientInTab } from './browser/browser-client.ts';
import { currentTab } from './browser/tab.ts';
import type { BrowserClient, BrowserClientOptions } from './browser/types.ts';

export type { BrowserClient, BrowserClientOptions, SignInOptions } from './browser/types.ts';
export { OAuthError, type OAuthErrorCode } from './browser/oauth-error.ts';
export type { BrowserClaims } from './browser/tokens.ts';

/**
 * Creates the client of a page that signs users in at a Foyer of another origin: authorization code flow with
 * PKCE. All tabs of the app share the tokens, which stay in memory. Throws `TypeError` for an http
 * address of another machine.
 */
export function createBrowserClient(options: BrowserClientOptions): BrowserClient {
  return createClientInTab(options, currentTab());
}
