import { toBase } from '../http.ts';
import type { FoyerServerOptions } from './get-session.ts';

/**
 * The address of Foyer's sign-in page, which returns to `callbackUrl` afterwards: a path of Foyer's own origin, or an absolute URL at the origin of its
 * `APP_URL`.
 */
export function signInUrl(
  callbackUrl: string,
  { url, origin = url }: Pick<FoyerServerOptions, 'url' | 'origin'>,
): string {
  return `${toBase(origin)}/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}`;
}
