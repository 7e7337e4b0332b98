/** tRPC's keys (tRPC 11, `TRPC_ERROR_CODE_KEY`), named here so that `shared` imports neither side. */
type ProcedureErrorKey =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_SUPPORTED'
  | 'CONFLICT'
  | 'PRECONDITION_REQUIRED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL_SERVER_ERROR'
  | 'SERVICE_UNAVAILABLE';

/** Where a person meets the code. `form`: beside the form that failed. `answer`: on no page. */
export type ErrorPlace = 'sign-in' | 'error' | 'form' | 'answer';

export type NextStep =
  | 'sign-in'
  | 'another-account'
  | 'new-link'
  | 'go-home'
  | 'retry'
  | 'correct-input'
  | 'wait'
  | 'add-method'
  | 'verify-it-is-you';

export const NEXT_STEPS = {
  'sign-in': { label: 'Sign in', path: '/sign-in' },
  'another-account': { label: 'Try another account', path: '/sign-in' },
  'new-link': { label: 'Ask for a new link', path: '/sign-in' },
  'go-home': { label: 'Go to the start page', path: '/' },
  retry: { label: 'Try again', path: '/sign-in' },
  'correct-input': { label: 'Try again', path: '/sign-in' },
  wait: { label: 'Try again', path: '/sign-in' },
  'add-method': { label: 'See your sign-in methods', path: '/account/sign-in-methods' },
  'verify-it-is-you': { label: 'Sign in again', path: '/sign-in' },
} as const satisfies Record<NextStep, { label: string; path: string }>;

export type ErrorTitle = 'Error' | 'Server error' | 'Access Denied' | 'Unable to sign in';

export interface ErrorWords {
  readonly title: string;
  readonly message: string;
  readonly hint: string;
}

export interface ErrorEntry extends ErrorWords {
  readonly procedure: ProcedureErrorKey;
  readonly status: number;
  readonly place: ErrorPlace;
  readonly title: ErrorTitle;
  readonly next: NextStep;
}
