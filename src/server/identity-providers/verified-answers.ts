import type { Discovery } from './discovery.ts';
import type { Fetch } from '../net/transport.ts';
import { verifyIdToken } from './id-token.ts';
import { ProviderCallError } from '../net/provider-call-error.ts';
import { tenantOf, toTokenOfOneIssuer } from './tenants.ts';

/**
 * Verifies every ID token in an answer of this provider before the caller sees the answer. Address and status
 * do not matter: a URL has many spellings, and a caller may read an error answer.
 */
export function withVerifiedIdTokens(
  send: Fetch,
  discovery: Discovery,
  { issuer, clientId }: { issuer: string; clientId: string },
): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const text = await response.text();
    const answer = readAnswer(text, issuer);
    if (hasIdToken(answer)) {
      const { id_token: idToken } = answer;
      if (typeof idToken !== 'string') {
        throw new ProviderCallError('answer', `${issuer} answered with an ID token that is not a text`);
      }
      const { issuerTemplate } = await discovery.metadata(issuer);
      const tenant = issuerTemplate === undefined ? null : tenantOf(idToken, issuer, issuerTemplate);
      await verifyIdToken(idToken, {
        issuer: tenant?.issuer ?? issuer,
        clientId,
        keys: discovery.keysOf(issuer, tenant),
      });
      if (tenant !== null) {
        const changed = { ...answer, id_token: toTokenOfOneIssuer(idToken, issuer, tenant) };
        return copyOf(response, JSON.stringify(changed));
      }
    }
    return copyOf(response, text);
  };
}

/** For plain OAuth providers. They publish no keys, so their ID tokens cannot be verified and are removed. */
export function withoutIdTokens(send: Fetch): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const text = await response.text();
    const answer = readAnswer(text, 'the provider');
    if (!hasIdToken(answer)) return copyOf(response, text);
    const { id_token: _unverifiable, ...otherFields } = answer;
    return copyOf(response, JSON.stringify(otherFields));
  };
}

function readAnswer(text: string, issuer: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProviderCallError('answer', `${issuer} answered with invalid JSON`, { cause });
  }
}

function hasIdToken(answer: unknown): answer is Record<string, unknown> {
  return typeof answer === 'object' && answer !== null && Object.hasOwn(answer, 'id_token');
}

/** `Response` throws for a body with status 204, even for an empty one. */
function copyOf(response: Response, text: string): Response {
  return new Response(text === '' ? null : text, response);
}
