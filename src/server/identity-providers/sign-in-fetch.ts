import { discoveryUrl, type Discovery } from './discovery.ts';
import type { Fetch } from '../net/guarded-fetch.ts';
import { withVerifiedIdTokens } from './verified-answers.ts';

/**
 * What Auth.js calls an OpenID provider by. Discovery, which it asks for twice in a sign-in, is answered from the cache, and every ID token is
 * verified before Auth.js sees it: `@auth/core` checks the claims but not the signature, relying on TLS alone (OpenID
 * Connect Core 3.1.3.7 allows that; a tampered token signing somebody in is not what a person expects).
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
      // Auth.js refuses a provider without this endpoint, which OpenID Connect only recommends, and then never calls it.
      return Response.json({ userinfo_endpoint: `${issuer}/none`, ...metadata });
    }
    return sendVerified(input, init);
  };
}

/** However Auth.js writes it: the issuer may end with a slash. */
function isDiscovery(url: string, issuer: string): boolean {
  const expected = new URL(discoveryUrl(issuer));
  const asked = new URL(url);
  return (
    asked.origin === expected.origin &&
    asked.pathname.replaceAll('//', '/') === expected.pathname.replaceAll('//', '/')
  );
}
