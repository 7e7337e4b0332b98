import { ACCOUNT_ERRORS } from './account-errors.ts';
import { CLASSIC_ERRORS } from './classic-errors.ts';
import { DEVICE_ERRORS } from './device-errors.ts';
import type { ErrorEntry } from './error-entry.ts';
import { FIRST_ERRORS } from './first-errors.ts';
import type { IssueKey } from './issues.ts';
import type { ProofOfWorkChallenge } from './proof-of-work.ts';
import type { Scope } from './scopes.ts';

/**
 * The catalogue: every code with which Foyer answers a failure, on a page, in a procedure's answer (`error.data.appCode`)
 * and in the log. The first thirteen are Auth.js's classic codes; the others are Foyer's own.
 */
export const ERRORS = {
  ...CLASSIC_ERRORS,
  CODE_INVALID: {
    procedure: 'UNAUTHORIZED',
    status: 401,
    place: 'form',
    title: 'Unable to sign in',
    message: 'This code is not right.',
    hint: 'Check the six digits in the newest message.',
    next: 'correct-input',
  },
  CODE_DEAD: {
    procedure: 'UNAUTHORIZED',
    status: 401,
    place: 'form',
    title: 'Unable to sign in',
    message: 'This code was entered wrongly too often and no longer works.',
    hint: 'Ask for a new one, or use the link if there is one beside it.',
    next: 'new-link',
  },
  CODE_OTHER_BROWSER: {
    procedure: 'UNAUTHORIZED',
    status: 401,
    place: 'form',
    title: 'Unable to sign in',
    message: 'This browser did not ask for this code.',
    hint: 'Type the code in the browser where you asked for it, open the link in the mail, or ask for a new code here.',
    next: 'new-link',
  },
  SESSION_NOT_FRESH: {
    procedure: 'FORBIDDEN',
    status: 403,
    place: 'form',
    title: 'Error',
    message: 'This is sensitive, and you signed in a while ago.',
    hint: 'Verify it’s you, and it goes on where you left off.',
    next: 'verify-it-is-you',
  },
  LAST_SIGN_IN_METHOD: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'This is your only way to sign in. Add another first.',
    hint: 'Connect another account, then remove this one.',
    next: 'add-method',
  },
  ACCOUNT_BELONGS_TO_OTHER: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'This account is already connected to another user here.',
    hint: 'Sign in with it to reach that user and remove it there, or connect a different account.',
    next: 'another-account',
  },
  LINK_EXPIRED: {
    procedure: 'NOT_FOUND',
    status: 404,
    place: 'sign-in',
    title: 'Unable to sign in',
    message: 'This attempt to connect an account is over: it was finished already, or took too long.',
    hint: 'Start again with the provider.',
    next: 'sign-in',
  },
  LINK_CHANGED: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'Another account waits to be connected now than the one that you were shown.',
    hint: 'Look at the account again before you connect it.',
    next: 'retry',
  },
  REAUTHENTICATION_FAILED: {
    procedure: 'FORBIDDEN',
    status: 403,
    place: 'form',
    title: 'Unable to sign in',
    message:
      'The provider did not confirm that it was you, just now, with the account that is connected here.',
    hint: 'Choose the connected account there and sign in again, or use another way.',
    next: 'verify-it-is-you',
  },
  PASSWORD_WRONG: {
    procedure: 'FORBIDDEN',
    status: 403,
    place: 'form',
    title: 'Error',
    message: 'This is not your password.',
    hint: 'Check it and try again, or ask for a link to choose a new one.',
    next: 'correct-input',
  },
  PASSWORD_EXISTS: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'You have a password already.',
    hint: 'Change it instead; that needs the one you have.',
    next: 'add-method',
  },
  ADDRESS_REQUIRED: {
    procedure: 'CONFLICT',
    status: 409,
    place: 'form',
    title: 'Error',
    message: 'A password is typed together with an e-mail address, and you have not confirmed one.',
    hint: 'Confirm an e-mail address first.',
    next: 'add-method',
  },
  RESET_LINK_INVALID: {
    procedure: 'UNAUTHORIZED',
    status: 401,
    place: 'form',
    title: 'Error',
    message: 'This link to choose a new password is no longer valid.',
    hint: 'It was used already, another link of yours was used, or it is older than an hour.',
    next: 'new-link',
  },
  PROOF_OF_WORK_REQUIRED: {
    procedure: 'PRECONDITION_REQUIRED',
    status: 428,
    place: 'form',
    title: 'Unable to sign in',
    message: 'Many requests come from unknown devices right now, so yours must be checked first.',
    hint: 'A browser that runs scripts does this by itself. Without scripts, use another way to sign in, or come back in a few minutes.',
    next: 'wait',
  },
  ...ACCOUNT_ERRORS,
  ...DEVICE_ERRORS,
  INVALID_INPUT: {
    procedure: 'BAD_REQUEST',
    status: 400,
    place: 'form',
    title: 'Error',
    message: 'Something in the input is not as it must be.',
    hint: 'Correct what is marked and try again.',
    next: 'correct-input',
  },
  NOT_FOUND: FIRST_ERRORS.NOT_FOUND,
  RATE_LIMITED: FIRST_ERRORS.RATE_LIMITED,
  UNAVAILABLE: FIRST_ERRORS.UNAVAILABLE,
  INTERNAL: FIRST_ERRORS.INTERNAL,
  WRONG_HOST: {
    procedure: 'BAD_REQUEST',
    status: 421,
    place: 'answer',
    title: 'Error',
    message: 'This server answers under another address.',
    hint: 'Open the address that APP_ORIGIN names.',
    next: 'go-home',
  },
  FOREIGN_ORIGIN: {
    procedure: 'FORBIDDEN',
    status: 403,
    place: 'answer',
    title: 'Access Denied',
    message: 'This request came from another site.',
    hint: 'Open the page here and try again.',
    next: 'go-home',
  },
  THIS_MACHINE_ONLY: {
    procedure: 'FORBIDDEN',
    status: 403,
    place: 'answer',
    title: 'Access Denied',
    message: 'This is shown only on the machine that runs this server.',
    hint: 'Open the page in a browser on that machine, without a proxy between.',
    next: 'go-home',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    procedure: 'UNSUPPORTED_MEDIA_TYPE',
    status: 415,
    place: 'answer',
    title: 'Error',
    message: 'This content type is not accepted.',
    hint: 'Send application/json.',
    next: 'correct-input',
  },
  PAYLOAD_TOO_LARGE: {
    procedure: 'PAYLOAD_TOO_LARGE',
    status: 413,
    place: 'answer',
    title: 'Error',
    message: 'The request is too large.',
    hint: 'Send less at once.',
    next: 'correct-input',
  },
  MALFORMED_REQUEST: {
    procedure: 'BAD_REQUEST',
    status: 400,
    place: 'answer',
    title: 'Error',
    message: 'The request could not be read.',
    hint: 'Check its address, its encoding and its body.',
    next: 'correct-input',
  },
  METHOD_NOT_ALLOWED: {
    procedure: 'METHOD_NOT_SUPPORTED',
    status: 405,
    place: 'answer',
    title: 'Error',
    message: 'This address does not accept that method.',
    hint: 'Queries are GET, mutations are POST.',
    next: 'correct-input',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}

/** One thing that is wrong with an input: the path of the field (`["email"]`), what it is (`issues.ts`), and a sentence for the person. */
export interface InputIssue {
  readonly path: readonly (string | number)[];
  readonly key: IssueKey;
  readonly message: string;
}

/** What `error.data` of a failed procedure holds; nothing internal. */
export interface ErrorData {
  readonly appCode: ErrorCode;
  readonly requestId: string;
  readonly issues?: readonly InputIssue[];
  /** Seconds. */
  readonly retryAfter?: number;
  /** With `SCOPE_MISSING`: the scope that the procedure needs. */
  readonly scope?: Scope;
  /** With `PROOF_OF_WORK_REQUIRED`: what to solve before the same call is made again. */
  readonly challenge?: ProofOfWorkChallenge;
}
