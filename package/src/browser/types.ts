import type { BrowserClaims } from './tokens.ts';

export interface BrowserClientOptions {
  /** Foyer's address with its base path: `https://id.example.com`, `https://example.com/id`. */
  readonly issuer: string;
  /** The id under which Foyer's `clients` declare this app. */
  readonly clientId: string;
  /** The page of this app that calls `handleRedirect`. It is one of the client's declared `redirects`. */
  readonly redirectUri: string;
  /** What the app may learn and do, separated by spaces; default `openid profile email`. */
  readonly scope?: string;
  /** The APIs that its access tokens are for (RFC 8707). Without one, they are for Foyer's `/oauth/userinfo`. */
  readonly resource?: string | readonly string[];
}

export interface SignInOptions {
  /** Where to go on in the app: a path of its own origin. Default: the present page. */
  readonly returnTo?: string;
  /** `aal2` asks for a second factor. Your API checks the claim `acr` of the access token. */
  readonly acrValues?: string;
  /** How old the sign-in may be, in seconds; `0` asks for a new one. */
  readonly maxAge?: number;
}

/** Signs people in at a Foyer of another origin. Every method can be passed on without its object. */
export interface BrowserClient {
  /** The person who is signed in, as of the last refresh; `null` when nobody is. The same object until it changes. */
  readonly claims: BrowserClaims | null;
  /** Calls `listener` after each change of `claims`; answers how to stop. For `useSyncExternalStore(client.subscribe, () => client.claims)`. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Opens Foyer's sign-in. The page is left. */
  readonly signIn: (options?: SignInOptions) => Promise<void>;
  /**
   * Completes a sign-in when the present address is the answer to one: takes the answer out of the address at once, and fetches the tokens. Answers where to go on in the
   * app, and `null` at any other address. Calls at the same time share one answer. An `OAuthError` has `returnTo`, where this tab has started the sign-in.
   */
  readonly handleRedirect: () => Promise<string | null>;
  /**
   * Finds out after a reload who is signed in. It asks the other tabs of the app first. Without one, it opens Foyer, which comes straight back, with or without a person
   * (`prompt=none`): then the answer is `redirecting`, and the page is left, without an entry in the history. That happens once per tab while Foyer has nobody signed in, and not after `signOut`.
   */
  readonly restore: (
    options?: Pick<SignInOptions, 'returnTo'>,
  ) => Promise<'signed-in' | 'signed-out' | 'redirecting'>;
  /** An access token that is valid for the next minute. Refreshes it before its end. During an outage, the present one is answered until its end. */
  readonly getAccessToken: () => Promise<string>;
  /** `fetch` with the access token. It refuses origins that are not those of `resource`. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Signs out of this app in all tabs, and ends the app's session at Foyer. Foyer's own session goes on. */
  readonly signOut: () => Promise<void>;
}
