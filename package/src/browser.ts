import { createClientInTab } from './browser/browser-client.ts';
import { currentTab } from './browser/tab.ts';
import type { BrowserClient, BrowserClientOptions } from './browser/types.ts';

export type { BrowserClient, BrowserClientOptions, SignInOptions } from './browser/types.ts';
export { OAuthError, type OAuthErrorCode } from './browser/oauth-error.ts';
export type { BrowserClaims } from './browser/tokens.ts';

/**
 * Creates the client of a page that signs people in at a Foyer of another origin: by the authorization code flow with PKCE, with tokens in memory that all tabs of the app
 * share. Make one for the page. Throws `TypeError` for an address that is not https; http is for this machine.
 */
export function createBrowserClient(options: BrowserClientOptions): BrowserClient {
  return createClientInTab(options, currentTab());
}
