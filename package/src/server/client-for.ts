import { createFoyerClient, type FoyerClient } from '../client.ts';
import { FoyerError } from '../foyer-error.ts';
import { toBase, type Fetch } from '../http.ts';
import { toErrorResponse } from './error-answer.ts';
import { fetchOf, readCredentials, requireScopes, type GetSessionOptions } from './get-session.ts';
import { isForeign, isUnsafe } from './own-origin.ts';
import { readHeader, type RequestLike } from './request.ts';

/** Foyer needs the browser and the language for the user's activity and mails. */
const PASSED_HEADERS = ['user-agent', 'accept-language'];

/**
 * A client that acts as the user of this request: with the session cookie or, with `accessTokens`, the access
 * token; otherwise as nobody. `onSetCookie` gets Foyer's cookies, such as a renewed session.
 *
 * Foyer treats its changes as changes of its own pages. So this throws `FoyerError` `FOREIGN_ORIGIN` for
 * unsafe requests of other origins, as `getSession` does. Mutations also fail so when another site sent a
 * safe request with the cookie.
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
    // A password change replaces the session of the request.
    if (session !== undefined) sent.set('cookie', session);
    return answer;
  };
  return createFoyerClient({ url, fetch, ...(timeoutMs !== undefined && { timeoutMs }) });
}

/** The session's `name=value` in `Set-Cookie`. After a sign-out the value is empty. */
function newestSession(cookie: string, setCookies: readonly string[]): string | undefined {
  const [name = ''] = cookie.split('=');
  const pairs = setCookies.map((each) => each.split(';')[0] ?? '');
  return pairs.findLast((pair) => pair.startsWith(`${name}=`));
}
