import type { Request, Response } from 'express';
import { isErrorCode } from '../../shared/errors/catalogue.ts';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '../../shared/locale.ts';
import { AppError } from '../app-error.ts';
import type { AuthDependencies } from '../auth/auth-dependencies.ts';
import { runAuth } from '../auth/run-auth.ts';
import { errorContent, PLAIN_STYLE } from '../http/error-page.ts';
import { html, type Html } from '../http/html.ts';
import { clientOf, localeOf, requestIdOf } from '../http/request.ts';
import type { PagesWithoutScriptTexts } from '../../locales/texts.ts';
import { textsWithoutScript } from '../locale-texts.ts';

/** Returns what a browser without scripts shows in place of the application. */
export type ContentWithoutScript = (request: Request, response: Response) => Promise<Html>;

/** Pages of the application that work without scripts: forms that post to Auth.js's actions. */
export function createPlainPages(deps: AuthDependencies): ContentWithoutScript {
  const { origin, authBasePath } = deps.settings;
  const pages: Readonly<Record<string, Render>> = {
    '/error': ({ query, locale }) =>
      errorContent(query.get('error'), { locale, requestId: requestIdIn(query) }),

    '/sign-out': async (page) =>
      html`<h1>${page.texts.signOutTitle}</h1>
        <p>${page.texts.signOutQuestion}</p>
        <form method="post" action="${authBasePath}/signout">
          ${await csrfField(page)}
          <input type="hidden" name="callbackUrl" value="/sign-in" />
          <button type="submit">${page.texts.signOut}</button>
        </form>`,
  };

  /** The form's CSRF token. Its cookie is set with the page. */
  async function csrfField({ req, res }: PageRequest): Promise<Html> {
    const answer = await runAuth(deps, {
      method: 'GET',
      action: 'csrf',
      providerId: null,
      query: new URLSearchParams(),
      body: {},
      cookies: deps.cookies.read(req.headers.cookie),
      client: clientOf(req),
      requestId: requestIdOf(req),
      returnRedirect: false,
      skipCsrf: false,
    });
    if (answer.failure) throw new AppError(answer.failure.code, { cause: answer.failure.error });
    for (const cookie of answer.cookies) res.append('Set-Cookie', cookie);
    const { csrfToken } = JSON.parse(answer.body) as { csrfToken: string };
    return html`<input type="hidden" name="csrfToken" value="${csrfToken}" />`;
  }

  return async (req, res) => {
    const render = Object.hasOwn(pages, req.path) ? pages[req.path] : undefined;
    const locale = localeOf(req);
    const texts = textsWithoutScript(locale);
    if (!render) return html`<p>${texts.needsScript}</p>`;
    res.set('Cache-Control', 'private, no-store, no-transform');
    const query = new URL(req.originalUrl, origin).searchParams;
    const page = { req, res, query, locale, texts };
    return plain(page, await orErrorContent(page, () => render(page)));
  };

  function plain(page: PageRequest, content: Html): Html {
    return html`${PLAIN_STYLE}
      <main class="plain">${content} ${languageForm(page)}</main>`;
  }

  /** Returns an error content when `create` fails, because browsers with scripts do not need the form. */
  async function orErrorContent<Content>(
    page: PageRequest,
    create: () => Content | Promise<Content>,
  ): Promise<Content | Html> {
    try {
      return await create();
    } catch (error) {
      const requestId = requestIdOf(page.req);
      deps.log.error({ requestId, err: error }, 'a page without scripts could not be created');
      const code = error instanceof AppError ? error.code : 'INTERNAL';
      return errorContent(code, { locale: page.locale, requestId });
    }
  }
}

type Render = (page: PageRequest) => Html | Promise<Html>;

interface PageRequest {
  readonly req: Request;
  readonly res: Response;
  readonly query: URLSearchParams;
  readonly locale: Locale;
  readonly texts: PagesWithoutScriptTexts;
}

/** Returns to the same page in the other language. */
function languageForm(page: PageRequest): Html {
  const others = LOCALES.filter((locale) => locale !== page.locale);
  return html`<form method="post" action="/locale" class="languages" aria-label="${page.texts.language}">
    <input type="hidden" name="returnTo" value="${ownAddress(page)}" />
    ${others.map(
      (locale) =>
        html`<button name="locale" value="${locale}" lang="${locale}">${LANGUAGE_NAMES[locale]}</button>`,
    )}
  </form>`;
}

/** The page's address with the parameters that these pages read, and without all others. */
function ownAddress({ req, query }: PageRequest): string {
  const error = query.get('error');
  const parameters = {
    error: isErrorCode(error) ? error : null,
    requestId: requestIdIn(query),
  };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) search.set(name, value);
  return search.size === 0 ? req.path : `${req.path}?${search.toString()}`;
}

/** Accepts only texts in the form of request ids, because anybody can write the rest of an address. */
function requestIdIn(query: URLSearchParams): string | null {
  const id = query.get('requestId');
  return id !== null && /^[0-9a-f-]{36}$/.test(id) ? id : null;
}
