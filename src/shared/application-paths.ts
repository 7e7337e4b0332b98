/** The page that asks before a native app gets a code. */
export const CONTINUE_PATH = '/continue';
export const SECURITY_REVIEW_PATH = '/account/security-review';
export const VERIFY_PATH = '/verify';

/** `:id` and `:event` stand for any text. The server answers every other path with 404. */
export const APPLICATION_PATHS = [
  '/account',
  '/account/access-tokens',
  '/account/activity',
  '/account/activity/secure',
  '/account/data',
  '/account/devices',
  SECURITY_REVIEW_PATH,
  '/account/sign-in-methods',
  '/add-passkey',
  '/admin',
  '/admin/audit-log',
  '/admin/brand',
  '/admin/failed-jobs',
  '/admin/people',
  '/admin/people/:id',
  '/admin/service-keys',
  '/admin/settings',
  '/admin/webhooks',
  '/admin/webhooks/:id',
  '/admin/webhooks/:id/:event',
  CONTINUE_PATH,
  '/developers',
  '/device',
  '/resume-link',
  '/set-up-second-factor',
  VERIFY_PATH,
] as const;

export const DEVELOPMENT_PATHS = ['/dev/design', '/dev/outbox'] as const;
const SESSION_PATHS = /^\/(?:account|add-passkey|admin|continue|device|verify)(?:\/|$)/;

/** Whether the page is for signed-in people only. The other pages redirect to sign-in and back. */
export function needsSession(path: string): boolean {
  return SESSION_PATHS.test(path);
}
