import type { HTTP } from './http.ts';

/** Where a person meets the code: sign-in page, error page, beside the failed form, or only in an answer. */
type ErrorPlace = 'sign-in' | 'error' | 'form' | 'answer';

/** The next step that the page offers. */
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

/** What the button says, and the page that it leads to. */
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

type ErrorTitle = 'Error' | 'Server error' | 'Access Denied' | 'Unable to sign in';

/** The words that a person reads for a code. */
export interface ErrorWords {
  readonly title: string;
  /** What happened, in plain words. */
  readonly message: string;
  /** What helps; the specification's hint texts are kept to the letter. */
  readonly hint: string;
}

export interface ErrorEntry extends ErrorWords {
  readonly procedure: keyof typeof HTTP;
  readonly status: number;
  readonly place: ErrorPlace;
  readonly title: ErrorTitle;
  readonly next: NextStep;
}
