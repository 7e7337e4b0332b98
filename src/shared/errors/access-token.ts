import type { ErrorEntry } from './entry.ts';

export const ACCESS_TOKEN_ERRORS = {
  ACCESS_TOKEN_INVALID: {
    procedure: 'UNAUTHORIZED',
    status: 401,
    place: 'answer',
    title: 'Unable to sign in',
    message: 'This access token is not valid.',
    hint: 'It is mistyped, expired or revoked. Create a new one in your account.',
    next: 'sign-in',
  },
  ACCESS_TOKEN_REFUSED: {
    procedure: 'FORBIDDEN',
    status: 403,
    place: 'answer',
    title: 'Access Denied',
    message: 'This cannot be done with an access token.',
    hint: 'Sign in with a browser and do it there.',
    next: 'sign-in',
  },
  SCOPE_MISSING: {
    procedure: 'FORBIDDEN',
    status: 403,
    place: 'answer',
    title: 'Access Denied',
    message: 'This access token may not do that.',
    hint: 'Create one with the scope that is named.',
    next: 'sign-in',
  },
  TOO_MANY_ACCESS_TOKENS: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'You have as many access tokens as one person may have.',
    hint: 'Revoke one that you no longer need.',
    next: 'correct-input',
  },
} as const satisfies Record<string, ErrorEntry>;
