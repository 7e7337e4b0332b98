import type { ErrorEntry } from './entry.ts';

export const SESSION_ERRORS = {
  SESSION_NOT_FRESH: {
    procedure: 'FORBIDDEN',
    status: 403,
    place: 'form',
    title: 'Error',
    message: 'This is sensitive, and you signed in a while ago.',
    hint: 'Verify it’s you to continue.',
    next: 'verify-it-is-you',
  },
  REAUTHENTICATION_FAILED: {
    procedure: 'FORBIDDEN',
    status: 403,
    place: 'form',
    title: 'Unable to sign in',
    message:
      'The provider did not confirm that it was you, just now, with the account that is connected here.',
    hint: 'Choose the connected account there and sign in again, or use another sign-in method.',
    next: 'verify-it-is-you',
  },
  OTHER_SIGN_IN_REQUIRED: {
    procedure: 'FORBIDDEN',
    status: 403,
    place: 'form',
    title: 'Error',
    message: 'You signed in with something that is on this list, so you cannot confirm the list here.',
    hint: 'Sign in with your password or by email, and confirm it then.',
    next: 'sign-in',
  },
  SECURITY_REVIEW_CHANGED: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'Something was added, changed or removed since you opened this list.',
    hint: 'Check the list again, and confirm it when all of it is yours.',
    next: 'retry',
  },
} as const satisfies Record<string, ErrorEntry>;
