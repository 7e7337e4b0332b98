import { toBase } from '../http.ts';
import type { FoyerServerOptions } from './get-session.ts';
import { hostOf, readHeader, type RequestLike } from './request.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Next's `headers()` have no method. A WebSocket begins with a GET and may change things later. */
export function isUnsafe(request: RequestLike): boolean {
  if (request.method === undefined) return readHeader(request, 'origin') !== null;
  return !SAFE_METHODS.has(request.method) || /\bwebsocket\b/i.test(readHeader(request, 'upgrade') ?? '');
}

/** Browsers send `Sec-Fetch-Site` or `Origin`. A program without them has no victim's cookie. */
export function isForeign(request: RequestLike, options: FoyerServerOptions): boolean {
  const site = readHeader(request, 'sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return false;
  const requestContext = readHeader(request, 'origin');
  if (requestContext === null) return site !== null;
  if (ownOriginsOf(options).has(requestContext)) return false;
  // `Host` has no scheme, so it counts only where the browser does not compare whole origins.
  return site !== null || !URL.canParse(requestContext) || new URL(requestContext).host !== hostOf(request);
}

export function ownOriginsOf(options: FoyerServerOptions): Set<string> {
  const { url, origin, appOrigin, trustedOrigins = [] } = options;
  const addresses = [origin ?? url, ...(appOrigin === undefined ? [] : [appOrigin]), ...trustedOrigins];
  return new Set(addresses.map((address) => new URL(toBase(address)).origin));
}
