import type { Express, Request, Response } from 'express';
import { DEFAULT_CALLBACK_PATH } from '../../shared/callback-url.ts';
import { isErrorCode } from '../../shared/errors/catalogue.ts';
import type { PendingLink } from '../../shared/schemas/accounts.ts';
import {
  addressOf,
  readParameters,
  SIGNED_OUT_PATHS,
  type FailedForm,
  type SignedOutPage,
  type SignedOutPageName,
  type SignedOutPathName,
  type SignedOutParameters,
} from '../../shared/signed-out-page.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import { listProviders } from '../domain/providers/providers.ts';
import type { ReadSession } from '../domain/sessions/sessions.ts';
import { readGoodbye } from '../http/goodbye-cookie.ts';
import { clientOf, localeOf, varyByLocale } from '../http/request.ts';
import { contextOf } from '../trpc/context.ts';
import { appRouter } from '../trpc/router.ts';
import type { ClientDocuments } from './documents.ts';

/** The page that asks a signed-in person whether to connect the pending account of the browser. */
const RESUME_LINK = '/resume-link';
/** People who see one of these are signed in, and sign in once more. */
const SIGN_IN_AGAIN: ReadonlySet<string | undefined> = new Set([
  'SESSION_NOT_FRESH',
  'OTHER_SIGN_IN_REQUIRED',
]);

/** What an address shows: a page, or another address to go to. */
type Shown = ShownPage | { readonly redirectTo: string };

interface ShownPage extends Pick<SignedOutPage, 'name' | 'pendingLink'> {
  readonly email?: string | null;
  /** Defaults to what the visit found. */
  readonly isSignedIn?: boolean;
  readonly parameters?: SignedOutParameters;
}

interface Visit {
  readonly parameters: SignedOutParameters;
  /** `undefined` while the database does not answer. */
  readonly session: ReadSession | null | undefined;
  readonly isSignedIn: boolean;
  /** Set in the browser of somebody whose account was just deleted. */
  readonly goodbye: ReturnType<typeof readGoodbye>;
  readonly readPendingLink: () => Promise<PendingLink | null>;
}

interface Sent {
  readonly path: string;
  readonly visit: Visit;
  readonly shown: ShownPage;
  readonly failedForm: FailedForm | null;
}

const page = (name: SignedOutPageName): ShownPage => ({ name, pendingLink: null });

/** While the database does not answer, nobody is told that they are signed out. */
const signOutPage = ({ session }: Visit): ShownPage => ({
  ...page('sign-out'),
  isSignedIn: session !== null,
  email: session?.user.email ?? null,
});

const PAGES: Readonly<
  Record<(typeof SIGNED_OUT_PATHS)[SignedOutPathName], (visit: Visit) => Promise<Shown>>
> = {
  async '/sign-in'({ parameters: { error, callbackUrl }, isSignedIn, readPendingLink }) {
    // An account may be pending for this sign-in, also after a cancelled attempt.
    const mayBePending = error === 'OAuthAccountNotLinked' || callbackUrl === RESUME_LINK;
    const pendingLink = mayBePending ? await readPendingLink() : null;
    if (isSignedIn && pendingLink) return { redirectTo: RESUME_LINK };
    if (isSignedIn && !SIGN_IN_AGAIN.has(error)) return { redirectTo: callbackUrl ?? DEFAULT_CALLBACK_PATH };
    return pendingLink?.methods ? { name: 'account-exists', pendingLink } : page('sign-in');
  },

  '/sign-up': ({ isSignedIn }) =>
    Promise.resolve(isSignedIn ? { redirectTo: DEFAULT_CALLBACK_PATH } : page('sign-up')),

  '/forgot-password': () => Promise.resolve(page('forgot-password')),

  '/check-email'({ parameters: { email, callbackUrl }, isSignedIn }) {
    if (isSignedIn) return Promise.resolve({ redirectTo: callbackUrl ?? DEFAULT_CALLBACK_PATH });
    if (!email) return Promise.resolve({ redirectTo: addressOf('/sign-in', { callbackUrl }) });
    return Promise.resolve(page('check-email'));
  },

  async '/confirm-address'({ isSignedIn, readPendingLink }) {
    const pendingLink = await readPendingLink();
    // The connection was finished, perhaps in another tab.
    if (!pendingLink && isSignedIn) return { redirectTo: DEFAULT_CALLBACK_PATH };
    if (!pendingLink?.methods) return { name: 'confirm-address', pendingLink };
    // The address has been proven meanwhile.
    if (isSignedIn) return { redirectTo: RESUME_LINK };
    const { callbackUrl } = pendingLink;
    return { redirectTo: addressOf('/sign-in', { error: 'OAuthAccountNotLinked', callbackUrl }) };
  },

  '/sign-out': (visit) => Promise.resolve(signOutPage(visit)),

  '/error'({ parameters: { error, requestId } }) {
    // Anybody can write a code into the URL, so an unknown one is not repeated.
    const parameters = isErrorCode(error) ? { error, requestId } : {};
    return Promise.resolve({ ...page('error'), parameters });
  },

  '/goodbye': ({ goodbye }) =>
    Promise.resolve(goodbye ? { ...page('goodbye'), email: goodbye.confirmationTo } : { redirectTo: '/' }),
};

