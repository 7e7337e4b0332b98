/**
 * The first parts of all of Foyer's addresses, for a proxy before an app and Foyer on one host. `auth` is
 * `AUTH_BASE_PATH`; `dev` has the pages that exist in development only.
 */
export const FOYER_PATHS: readonly string[] = [
  'trpc',
  'auth',
  '.well-known/jwks.json',
  '.well-known/change-password',
  'openapi.json',
  'assets',
  'pictures',
  'brand',
  'provider-logos',
  'locale',
  'dev',
  'sign-in',
  'sign-up',
  'sign-out',
  'check-email',
  'confirm',
  'confirm-email',
  'confirm-address',
  'undo-email',
  'stop-second-factor-removal',
  'resume-link',
  'forgot-password',
  'reset-password',
  'goodbye',
  'error',
  'account',
  'device',
  'developers',
];
