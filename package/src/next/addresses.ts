import { toBase } from '../http.ts';
import type { Level } from '../server/level.ts';
import type { FoyerNextOptions } from './options.ts';

/** Foyer's sign-in page, which returns to `path` of this app. */
export function signInUrlOf(options: FoyerNextOptions, path: string | null): string {
  return withCallback(`${baseOf(options)}/sign-in`, options, path);
}

/** Foyer's page "Verify it's you" for this level, which returns to `path` of this app. */
export function verifyUrlOf(options: FoyerNextOptions, level: Level, path: string | null): string {
  return withCallback(`${baseOf(options)}/verify?level=${level}`, options, path);
}

function baseOf({ url, origin = url }: FoyerNextOptions): string {
  return toBase(origin);
}

/** Foyer reads a path as one of its own origin, so another `appOrigin` makes an absolute URL. */
function withCallback(address: string, { appOrigin }: FoyerNextOptions, path: string | null): string {
  if (path === null) return address;
  const callbackUrl = appOrigin === undefined ? path : toBase(appOrigin) + path;
  return `${address}${address.includes('?') ? '&' : '?'}callbackUrl=${encodeURIComponent(callbackUrl)}`;
}
