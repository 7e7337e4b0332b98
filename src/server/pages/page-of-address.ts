import { atBase, type BasePath } from '../../shared/base-path.ts';
import { ENROLMENT_PATH, RESUME_LINK } from '../../shared/callback-url.ts';
import { ERRORS, isErrorCode } from '../../shared/errors/catalogue.ts';
import type { PendingLink } from '../../shared/schemas/accounts.ts';
import type { PendingSignIn } from '../../shared/schemas/session.ts';
import {
  addressOf,
  type SIGNED_OUT_PATHS,
  type SignedOutPage,
  type SignedOutPageName,
  type SignedOutPathName,
  type SignedOutParameters,
} from '../../shared/signed-out-page.ts';

/** Errors of signed-in people, who sign in once more. */
const SIGN_IN_AGAIN: ReadonlySet<string | undefined> = new Set([
  'SESSION_NOT_FRESH',
  'OTHER_SIGN_IN_REQUIRED',
]);

export type Shown = ShownPage | { readonly redirectTo: string };

export interface ShownPage extends Pick<SignedOutPage, 'name' | 'pendingLink' | 'confirmationTo'> {
  /** Of the page's own address, when they are not those of the visit. */
  readonly parameters?: SignedOutParameters;
}

export interface Visit extends BasePath {
  readonly parameters: SignedOutParameters;
  readonly isSignedIn: boolean;
  /** Whether the user must set up a second factor before the session allows anything else. */
  readonly mustEnrol: boolean;
  /** Where signed-in people go (`landingOf`). */
  readonly landing: string;
  readonly readPendingLink: () => Promise<PendingLink | null>;
  /** `null` also while the database does not answer. */
  readonly pendingLinkOrNull: () => Promise<PendingLink | null>;
  /** The sign-in that waits for its second factor; `'unknown'` while the database does not answer. */
  readonly readPendingSignIn: () => Promise<PendingSignIn | 'unknown' | null>;
  /** Set in the browser of a user whose account was just deleted. */
  readonly goodbye: { readonly confirmationTo: string | null } | null;
}

const page = (name: SignedOutPageName): ShownPage => ({ name, pendingLink: null });

/** Imports nothing of the server, because the tests of the pages use it, too. */
export async function pageOf(path: SignedOutPath, visit: Visit): Promise<Shown> {
  const { mustEnrol, parameters } = visit;
  if (mustEnrol && LEADS_ON.has(path)) {
    return { redirectTo: addressOf(atBase(visit, ENROLMENT_PATH), { callbackUrl: parameters.callbackUrl }) };
  }
  return PAGES_BY_PATH[path](visit);
}

export type SignedOutPath = (typeof SIGNED_OUT_PATHS)[SignedOutPathName];

const LEADS_ON: ReadonlySet<SignedOutPath> = new Set([
  '/sign-in',
  '/sign-in/phone',
  '/sign-up',
  '/check-email',
]);

const PAGES_BY_PATH: Readonly<Record<SignedOutPath, (visit: Visit) => Promise<Shown>>> = {
  async '/sign-in'({ parameters: { error, callbackUrl }, basePath, isSignedIn, landing, pendingLinkOrNull }) {
    const resumeLink = atBase({ basePath }, RESUME_LINK);
    // An account may be pending for this sign-in, also after a cancelled attempt.
    const mayBePending = error === 'OAuthAccountNotLinked' || callbackUrl === resumeLink;
    const pendingLink = mayBePending ? await pendingLinkOrNull() : null;
    if (isSignedIn && pendingLink) return { redirectTo: resumeLink };
    if (isSignedIn && !SIGN_IN_AGAIN.has(error)) return { redirectTo: callbackUrl ?? landing };
    return pendingLink?.methods ? { name: 'account-exists', pendingLink } : page('sign-in');
  },

  '/sign-up': ({ parameters: { callbackUrl }, isSignedIn, landing }) =>
    Promise.resolve(isSignedIn ? { redirectTo: callbackUrl ?? landing } : page('sign-up')),

  '/forgot-password': () => Promise.resolve(page('forgot-password')),

  '/check-email'({ parameters: { email, callbackUrl }, basePath, isSignedIn, landing }) {
    if (isSignedIn) return Promise.resolve({ redirectTo: callbackUrl ?? landing });
    if (!email)
      return Promise.resolve({ redirectTo: addressOf(atBase({ basePath }, '/sign-in'), { callbackUrl }) });
    return Promise.resolve(page('check-email'));
  },

  '/sign-in/phone'({ parameters: { callbackUrl }, isSignedIn, landing }) {
    return Promise.resolve(isSignedIn ? { redirectTo: callbackUrl ?? landing } : page('phone-sign-in'));
  },

  async '/second-factor'({ basePath, readPendingSignIn }) {
    // `/sign-in` redirects signed-in people.
    const isPending = (await readPendingSignIn()) !== null;
    return isPending ? page('second-factor') : { redirectTo: atBase({ basePath }, '/sign-in') };
  },

  async '/confirm-address'({ basePath, isSignedIn, landing, readPendingLink }) {
    const pendingLink = await readPendingLink();
    // The connection was finished, perhaps in another tab.
    if (!pendingLink && isSignedIn) return { redirectTo: landing };
    if (!pendingLink?.methods) return { name: 'confirm-address', pendingLink };
    // The address has been verified meanwhile.
    if (isSignedIn) return { redirectTo: atBase({ basePath }, RESUME_LINK) };
    const { callbackUrl } = pendingLink;
    const signIn = atBase({ basePath }, '/sign-in');
    return { redirectTo: addressOf(signIn, { error: 'OAuthAccountNotLinked', callbackUrl }) };
  },

  // Opening a mail's link consumes nothing, because mail scanners open links too. The page's form does.
  '/confirm': () => Promise.resolve(page('confirm')),
  '/reset-password': () => Promise.resolve(page('reset-password')),
  '/confirm-email': () => Promise.resolve(page('confirm-email')),
  '/undo-email': () => Promise.resolve(page('undo-email')),
  '/stop-second-factor-removal': () => Promise.resolve(page('stop-second-factor-removal')),

  '/sign-out': () => Promise.resolve(page('sign-out')),

  '/error'({ parameters: { error, requestId } }) {
    // Anybody can write a code into the URL, so an unknown one is not repeated.
    const parameters = isErrorCode(error) ? { error, requestId } : {};
    return Promise.resolve({ ...page('error'), parameters });
  },

  '/goodbye': ({ basePath, goodbye }) =>
    Promise.resolve(goodbye ? { ...page('goodbye'), ...goodbye } : { redirectTo: atBase({ basePath }, '/') }),
};

export function errorStepOf({ error }: SignedOutParameters): Pick<SignedOutPage, 'errorStep'> {
  return isErrorCode(error) ? { errorStep: ERRORS[error].next } : {};
}

const NAMES_ACCOUNT: ReadonlySet<SignedOutPageName> = new Set(['confirm', 'confirm-email', 'sign-out']);

export async function accountOf(
  name: SignedOutPageName,
  readAccount: () => Promise<SignedOutPage['account']>,
): Promise<SignedOutPage['account']> {
  return NAMES_ACCOUNT.has(name) ? readAccount() : null;
}
