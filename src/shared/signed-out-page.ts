import type { ErrorData } from './errors/error-data.ts';
import type { Locale } from './locale.ts';
import type { PendingLink } from './schemas/accounts.ts';
import type { Provider } from './schemas/providers.ts';

/** The signed-out pages, each with its path. */
export const SIGNED_OUT_PATHS = {
  'sign-in': '/sign-in',
  'sign-up': '/sign-up',
  'forgot-password': '/forgot-password',
  'check-email': '/check-email',
  'account-exists': '/sign-in',
  'confirm-address': '/confirm-address',
} as const;

export type SignedOutPageName = keyof typeof SIGNED_OUT_PATHS;

/** The query parameters that a signed-out page may read. All others are ignored. */
export const SIGNED_OUT_PARAMETERS = [
  'email',
  'callbackUrl',
  'error',
  'requestId',
  'sessionEnded',
  'isSignUp',
  'sent',
] as const;
export type SignedOutParameter = (typeof SIGNED_OUT_PARAMETERS)[number];

/** A form that was sent without script and failed. */
export interface FailedForm {
  /** What the person typed, without passwords. */
  readonly values: Readonly<Record<string, string>>;
  readonly failure: Pick<ErrorData, 'appCode' | 'requestId' | 'issues' | 'retryAfter'>;
}

/** What the server knows of a signed-out page. It renders the page from this, and hands it to the browser with the HTML. */
export interface SignedOutPage {
  readonly name: SignedOutPageName;
  /** Path and query, with the parameters above only. */
  readonly address: string;
  readonly origin: string;
  readonly locale: Locale;
  readonly providers: readonly Provider[];
  /** The account at a provider that waits for this browser's person. */
  readonly pendingLink: PendingLink | null;
  readonly isSignedIn: boolean;
  /** Whether the server keeps its mails in the outbox instead of sending them. */
  readonly hasOutbox: boolean;
  readonly failedForm: FailedForm | null;
}

/** Renders the content of a signed-out page. */
export type RenderSignedOutPage = (page: SignedOutPage) => {
  readonly title: string;
  readonly markup: string;
};
