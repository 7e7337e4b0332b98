import type { Express, Request, Response } from 'express';
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
import { PAGES_BY_PATH, type Visit } from './page-of-address.ts';

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
    const readPendingLink = () => appRouter.createCaller(context).accounts.pendingLink();
    return {
      parameters: readParameters(req.originalUrl, origin),
      isSignedIn: (await orNull(() => context.session())) !== null,
      readPendingLink,
      pendingLinkOrNull: () => orNull(readPendingLink),
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

  for (const [path, show] of Object.entries(PAGES_BY_PATH)) {
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
