import type { Discovery } from './discovery.ts';
import type { Fetch } from '../net/guarded-fetch.ts';
import { verifyIdToken } from './id-token.ts';
import { ProviderCallError } from '../net/provider-call-error.ts';

/**
 * Verifies every ID token that an answer of this provider holds, before anybody reads the answer. The address and the status of the answer
 * do not matter: a URL can be spelled in many ways, and a caller may read an answer that is an error.
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
    if (holdsIdToken(answer)) {
      const { id_token: idToken } = answer;
      if (typeof idToken !== 'string') {
        throw new ProviderCallError('answer', `${issuer} answered with an ID token that is not a text`);
      }
      await verifyIdToken(idToken, { issuer, clientId, keys: discovery.keysOf(issuer) });
    }
    return copyOf(response, text);
  };
}

/** For plain OAuth providers: they publish no keys, so nobody can verify their ID tokens and nobody may read them. */
export function withoutIdTokens(send: Fetch): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const text = await response.text();
    const answer = readAnswer(text, 'the provider');
    if (!holdsIdToken(answer)) return copyOf(response, text);
    const { id_token: _unverifiable, ...rest } = answer;
    return copyOf(response, JSON.stringify(rest));
  };
}

function readAnswer(text: string, who: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProviderCallError('answer', `${who} answered with what is not JSON`, { cause });
  }
}

function holdsIdToken(answer: unknown): answer is Record<string, unknown> {
  return typeof answer === 'object' && answer !== null && Object.hasOwn(answer, 'id_token');
}

/** A status such as 204 allows no body, not even an empty one. */
function copyOf(response: Response, text: string): Response {
  return new Response(text === '' ? null : text, response);
}
