import type { BrowserClaims } from './tokens.ts';

export interface BrowserClientOptions {
  /** Foyer's address with its base path: `https://id.example.com`, `https://example.com/id`. */
  readonly issuer: string;
  /** The id of this app in Foyer's `clients`. */
  readonly clientId: string;
  /** The page of this app that calls `handleRedirect`; one of the client's `redirects`. */
  readonly redirectUri: string;
  /** Scopes separated by spaces; default `openid profile email`. */
  readonly scope?: string;
  /** The APIs of its access tokens (RFC 8707); default: Foyer's `/oauth/userinfo` only. */
  readonly resource?: string | readonly string[];
}

export interface SignInOptions {
  /** A path of the app to return to; default: the present page. */
  readonly returnTo?: string;
  /** `aal2` asks for a second factor. Your API checks the claim `acr` of the access token. */
  readonly acrValues?: string;
  /** The maximum age of the sign-in in seconds; `0` asks for a new one. */
  readonly maxAge?: number;
}

/** Signs users in at a Foyer of another origin. Its methods do not use `this`. */
export interface BrowserClient {
  /** The signed-in user as of the last refresh, or `null`. It stays the same object until it changes. */
  readonly claims: BrowserClaims | null;
  /** For `useSyncExternalStore(client.subscribe, () => client.claims)`. Returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Opens Foyer's sign-in and leaves the page. */
  readonly signIn: (options?: SignInOptions) => Promise<void>;
  /**
   * Completes a sign-in when the address is the answer to one: removes the answer and fetches the tokens.
   * Returns the path to continue at, or `null` at any other address. Throws `OAuthError` with `returnTo`.
   * Concurrent calls share one result.
   */
  readonly handleRedirect: () => Promise<string | null>;
  /**
   * Finds out after a reload who is signed in: it asks the app's other tabs, then Foyer (`prompt=none`).
   * `redirecting`: the page is being left, without a history entry. This happens once per tab while nobody is
   * signed in at Foyer, and never after `signOut`.
   */
  readonly restore: (
    options?: Pick<SignInOptions, 'returnTo'>,
  ) => Promise<'signed-in' | 'signed-out' | 'redirecting'>;
  /** An access token valid for the next minute. During an outage, the present one until it expires. */
  readonly getAccessToken: () => Promise<string>;
  /** `fetch` with the access token. It rejects origins outside `resource`. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Signs out of this app in all tabs and ends its session at Foyer. Foyer's own session continues. */
  readonly signOut: () => Promise<void>;
}
