import { atBase } from '../../shared/base-path.ts';
import express, { type Express, type Request } from 'express';
import { landingOf, toCallbackUrl } from '../../shared/callback-url.ts';
import { AppError } from '../app-error.ts';
import { callbackSiteOf } from '../brand/brand.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { startProviderFlow } from '../auth/start-flow.ts';
import { html, languageAttributes } from '../http/html.ts';
import { requireSameOrigin } from '../http/origin-check.ts';
import { requestContextOf, localeOfRequest, requestIdOf, varyByLocale } from '../http/request.ts';
import { serverPageTexts } from '../locale-texts.ts';

const START_AT_PROVIDER = '/sign-in/provider';
const MAX_BODY_BYTES = 16 * 1024;

/**
 * `POST /sign-in/provider`, a form without scripts with `provider` and `callbackUrl`, starts the flow of this
 * provider. The answer continues by a refresh, because `form-action 'self'` blocks a form's redirect to other
 * sites. An error leads to the sign-in page with its code.
 */
export function mountProviderStart(app: Express, deps: AuthDependencies): void {
  const { origin } = deps.settings;
  const site = callbackSiteOf(deps.settings);
  const readForm = express.urlencoded({ extended: false, limit: MAX_BODY_BYTES });
  app.post(START_AT_PROVIDER, requireSameOrigin(origin), readForm, async (req, res) => {
    res.set('Cache-Control', 'no-store');
    const { provider, callbackUrl } = (req.body ?? {}) as Readonly<Record<string, unknown>>;
    const callbackPath = typeof callbackUrl === 'string' ? toCallbackUrl(callbackUrl, site) : null;
    const started = await start(req, String(provider), callbackPath ?? landingOf(site));
    if (started instanceof AppError) {
      const errorQuery = new URLSearchParams({ error: started.code, requestId: requestIdOf(req) });
      if (callbackPath !== null) errorQuery.set('callbackUrl', callbackPath);
      return res.redirect(303, `${atBase(site, '/sign-in')}?${errorQuery.toString()}`);
    }
    for (const cookie of started.cookies) res.append('Set-Cookie', cookie);
    varyByLocale(res);
    const locale = localeOfRequest(req);
    const texts = serverPageTexts(locale);
    res.type('html').send(
      html`<!doctype html>
        <html ${languageAttributes(locale)}>
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="color-scheme" content="light dark" />
            <meta name="robots" content="noindex" />
            <meta http-equiv="refresh" content="0;url=${started.url}" />
            <title>${texts.onTheWay}</title>
          </head>
          <body>
            <a href="${started.url}">${texts.onTheWay}</a>
          </body>
        </html>`.toString(),
    );
  });

  async function start(req: Request, provider: string, callbackPath: string) {
    const requestId = requestIdOf(req);
    try {
      const request = {
        cookies: deps.cookies.read(req.headers.cookie),
        requestContext: requestContextOf(req),
        requestId,
      };
      return await startProviderFlow(deps, request, { provider, callbackPath });
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }
}
