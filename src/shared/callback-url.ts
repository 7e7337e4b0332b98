import { atBase, type BasePath } from './base-path.ts';
import { CALLBACK_URL_MAX_LENGTH } from './limits.ts';

/** Browsers drop a cookie above this size (RFC 6265 section 6.1). */
export const COOKIE_MAX_BYTES = 4096;

/** The page that asks for the second factor. */
export const SECOND_FACTOR_PATH = '/second-factor';
/** The page that offers to create a passkey after a sign-in. */
export const ADD_PASSKEY_PATH = '/add-passkey';
/** The page on which somebody sets up the second factor that the operator demands. */
export const ENROLMENT_PATH = '/set-up-second-factor';
/** The start page of the account. */
export const ACCOUNT_PATH = '/account';
/** The console of administrators. */
export const CONSOLE_PATH = '/admin';
/** The page that asks a signed-in person whether to connect the pending account of the browser. */
export const RESUME_LINK = '/resume-link';
/** Where a person whose password was not stored can choose one, with the reason. */
export const CHOOSE_PASSWORD = '/account/sign-in-methods?outcome=password-left-out';

// No input can name this origin, so a URL that resolves to another origin was not a path.
const PROBE_ORIGIN = 'http://foyer.invalid';

/** The path is stored encoded in a cookie; the rest is for its name, the origin and the attributes. */
const ENCODED_MAX_LENGTH = COOKIE_MAX_BYTES - 512;

/** Where people may be sent after a sign-in: to this site, and to the application. */
export interface CallbackSite extends BasePath {
  /** The public origin of this site. */
  readonly origin: string;
  /** The URL of the application (`APP_URL`), if the operator says it. */
  readonly appUrl: string | null;
}

/** Where a sign-in leads that was not asked for by a page: to the application, or to the account. */
export function landingOf({ appUrl, basePath }: Pick<CallbackSite, 'appUrl' | 'basePath'>): string {
  return appUrl ?? atBase({ basePath }, ACCOUNT_PATH);
}

/**
 * Reduces a callback URL to a path on our own origin, or to an absolute URL of exactly the application's origin; `null` when it leads
 * anywhere else. The same rules hold for both paths (`toCallbackPath`).
 */
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

/** Adds query parameters to what `toCallbackUrl` returned. */
export function withParameters(callbackUrl: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(callbackUrl, PROBE_ORIGIN);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.origin === PROBE_ORIGIN ? url.pathname + url.search + url.hash : url.href;
}

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
