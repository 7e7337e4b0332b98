/** The first path segments of Foyer, for a proxy. `auth` is `AUTH_BASE_PATH`; `dev` is for development. */
export const FOYER_PATHS: readonly string[] = [
  'trpc',
  'auth',
  'oauth',
  '.well-known/jwks.json',
  '.well-known/foyer-configuration',
  '.well-known/openid-configuration',
  '.well-known/oauth-authorization-server',
  '.well-known/change-password',
  '.well-known/webauthn',
  '.well-known/passkey-endpoints',
  'openapi.json',
  'assets',
  'pictures',
  'brand',
  'provider-logos',
  'authenticator-icons',
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
  'continue',
  'account',
  'admin',
  'add-passkey',
  'device',
  'second-factor',
  'set-up-second-factor',
  'verify',
  'developers',
];

/**
 * Foyer's paths with a `BASE_PATH`: `foyerPaths('/id')` has `id` and the paths that stay at the root. Each
 * one includes the paths below it, such as `.well-known/oauth-authorization-server/id` (RFC 8414, 3.1).
 */
export function foyerPaths(basePath = ''): readonly string[] {
  if (basePath === '') return FOYER_PATHS;
  return [basePath.replace(/^\//, ''), ...FOYER_PATHS.filter((path) => path.startsWith('.well-known/'))];
}
