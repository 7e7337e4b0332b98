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

/** The signed-out pages, each with its path. */
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

/** The pages with a path of their own. */
export type SignedOutPathName = keyof typeof SIGNED_OUT_PATHS;
/** `not-found` is the page of every path that the site does not have. */
export type SignedOutPageName = SignedOutPathName | 'not-found';
/**
 * The server alone renders `needs-script` and `loading`, for the application's document, and `account-sample`,
 * for the brand studio.
 */
export type RenderedPageName = SignedOutPageName | 'needs-script' | 'loading' | 'account-sample';

/** The query parameters that a signed-out page may read. All others are ignored. */
const SIGNED_OUT_PARAMETERS = [
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

/** Maximum length of a query parameter, in characters. */
const PARAMETER_MAX_LENGTH = 2048;
const REQUEST_ID = /^[0-9a-f-]{36}$/;
/** A phone number in international form. */
const PHONE = /^\+[\d -]{5,30}$/;

/**
 * Reads the parameters of a page. Leaves out those that are too long (anybody can write an address), a
 * `callbackUrl` of another origin, and an invalid `requestId` or `phone`.
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

/** Not by `URL`, which refuses a path such as `//`. */
function queryOf(address: string): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(address)?.[1]);
}

/** The address of a page, with the parameters that have a value. */
export function addressOf(path: string, parameters: SignedOutParameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** A form that was sent without script and failed. */
export interface FailedForm {
  /** What the person typed, without passwords. */
  readonly values: Readonly<Record<string, string>>;
  readonly failure: Pick<ErrorData, 'appCode' | 'requestId' | 'issues' | 'retryAfter'>;
}

/** What a form did that was sent without script from the page of a mail's link. */
export interface CompletedForm {
  /** The address of the account now; empty where the page does not name it. */
  readonly email: string;
  /** Whether the account had another verified address before. */
  readonly hadOther: boolean;
}

/** What the page for sign-in by phone chooses from. */
export interface PhoneSignIn {
  /** In the order of their names in the page's language. */
  readonly countries: readonly PhoneCountry[];
  /** The one that the browser's languages name. */
  readonly country: CountryCode | null;
  /** Whether the server keeps its text messages in the outbox instead of sending them. */
  readonly hasOutbox: boolean;
}

/** The account of the signed-in person, on the pages that name it. */
export interface OwnAccount {
  readonly user: Session['user'];
  readonly email: EmailStatus;
}

/** What the server knows of a signed-out page, renders it from, and adds to the HTML for the browser. */
export interface SignedOutPage<Name extends RenderedPageName = SignedOutPageName> extends BasePath {
  readonly name: Name;
  /** Path and query, with the parameters above only. The path begins with the base path. */
  readonly address: string;
  readonly origin: string;
  readonly locale: Locale;
  readonly brand: Brand;
  readonly providers: readonly Provider[];
  /** The account at a provider that waits for this browser's person. */
  readonly pendingLink: PendingLink | null;
  readonly isSignedIn: boolean;
  /** Whether the server keeps its mails in the outbox instead of sending them. */
  readonly hasOutbox: boolean;
  /** `null`: nobody is signed in, or the page names nobody. `'unknown'`: the database does not answer. */
  readonly account: OwnAccount | 'unknown' | null;
  /** The step that helps after the error of the address. Missing where that is not in the catalogue. */
  readonly errorStep?: NextStep;
  readonly failedForm: FailedForm | null;
  readonly completedForm: CompletedForm | null;
  /** Only on the goodbye page: where the deletion was confirmed; `null` for an account without address. */
  readonly confirmationTo?: string | null;
  /** Only on the sign-in page: how this browser last signed in. `email`, `password`, … or a provider's id. */
  readonly lastUsed?: string;
  /** Whether people may sign in by phone (`PHONE_SIGN_IN`). */
  readonly offersPhone?: boolean;
  /** On the page for it alone. */
  readonly phoneSignIn?: PhoneSignIn;
  /** Only on the page for the second factor: the waiting sign-in. Missing while the database is down. */
  readonly pendingSignIn?: PendingSignIn;
}

/** Whether a page says why something failed or ended. It then needs the words of errors at once. */
export function saysFailure({ address, failedForm }: Pick<SignedOutPage, 'address' | 'failedForm'>): boolean {
  const query = queryOf(address);
  return failedForm !== null || query.has('error') || query.has('sessionEnded');
}

/** Renders the content of a signed-out page. */
export type RenderSignedOutPage = (page: SignedOutPage<RenderedPageName>) => {
  readonly title: string;
  readonly markup: string;
};
