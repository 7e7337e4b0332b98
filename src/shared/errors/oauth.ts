import type { ErrorEntry } from './entry.ts';

/** Without a known client, there is no address to redirect to (RFC 6749, 4.1.2.1). */
export const OAUTH_ERRORS = {
  OAUTH_CLIENT_UNKNOWN: {
    procedure: 'BAD_REQUEST',
    status: 400,
    place: 'error',
    title: 'Unable to sign in',
    message: 'The app that sent you here is not known to this site.',
    hint: 'Start again in the app. If the error stays, tell the people who run the app.',
    next: 'go-home',
  },
  OAUTH_REDIRECT_UNKNOWN: {
    procedure: 'BAD_REQUEST',
    status: 400,
    place: 'error',
    title: 'Unable to sign in',
    message: 'The app asked to send you to an address that is not declared for it.',
    hint: 'Start again in the app. If the error stays, tell the people who run the app.',
    next: 'go-home',
  },
} as const satisfies Record<string, ErrorEntry>;
