import { toBase } from '../http.ts';
import type { Level } from '../server/level.ts';
import type { FoyerNextOptions } from './options.ts';

/** The address of Foyer's sign-in page. It returns to `path` of this app. */
export function signInUrlOf(options: FoyerNextOptions, path: string | null): string {
  return withCallback(`${baseOf(options)}/sign-in`, options, path);
}

/** The address of Foyer's page "Verify it's you" for this level. It returns to `path` of this app. */
export function verifyUrlOf(options: FoyerNextOptions, level: Level, path: string | null): string {
  return withCallback(`${baseOf(options)}/verify?level=${level}`, options, path);
}

function baseOf({ url, origin = url }: FoyerNextOptions): string {
  return toBase(origin);
}

/** Foyer reads a path as one of its own origin, which is also the app's unless `appOrigin` says another. */
function withCallback(address: string, { appOrigin }: FoyerNextOptions, path: string | null): string {
  if (path === null) return address;
  const callbackUrl = appOrigin === undefined ? path : toBase(appOrigin) + path;
  return `${address}${address.includes('?') ? '&' : '?'}callbackUrl=${encodeURIComponent(callbackUrl)}`;
}
