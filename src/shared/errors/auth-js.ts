import type { ErrorEntry } from './entry.ts';
import { HTTP } from './http.ts';

const ANOTHER_ACCOUNT = 'Try signing in with a different account.';
const IN_A_MOMENT = 'Try again in a moment.';

/** Names and hints as in Auth.js, but another account does not help against a server's fault. */
export const AUTH_JS_ERRORS = {
  Signin: {
    ...HTTP.BAD_REQUEST,
    place: 'sign-in',
    title: 'Unable to sign in',
    message:
      'The sign-in could not be started: the form had expired, or this sign-in method is not offered here.',
    hint: ANOTHER_ACCOUNT,
    next: 'retry',
  },
  OAuthSignin: {
    ...HTTP.SERVICE_UNAVAILABLE,
    place: 'sign-in',
    title: 'Unable to sign in',
    message: 'The identity provider could not be reached to start the sign-in.',
    hint: IN_A_MOMENT,
    next: 'wait',
  },
  OAuthCallback: {
    ...HTTP.UNAUTHORIZED,
    place: 'sign-in',
    title: 'Unable to sign in',
    message: 'The identity provider’s answer could not be accepted, or the sign-in was cancelled there.',
    hint: ANOTHER_ACCOUNT,
    next: 'another-account',
  },
  OAuthCreateAccount: {
    ...HTTP.INTERNAL_SERVER_ERROR,
    place: 'sign-in',
    title: 'Unable to sign in',
    message: 'Your identity was confirmed, but the account could not be stored. Nothing was changed.',
    hint: IN_A_MOMENT,
    next: 'wait',
  },
  EmailCreateAccount: {
    ...HTTP.INTERNAL_SERVER_ERROR,
    place: 'sign-in',
    title: 'Unable to sign in',
    message: 'Your address was confirmed, but the account could not be stored. Ask for a new link.',
    hint: 'Nothing was changed.',
    next: 'new-link',
  },
  Callback: {
    ...HTTP.INTERNAL_SERVER_ERROR,
    place: 'sign-in',
    title: 'Unable to sign in',
    message: 'Something failed on our side while the sign-in was finished.',
    hint: IN_A_MOMENT,
    next: 'wait',
  },
  OAuthAccountNotLinked: {
    ...HTTP.CONFLICT,
    place: 'sign-in',
    title: 'Unable to sign in',
    message: 'There is already an account with this email address, and it uses another sign-in method.',
    hint: 'To confirm your identity, sign in with the same account you used originally.',
    next: 'another-account',
  },
  EmailSignin: {
    ...HTTP.SERVICE_UNAVAILABLE,
    place: 'sign-in',
    title: 'Unable to sign in',
    message: 'The email could not be sent.',
    hint: 'Check the address, and try again in a moment.',
    next: 'wait',
  },
  CredentialsSignin: {
    ...HTTP.UNAUTHORIZED,
    place: 'sign-in',
    title: 'Unable to sign in',
    message: 'The details you entered do not belong to an account.',
    hint: 'Sign in failed. Check the details you provided are correct.',
    next: 'correct-input',
  },
  SessionRequired: {
    ...HTTP.UNAUTHORIZED,
    place: 'sign-in',
    title: 'Unable to sign in',
    message: 'This needs you to be signed in.',
    hint: 'Please sign in to access this page.',
    next: 'sign-in',
  },
  Configuration: {
    ...HTTP.INTERNAL_SERVER_ERROR,
    place: 'error',
    title: 'Server error',
    message: 'There is a problem with the server configuration.',
    hint: 'Unable to sign in.',
    next: 'go-home',
  },
  AccessDenied: {
    ...HTTP.FORBIDDEN,
    place: 'error',
    title: 'Access Denied',
    message: 'You do not have permission to sign in.',
    hint: ANOTHER_ACCOUNT,
    next: 'another-account',
  },
  Verification: {
    ...HTTP.UNAUTHORIZED,
    place: 'error',
    title: 'Unable to sign in',
    message: 'The sign-in link is no longer valid.',
    hint: 'It may have been used already or it may have expired.',
    next: 'new-link',
  },
} as const satisfies Record<string, ErrorEntry>;
