import path from 'node:path';
import compression from 'compression';
import type { Express, Request } from 'express';
import { addressOf } from '../../shared/signed-out-page.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { localeOf, varyByLocale } from '../http/request.ts';
import type { ClientDocuments } from './documents.ts';
import { createPlainPages } from './scriptless-pages.ts';
import { mountSignedOutForms } from './signed-out-forms.ts';
import { mountSignedOutPages } from './signed-out-pages.ts';

/** Every other address of the application has the same document; the router in the browser shows the rest. */
const ANY_PATH = '/{*path}';
const ACCOUNT = /^\/account(?:\/|$)/;

/** Serves everything that a person opens: the signed-out pages, their forms, and the account application with its files. */
export function mountPages(app: Express, deps: AuthDependencies, documents: ClientDocuments): void {
  const contentOf = createPlainPages(deps);
  documents.mountFiles(app);
  // Documents only: the files have compressed copies. `Cache-Control: no-transform` leaves a document as it is.
  app.use(compression());
  mountSignedOutForms(app, deps, mountSignedOutPages(app, deps, documents));

  app.get(ANY_PATH, async (req, res, next) => {
    if (namesFile(req)) return next();
    if (ACCOUNT.test(req.path) && deps.cookies.read(req.headers.cookie).session === undefined) {
      // Nobody is signed in. The application would find it out later.
      const address = addressOf('/sign-in', { error: 'SessionRequired', callbackUrl: req.originalUrl });
      res.set('Cache-Control', 'private, no-store');
      return res.redirect(303, address);
    }
    varyByLocale(res);
    const { content, tag } = await documents.application({
      locale: localeOf(req),
      pathname: req.path,
      address: req.originalUrl,
      withoutScript: await contentOf(req, res),
    });
    res.set('Cache-Control', res.get('Cache-Control') ?? 'no-cache');
    if (tag !== null) res.set('ETag', tag);
    res.type('html').send(content);
  });
}

/**
 * Whether the path names a file, by a dot in its last part. Answering it with the page would hide that the
 * file is missing.
 */
function namesFile(request: Request): boolean {
  return path.posix.basename(request.path).includes('.');
}
