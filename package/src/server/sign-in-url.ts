import { toBase } from '../http.ts';
import type { FoyerServerOptions } from './get-session.ts';

/** Foyer's sign-in page, which returns to `callbackUrl`: a path of its origin, or a URL of `APP_URL`'s. */
export function signInUrl(
  callbackUrl: string,
  { url, origin = url }: Pick<FoyerServerOptions, 'url' | 'origin'>,
): string {
  return `${toBase(origin)}/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}`;
}
