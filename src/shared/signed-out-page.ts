import type { BasePath } from './base-path.ts';
import type { Brand } from './brand.ts';
import { toCallbackUrl, type CallbackSite } from './callback-url.ts';
import type { NextStep } from './errors/entry.ts';
import type { ErrorData } from './errors/error-data.ts';
import type { Locale } from './locale.ts';
import type { CountryCode } from './phone.ts';
import type { PhoneCountry } from './phone-countries.ts';
import type { PendingLink } from './schemas/accounts.ts';
import type { EmailStatus } from './schemas/email.ts';
import type { Provider } from './schemas/providers.ts';
import type { PendingSignIn, Session } from './schemas/session.ts';

export const SIGNED_OUT_PATHS = {
  'sign-in': '/sign-in',
  'phone-sign-in': '/sign-in/phone',
  'sign-up': '/sign-up',
  'forgot-password': '/forgot-password',
  'check-email': '/check-email',
  // Asks for the second factor of a sign-in.
  'second-factor': '/second-factor',
  'account-exists': '/sign-in',
  'confirm-address': '/confirm-address',
  // The pages that a mail's link opens.
  confirm: '/confirm',
  'reset-password': '/reset-password',
  'confirm-email': '/confirm-email',
  'undo-email': '/undo-email',
  'stop-second-factor-removal': '/stop-second-factor-removal',
  'sign-out': '/sign-out',
  error: '/error',
  goodbye: '/goodbye',
} as const;

export type SignedOutPathName = keyof typeof SIGNED_OUT_PATHS;
/** `not-found` is the page of every path that the site does not have. */
export type SignedOutPageName = SignedOutPathName | 'not-found';
/** `needs-script` is in the application's document for browsers without script. No script takes it over. */
export type RenderedPageName = SignedOutPageName | 'needs-script';

/** All other parameters are ignored. */
export const SIGNED_OUT_PARAMETERS = [
  'email',
  'callbackUrl',
  'error',
  'cancelled',
  'requestId',
  'sessionEnded',
  'isSignUp',
  'sent',
  'phone',
  'token',
] as const;
export type SignedOutParameter = (typeof SIGNED_OUT_PARAMETERS)[number];
export type SignedOutParameters = { readonly [Name in SignedOutParameter]?: string | undefined };

/** Characters. */
const PARAMETER_MAX_LENGTH = 2048;
const REQUEST_ID = /^[0-9a-f-]{36}$/;
/** A number in international form. */
const PHONE = /^\+[\d -]{5,30}$/;

/**
 * Leaves out long parameters, because anybody can write an address. Also leaves out a `callbackUrl` of
 * another origin, and a `requestId` or `phone` that is none.
 */
export function readParameters(
  address: string,
  site: Pick<CallbackSite, 'origin' | 'appUrl'>,
): SignedOutParameters {
  const searchParams = queryOf(address);
  const parameters: { [Name in SignedOutParameter]?: string } = {};
  for (const name of SIGNED_OUT_PARAMETERS) {
    const value = searchParams.get(name);
    if (value === null || value.length > PARAMETER_MAX_LENGTH) continue;
    if (name === 'requestId' && !REQUEST_ID.test(value)) continue;
    if (name === 'phone' && !PHONE.test(value)) continue;
    const read = name === 'callbackUrl' ? toCallbackUrl(value, site) : value;
    if (read !== null) parameters[name] = read;
  }
  return parameters;
}

/** Does not use `URL`, which refuses a path such as `//`. */
function queryOf(address: string): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(address)?.[1]);
}

/** Leaves out parameters without a value. */
export function addressOf(path: string, parameters: SignedOutParameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** A form that was sent without script and failed. */
export interface FailedForm {
  /** Passwords are left out. */
  readonly values: Readonly<Record<string, string>>;
  readonly failure: Pick<ErrorData, 'appCode' | 'requestId' | 'issues' | 'retryAfter'>;
}

/** A form that was sent without script, from the page of a mail's link. */
export interface CompletedForm {
  /** Empty where the page does not name it. */
  readonly email: string;
  /** Whether the account had another verified address before. */
  readonly hadOther: boolean;
}

export interface PhoneSignIn {
  /** Sorted by their names in the page's language. */
  readonly countries: readonly PhoneCountry[];
  /** The country of the browser's languages. */
  readonly country: CountryCode | null;
  /** Whether text messages stay in the outbox instead of being sent. */
  readonly hasOutbox: boolean;
}

/** Only on pages that name the person. */
export interface OwnAccount {
  readonly user: Session['user'];
  readonly email: EmailStatus;
}

/** The server renders the page from this, and hands it to the browser with the HTML. */
export interface SignedOutPage<Name extends RenderedPageName = SignedOutPageName> extends BasePath {
  readonly name: Name;
  /** Path and query. The path begins with the base path, and the query has the parameters above only. */
  readonly address: string;
  readonly origin: string;
  readonly locale: Locale;
  readonly brand: Brand;
  readonly providers: readonly Provider[];
  /** The provider's account that waits for this browser's person. */
  readonly pendingLink: PendingLink | null;
  readonly isSignedIn: boolean;
  /** Whether mails stay in the outbox instead of being sent. */
  readonly hasOutbox: boolean;
  /** `null` also on pages that do not name the person. `'unknown'` while the database does not answer. */
  readonly account: OwnAccount | 'unknown' | null;
  /** The step after the error in the address, where the catalogue has that error. */
  readonly errorStep?: NextStep;
  readonly failedForm: FailedForm | null;
  readonly completedForm: CompletedForm | null;
  /** On the goodbye page: where the deletion was confirmed; `null` for an account without an address. */
  readonly confirmationTo?: string | null;
  readonly offersPhone?: boolean;
  readonly phoneSignIn?: PhoneSignIn;
  /** Missing on other pages, and while the database does not answer. */
  readonly pendingSignIn?: PendingSignIn;
}

/** Such a page needs the words of errors at once. */
export function saysFailure({ address, failedForm }: Pick<SignedOutPage, 'address' | 'failedForm'>): boolean {
  const query = queryOf(address);
  return failedForm !== null || query.has('error') || query.has('sessionEnded');
}

export type RenderSignedOutPage = (page: SignedOutPage<RenderedPageName>) => {
  readonly title: string;
  readonly markup: string;
};
