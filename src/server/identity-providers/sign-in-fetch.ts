import { discoveryUrl, type Discovery } from './discovery.ts';
import type { Fetch } from '../net/transport.ts';
import { withVerifiedIdTokens } from './verified-answers.ts';

/**
 * The `fetch` that Auth.js uses for an OpenID provider. Discovery, which it requests twice in a sign-in,
 * comes from the cache. Every ID token is verified first, because `@auth/core` checks the claims but not the
 * signature; it relies on TLS, as OpenID Connect Core 3.1.3.7 allows (see docs/decisions/001).
 */
export function createSignInFetch(
  send: Fetch,
  discovery: Discovery,
  expected: { issuer: string; clientId: string },
): Fetch {
  const { issuer } = expected;
  const sendVerified = withVerifiedIdTokens(send, discovery, expected);
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    if (method === 'GET' && isDiscovery(url, issuer)) {
      const metadata = await discovery.metadata(issuer);
      // Auth.js refuses a provider without this endpoint, which OpenID Connect only recommends, and then does
      // not call it.
      return Response.json({ userinfo_endpoint: `${issuer}/none`, ...metadata });
    }
    return sendVerified(input, init);
  };
}

/** Auth.js may write a double slash when the issuer ends with one. */
function isDiscovery(url: string, issuer: string): boolean {
  const expected = new URL(discoveryUrl(issuer));
  const requested = new URL(url);
  return (
    requested.origin === expected.origin &&
    requested.pathname.replaceAll('//', '/') === expected.pathname.replaceAll('//', '/')
  );
}
