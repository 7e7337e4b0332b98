import { atBase, type BasePath } from './base-path.ts';
import { CALLBACK_URL_MAX_LENGTH } from './limits.ts';

/** Browsers drop a larger cookie (RFC 6265 section 6.1). */
export const COOKIE_MAX_BYTES = 4096;
export const SECOND_FACTOR_PATH = '/second-factor';
export const ADD_PASSKEY_PATH = '/add-passkey';
/** The page on which a person sets up the second factor that the operator demands. */
export const ENROLMENT_PATH = '/set-up-second-factor';
export const ACCOUNT_PATH = '/account';
export const CONSOLE_PATH = '/admin';
/** The page that asks a signed-in person whether to connect the pending account of the browser. */
export const RESUME_LINK = '/resume-link';
/** A person whose password was not stored comes here, with the reason. */
export const CHOOSE_PASSWORD = '/account/sign-in-methods?outcome=password-left-out';

// No input can name this origin, so a URL that resolves to another origin was not a path.
const PROBE_ORIGIN = 'http://foyer.invalid';

/** The path is stored encoded in a cookie, which also has a name, the origin and attributes. */
const ENCODED_MAX_LENGTH = COOKIE_MAX_BYTES - 512;

export interface CallbackSite extends BasePath {
  readonly origin: string;
  readonly appUrl: string | null;
}

/** Where a sign-in leads that no page asked for: the application, or the account. */
export function landingOf({ appUrl, basePath }: Pick<CallbackSite, 'appUrl' | 'basePath'>): string {
  return appUrl ?? atBase({ basePath }, ACCOUNT_PATH);
}

/** A path on our origin, or a URL of exactly the application's origin, by the rules of `toCallbackPath`. */
export function toCallbackUrl(
  input: string,
  { origin, appUrl }: Pick<CallbackSite, 'origin' | 'appUrl'>,
): string | null {
  const path = toCallbackPath(input, origin);
  if (path !== null || appUrl === null) return path;
  const { origin: appOrigin } = new URL(appUrl);
  // An absolute URL only: a path is always one of this site.
  const appPath = input.startsWith('/') ? null : toCallbackPath(input, appOrigin);
  return appPath === null ? null : appOrigin + appPath;
}

export function withParameters(callbackUrl: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(callbackUrl, PROBE_ORIGIN);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.origin === PROBE_ORIGIN ? url.pathname + url.search + url.hash : url.href;
}

/**
 * Reduces a callback URL to a path on our own origin (`/path?query#hash`), or `null`. Accepted: a path with
 * one slash, or an absolute URL of exactly `origin`. Backslashes, control characters and whatever the URL
 * parser (WHATWG URL) resolves to another origin are refused, not repaired: the open redirects of
 * CVE-2024-56734, CVE-2025-27143 and CVE-2025-53535 were repairs that a browser read differently.
 */
export function toCallbackPath(input: string, origin: string): string | null {
  if (input.length > CALLBACK_URL_MAX_LENGTH) return null;
  // oxlint-disable-next-line no-control-regex -- browsers strip tab, CR and LF inside URLs, so "/\t/evil" is "//evil" to them
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