/** Sends a signed-out page. `failedForm` is the form that brought the browser here. */
export type SendSignedOutPage = (
  req: Request,
  res: Response,
  name: SignedOutPageName,
  details?: { readonly parameters?: SignedOutParameters; readonly failedForm?: FailedForm },
) => Promise<void>;

/**
 * The signed-out pages: the server renders them, so they are there before any script and without it. Returns how a form's failure is shown on
 * its page.
 */
export function mountSignedOutPages(
  app: Express,
  deps: AuthDependencies,
  documents: ClientDocuments,
): SendSignedOutPage {
  const { origin } = deps.settings;
  const hasOutbox = deps.settings.mode !== 'production' && deps.settings.smtpUrl === null;
  const visitOf = async (req: Request, res: Response): Promise<Visit> => {
    const context = contextOf(deps, req, res, () => clientOf(req));
    const session = await orUndefined(() => context.session());
    return {
      parameters: readParameters(req.originalUrl, origin),
      session,
      isSignedIn: Boolean(session),
      goodbye: readGoodbye(context.cookies),
      readPendingLink: () => appRouter.createCaller(context).accounts.pendingLink(),
    };
  };

  async function send(req: Request, res: Response, { path, visit, shown, failedForm }: Sent): Promise<void> {
    const { name, pendingLink, parameters = visit.parameters } = shown;
    const { isSignedIn = visit.isSignedIn, email = null } = shown;
    varyByLocale(res);
    // A page about a person is not kept, and not compressed: with an address from anybody in it, its size could tell the rest (BREACH).
    const isPrivate = pendingLink !== null || isSignedIn || email !== null;
    res.set('Cache-Control', isPrivate ? 'private, no-store, no-transform' : 'private, no-cache');
    const document = await documents.signedOut({
      name,
      address: addressOf(path, parameters),
      pendingLink,
      isSignedIn,
      email,
      failedForm,
      origin,
      locale: localeOf(req),
      providers: await listProviders(deps, null),
      hasOutbox,
    });
    res.type('html').send(document);
  }

  for (const [path, show] of Object.entries(PAGES)) {
    app.get(path, async (req, res) => {
      const visit = await visitOf(req, res);
      const shown = await show(visit);
      if ('redirectTo' in shown) {
        res.set('Cache-Control', 'private, no-store');
        return res.redirect(303, shown.redirectTo);
      }
      await send(req, res, { path, visit, shown, failedForm: null });
    });
  }

  return async (req, res, name, { parameters = {}, failedForm = null } = {}) => {
    const visit = { ...(await visitOf(req, res)), parameters };
    const path = name === 'not-found' ? req.path : SIGNED_OUT_PATHS[name];
    const shown = name === 'sign-out' ? signOutPage(visit) : page(name);
    await send(req, res, { path, visit, shown, failedForm });
  };
}

/** While the database does not answer, the page is more use than a refusal. */
async function orUndefined<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isDatabaseUnavailable(error)) return undefined;
    throw error;
  }
}
