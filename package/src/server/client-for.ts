import { createFoyerClient, type FoyerClient } from '../client.ts';
import { FoyerError } from '../foyer-error.ts';
import { toBase, type Fetch } from '../http.ts';
import { toErrorResponse } from './error-answer.ts';
import { fetchOf, readCredentials, requireScopes, type GetSessionOptions } from './get-session.ts';
import { isForeign, isUnsafe } from './own-origin.ts';
import { readHeader, type RequestLike } from './request.ts';

/** They tell Foyer the browser and the language of the person, for their activity and mails. */
const PASSED_HEADERS = ['user-agent', 'accept-language'];

/**
 * A client that calls Foyer in the name of the person of this request: with their session cookie or, with `accessTokens`, with their access token.
 * Without either it calls as nobody. Cookies that Foyer sets, such as a renewed session's, go to `onSetCookie`.
 *
 * Foyer treats its changes as changes of its own pages. So it throws `FoyerError` `FOREIGN_ORIGIN` for an unsafe request of another origin as `getSession` does,
 * and its mutations also fail with that when a link or page of another site sent a safe request with the cookie.
 */
export function clientFor(request: RequestLike, options: GetSessionOptions): FoyerClient {
  requireScopes(options);
  const credentials = readCredentials(request, options);
  const hasCookie = credentials !== null && 'cookie' in credentials;
  const isFromElsewhere = hasCookie && isForeign(request, options);
  if (isFromElsewhere && isUnsafe(request)) throw new FoyerError('FOREIGN_ORIGIN');

  const { url, timeoutMs, onSetCookie } = options;
  const send = fetchOf(options);
  const sent = new Headers({ ...credentials, origin: new URL(toBase(options.origin ?? url)).origin });
  for (const name of PASSED_HEADERS) {
    const value = readHeader(request, name);
    if (value !== null) sent.set(name, value);
  }
  const fetch: Fetch = async (address, init) => {
    if (isFromElsewhere && init.method === 'POST') return toErrorResponse(new FoyerError('FOREIGN_ORIGIN'));
    const headers = new Headers(init.headers);
    for (const [name, value] of sent) headers.set(name, value);
    const answer = await send(address, { ...init, headers, redirect: 'manual' });
    const cookies = answer.headers.getSetCookie();
    for (const cookie of cookies) onSetCookie?.(cookie);
    const session = hasCookie ? newestSession(credentials.cookie, cookies) : undefined;
    // A change of the password ends the session of the request and answers another one.
    if (session !== undefined) sent.set('cookie', session);
    return answer;
  };
  return createFoyerClient({ url, fetch, ...(timeoutMs !== undefined && { timeoutMs }) });
}

/** The session's `name=value` among these `Set-Cookie`s. After a sign-out the value is empty. */
function newestSession(cookie: string, setCookies: readonly string[]): string | undefined {
  const [name = ''] = cookie.split('=');
  const pairs = setCookies.map((each) => each.split(';')[0] ?? '');
  return pairs.findLast((pair) => pair.startsWith(`${name}=`));
}
