import type { Express, Request, Response } from 'express';
import { DEFAULT_CALLBACK_PATH } from '../../shared/callback-url.ts';
import type { PendingLink } from '../../shared/schemas/accounts.ts';
import {
  addressOf,
  readParameters,
  SIGNED_OUT_PATHS,
  type FailedForm,
  type SignedOutPage,
  type SignedOutPageName,
  type SignedOutParameters,
} from '../../shared/signed-out-page.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import { listProviders } from '../domain/providers/providers.ts';
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
type Shown =
  | { readonly name: SignedOutPageName; readonly pendingLink: PendingLink | null }
  | { readonly redirectTo: string };

interface Visit {
  readonly parameters: SignedOutParameters;
  readonly isSignedIn: boolean;
  readonly readPendingLink: () => Promise<PendingLink | null>;
}

const page = (name: SignedOutPageName): Shown => ({ name, pendingLink: null });

const PAGES: Readonly<
  Record<(typeof SIGNED_OUT_PATHS)[SignedOutPageName], (visit: Visit) => Promise<Shown>>
> = {
  async '/sign-in'({ parameters: { error, callbackUrl }, isSignedIn, readPendingLink }) {
    // An account may be pending for this sign-in, also after a cancelled attempt.
    const mayBePending = error === 'OAuthAccountNotLinked' || callbackUrl === RESUME_LINK;
    const pendingLink = mayBePending ? await orNull(readPendingLink) : null;
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
    return {
      parameters: readParameters(req.originalUrl, origin),
      isSignedIn: (await orNull(() => context.session())) !== null,
      readPendingLink: () => appRouter.createCaller(context).accounts.pendingLink(),
    };
  };

  async function send(
    req: Request,
    res: Response,
    parts: Pick<SignedOutPage, 'name' | 'address' | 'pendingLink' | 'isSignedIn' | 'failedForm'>,
  ): Promise<void> {
    varyByLocale(res);
    // A page about a person, or with what a person typed, is not kept, and not compressed: with an address from anybody in it, its size could
    // tell the rest (BREACH).
    const isPrivate = parts.pendingLink !== null || parts.isSignedIn || parts.failedForm !== null;
    res.set('Cache-Control', isPrivate ? 'private, no-store, no-transform' : 'private, no-cache');
    const document = await documents.signedOut({
      ...parts,
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
      const address = addressOf(path, visit.parameters);
      await send(req, res, { ...shown, address, isSignedIn: visit.isSignedIn, failedForm: null });
    });
  }

  return async (req, res, name, { parameters = {}, failedForm = null } = {}) => {
    const { isSignedIn } = await visitOf(req, res);
    const address = addressOf(SIGNED_OUT_PATHS[name], parameters);
    await send(req, res, { name, address, pendingLink: null, isSignedIn, failedForm });
  };
}

/** `null` while the database does not answer, because the form is more use than a refusal. */
async function orNull<Value>(read: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  }
}
