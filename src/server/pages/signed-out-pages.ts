import type { Express, Request, Response } from 'express';
import { DEFAULT_CALLBACK_PATH } from '../../shared/callback-url.ts';
import type { PendingLink } from '../../shared/schemas/accounts.ts';
import {
  addressOf,
  readParameters,
  SIGNED_OUT_PATHS,
  type CompletedForm,
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

/** The pages that name the signed-in person. */
const NAMES_ACCOUNT: ReadonlySet<SignedOutPageName> = new Set(['confirm', 'confirm-email']);

/** What an address shows: a page, or another address to go to. */
type Shown =
  | { readonly name: SignedOutPageName; readonly pendingLink: PendingLink | null }
  | { readonly redirectTo: string };

interface Visit {
  readonly parameters: SignedOutParameters;
  readonly isSignedIn: boolean;
  readonly readPendingLink: () => Promise<PendingLink | null>;
  readonly readAccount: () => Promise<SignedOutPage['account']>;
}

const page = (name: SignedOutPageName): Shown => ({ name, pendingLink: null });

const PAGES: Readonly<
  Record<(typeof SIGNED_OUT_PATHS)[SignedOutPageName], (visit: Visit) => Promise<Shown>>
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

  // Opening a mail's link uses nothing up, because mail scanners open links too. The page's form does.
  '/confirm': () => Promise.resolve(page('confirm')),
  '/reset-password': () => Promise.resolve(page('reset-password')),
  '/confirm-email': () => Promise.resolve(page('confirm-email')),
  '/undo-email': () => Promise.resolve(page('undo-email')),
};

/** Sends a signed-out page. `failedForm` or `completedForm` is the form that brought the browser here. */
export type SendSignedOutPage = (
  req: Request,
  res: Response,
  name: SignedOutPageName,
  details?: {
    readonly parameters?: SignedOutParameters;
    readonly failedForm?: FailedForm;
    readonly completedForm?: CompletedForm;
  },
) => Promise<void>;

/**
 * The signed-out pages: the server renders them, so they are there before any script and without it. Returns how the result of a
 * form is shown on its page.
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
    const caller = appRouter.createCaller(context);
    return {
      parameters: readParameters(req.originalUrl, origin),
      // While the database does not answer, the form is more use than a refusal.
      isSignedIn: await orWithoutDatabase(false, async () => (await context.session()) !== null),
      readPendingLink: () => caller.accounts.pendingLink(),
      readAccount: () =>
        orWithoutDatabase('unknown', async () => {
          const session = await caller.session.get();
          return session && { user: session.user, email: await caller.email.get() };
        }),
    };
  };

  async function send(
    req: Request,
    res: Response,
    { parameters, isSignedIn, readAccount }: Pick<Visit, 'parameters' | 'isSignedIn' | 'readAccount'>,
    parts: Pick<SignedOutPage, 'name' | 'pendingLink' | 'failedForm' | 'completedForm'>,
  ): Promise<void> {
    varyByLocale(res);
    // A page about a person or with a secret is not kept, and not compressed: with an address from anybody in it, its size could tell the
    // rest (BREACH).
    const isPrivate =
      parts.pendingLink !== null ||
      parts.completedForm !== null ||
      isSignedIn ||
      parameters.token !== undefined;
    res.set('Cache-Control', isPrivate ? 'private, no-store, no-transform' : 'private, no-cache');
    const document = await documents.signedOut({
      ...parts,
      address: addressOf(SIGNED_OUT_PATHS[parts.name], parameters),
      isSignedIn,
      account: NAMES_ACCOUNT.has(parts.name) ? await readAccount() : null,
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
      await send(req, res, visit, { ...shown, failedForm: null, completedForm: null });
    });
  }

  return async (req, res, name, { parameters = {}, failedForm = null, completedForm = null } = {}) => {
    const visit = { ...(await visitOf(req, res)), parameters };
    await send(req, res, visit, { name, pendingLink: null, failedForm, completedForm });
  };
}

/** Reads something, or answers `otherwise` while the database does not. */
async function orWithoutDatabase<Value, Otherwise>(
  otherwise: Otherwise,
  read: () => Promise<Value>,
): Promise<Value | Otherwise> {
  try {
    return await read();
  } catch (error) {
    if (isDatabaseUnavailable(error)) return otherwise;
    throw error;
  }
}
