import { discoveryUrl, type Discovery } from './discovery.ts';
import type { Fetch } from './guarded-fetch.ts';
import { verifyIdToken } from './id-token.ts';
import { ProviderCallError } from './provider-call-error.ts';

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
  const { issuer, clientId } = expected;
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    if (method === 'GET' && isDiscovery(url, issuer)) {
      const metadata = await discovery.metadata(issuer);
      // Auth.js refuses a provider without this endpoint, which OpenID Connect only recommends, and then never calls it.
      return Response.json({ userinfo_endpoint: `${issuer}/none`, ...metadata });
    }
    const response = await send(input, init);
    const { token_endpoint: tokenEndpoint } = await discovery.metadata(issuer);
    if (!response.ok || url !== tokenEndpoint) return response;
    const text = await response.text();
    const idToken = idTokenIn(text, issuer);
    if (idToken !== undefined) {
      await verifyIdToken(idToken, { issuer, clientId, keys: discovery.keysOf(issuer) });
    }
    return new Response(text, response);
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

function idTokenIn(text: string, issuer: string): string | undefined {
  try {
    const { id_token: idToken } = JSON.parse(text) as { id_token?: unknown };
    return typeof idToken === 'string' ? idToken : undefined;
  } catch (cause) {
    throw new ProviderCallError('answer', `the token endpoint of ${issuer} answered with what is not JSON`, {
      cause,
    });
  }
}
