import { CALLBACK_URL_MAX_LENGTH, COOKIE_MAX_BYTES } from './limits.ts';

/** The path without a valid callback URL. */
export const DEFAULT_CALLBACK_PATH = '/account';
/** The page that asks a signed-in person whether to connect the pending account of the browser. */
export const RESUME_LINK = '/resume-link';
/** Where a person whose password was not stored can choose one, with the reason. */
export const CHOOSE_PASSWORD = '/account/sign-in-methods?outcome=password-left-out';

// No input can name this origin, so a URL that resolves to another origin was not a path.
const PROBE_ORIGIN = 'http://foyer.invalid';

/** The path is stored encoded in a cookie; the rest is for its name, the origin and the attributes. */
const ENCODED_MAX_LENGTH = COOKIE_MAX_BYTES - 512;

/**
 * Reduces a callback URL to a path on our own origin (`/path?query#hash`), or `null` when it leads anywhere else.
 *
 * Accepted: a path that begins with one slash, or an absolute URL of exactly `origin`. Backslashes, control characters and
 * anything that the URL parser (WHATWG URL) resolves to another origin are refused, not repaired: the open redirects
 * of CVE-2024-56734, CVE-2025-27143 and CVE-2025-53535 were all repairs that a browser read differently.
 */
export function toCallbackPath(input: string, origin: string): string | null {
  if (input.length > CALLBACK_URL_MAX_LENGTH) return null;
  // eslint-disable-next-line no-control-regex -- browsers strip tab, CR and LF inside URLs, so "/\t/evil" is "//evil" to them
  if (/[\\\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/u.test(input)) return null;
  let relative = input;
  if (!input.startsWith('/')) {
    if (input !== origin && !input.startsWith(`${origin}/`)) return null;
    relative = input.slice(origin.length) || '/';
  }
  if (relative.startsWith('//')) return null;
  let url: URL;
  try {
    url = new URL(relative, PROBE_ORIGIN);
  } catch {
    return null;
  }
  if (url.origin !== PROBE_ORIGIN || url.username || url.password) return null;
  const path = url.pathname + url.search + url.hash;
  // "/.//evil" resolves to the path "//evil", which a browser would read as another host.
  if (path.startsWith('//')) return null;
  return encodeURIComponent(path).length > ENCODED_MAX_LENGTH ? null : path;
}
