import { atBase } from '../../shared/base-path.ts';
import compression from 'compression';
import type { Express, Request, Response } from 'express';
import { APPLICATION_PATHS, DEVELOPMENT_PATHS, needsSession } from '../../shared/application-paths.ts';
import { addressOf } from '../../shared/signed-out-page.ts';
import { brandOf } from '../brand/brand.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import { localeOfRequest, varyByLocale } from '../http/request.ts';
import { pageContextOf } from '../trpc/context.ts';
import { mountBrandPreview } from './brand-preview-route.ts';
import type { ClientDocuments } from './documents.ts';
import { mountSignedOutForms } from './signed-out-forms.ts';
import { mountSignedOutPages } from './signed-out-pages.ts';

const ANY_PATH = '/{*path}';

/** The signed-out pages, their forms, and the account application with its files. */
export function mountPages(app: Express, deps: AuthDependencies, documents: ClientDocuments): void {
  documents.mountFiles(app);
  // Only documents: the files have compressed copies. `Cache-Control: no-transform` prevents compression.
  app.use(compression());
  const showSignedOutPage = mountSignedOutPages(app, deps, documents);
  mountSignedOutForms(app, deps, showSignedOutPage);
  mountApplication(app, deps, documents);
  mountBrandPreview(app, deps, documents);

  // W3C, "A Well-Known URL for Changing Passwords".
  app.get('/.well-known/change-password', (_req, res) =>
    res.redirect(303, atBase(deps.settings, '/account/sign-in-methods')),
  );

  app.get(ANY_PATH, async (req, res, next) => {
    res.vary('Accept');
    // A program gets the error as JSON.
    if (!req.get('accept')?.includes('text/html')) return next();
    res.status(404);
    await showSignedOutPage(req, res, 'not-found');
  });
}

/** One document for all pages. The router in the browser shows the page of the path. */
function mountApplication(app: Express, deps: AuthDependencies, documents: ClientDocuments): void {
  const { mode, origin, basePath } = deps.settings;
  const brand = brandOf(deps.settings);
  const hasSessionCookie = (req: Request) => deps.cookies.read(req.headers.cookie).session !== undefined;
  const redirect = (res: Response, address: string) => {
    res.set('Cache-Control', 'private, no-store');
    res.redirect(303, address);
  };

  app.get('/', async (req, res) => {
    const isSignedIn = hasSessionCookie(req) && (await mayHaveSession(deps, req, res));
    redirect(res, atBase({ basePath }, isSignedIn ? '/account' : '/sign-in'));
  });

  const developmentPaths = mode === 'production' ? [] : DEVELOPMENT_PATHS;
  app.get([...APPLICATION_PATHS, ...developmentPaths], async (req, res) => {
    const isSignedIn = hasSessionCookie(req);
    // Otherwise the application would notice the missing session later.
    if (!isSignedIn && needsSession(req.path))
      return redirect(
        res,
        addressOf(atBase({ basePath }, '/sign-in'), {
          error: 'SessionRequired',
          callbackUrl: atBase({ basePath }, req.originalUrl),
        }),
      );
    varyByLocale(res);
    const { content, tag } = await documents.application({
      name: 'needs-script',
      // Express also accepts a slash at the end.
      address: atBase({ basePath }, req.path.replace(/\/$/, '')),
      origin,
      basePath,
      locale: localeOfRequest(req),
      brand,
      providers: [],
      pendingLink: null,
      isSignedIn,
      account: null,
      hasOutbox: false,
      failedForm: null,
      completedForm: null,
    });
    res.set('Cache-Control', 'no-cache');
    if (tag !== null) res.set('ETag', tag);
    res.type('html').send(content);
  });
}

/** The account page reports an unavailable database. Only a missing session leads to the sign-in page. */
async function mayHaveSession(deps: AuthDependencies, req: Request, res: Response): Promise<boolean> {
  try {
    return (await pageContextOf(deps, req, res).session()) !== null;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return true;
    throw error;
  }
}
