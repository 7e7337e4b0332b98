import type { RequestHandler } from 'express';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { createOpenApiDocument } from './document.ts';

/** Seconds. The document changes only with the server's version and with `foyer.config.ts`. */
const MAX_AGE = 300;

/** Readable from every site, because all of it is public. */
export function answerOpenApi({ settings, cookies, configuration }: AuthDependencies): RequestHandler {
  let text: string | undefined;
  return (_req, res) => {
    text ??= JSON.stringify(
      createOpenApiDocument({
        url: settings.origin + settings.basePath,
        sessionCookie: cookies.name('session'),
        configuration,
      }),
    );
    res
      .set('Cache-Control', `public, max-age=${MAX_AGE}`)
      .set('Access-Control-Allow-Origin', '*')
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .type('json')
      .send(text);
  };
}
