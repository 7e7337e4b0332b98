import type { Request, Response } from 'express';
import { toCallbackPath } from '../shared/callback-url.ts';
import { isErrorCode } from '../shared/errors.ts';
import { AppError } from './app-error.ts';
import type { AuthDependencies } from './auth/auth-dependencies.ts';
import { runAuth } from './auth/run-auth.ts';
import { CREDENTIALS_PROVIDER_ID } from './auth/credentials.ts';
import { EMAIL_PROVIDER_ID } from './auth/providers.ts';
import type { PageContent } from './client-pages.ts';
import { errorContent, PLAIN_STYLE } from './error-page.ts';
import { html, type Html } from './html.ts';
import { clientOf, requestIdOf } from './request.ts';

/**
 * What the front door's pages show with scripts switched off: plain forms to Auth.js's own actions. Identity providers are not
 * offered there: `form-action 'self'` keeps a form's redirect from leaving the site, and that guard is worth more.
 */
export function createScriptlessPages(deps: AuthDependencies): PageContent {
  const { origin, authBasePath } = deps.settings;
  const pages: Readonly<Record<string, Render>> = {
    '/error': ({ query }) => errorContent(query.get('error'), { requestId: requestIdIn(query) }),

    '/sign-out': async (page) =>
      html`<h1>Sign out</h1>
        <p>Are you sure you want to sign out?</p>
        <form method="post" action="${authBasePath}/signout">
          ${await csrfField(page)}
          <input type="hidden" name="callbackUrl" value="/sign-in" />
          <button type="submit">Sign out</button>
        </form>`,

    '/sign-in': async (page) => {
      const error = page.query.get('error');
      const csrf = await csrfField(page);
      return html`${isErrorCode(error) ? errorContent(error, { requestId: requestIdIn(page.query) }) : null}
        <h1>Sign in</h1>
        <form method="post" action="${authBasePath}/signin/${EMAIL_PROVIDER_ID}">
          ${csrf} ${callbackField(page.query, origin)}
          <label>E-mail <input type="email" name="email" required autocomplete="email" /></label>
          <button type="submit">Send the link</button>
        </form>
        <form method="post" action="${authBasePath}/callback/${CREDENTIALS_PROVIDER_ID}">
          ${csrf} ${callbackField(page.query, origin)}
          <label>E-mail <input type="email" name="email" required autocomplete="username" /></label>
          <label>
            Password
            <input type="password" name="password" required autocomplete="current-password" />
          </label>
          <button type="submit">Sign in with password</button>
        </form>
        <p>Other ways to sign in need JavaScript.</p>`;
    },

    '/check-email': () =>
      html`<h1>Check your email</h1>
        <p>A sign-in link has been sent to your e-mail address.</p>
        <p>${new URL(origin).host}</p>`,

    '/confirm': ({ query }) => {
      const email = query.get('email') ?? '';
      const callback = new URLSearchParams({ email, token: query.get('token') ?? '' });
      return html`<h1>Confirm sign-in</h1>
        <form method="post" action="${authBasePath}/callback/${EMAIL_PROVIDER_ID}?${callback.toString()}">
          ${callbackField(query, origin)}
          <button type="submit">Continue as ${email}</button>
        </form>`;
    },
  };

  /** The form's token against forged posts; its cookie goes with the page. */
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
    if (!render) return null;
    res.set('Cache-Control', 'private, no-store');
    const query = new URL(req.originalUrl, origin).searchParams;
    return html`${PLAIN_STYLE}
      <main class="plain">${await renderOrExplain({ req, res, query }, render)}</main>`;
  };

  /** A form that cannot be made must not take the page from everyone whose browser needs none. */
  async function renderOrExplain(page: PageRequest, render: Render): Promise<Html> {
    try {
      return await render(page);
    } catch (error) {
      const requestId = requestIdOf(page.req);
      deps.log.error({ requestId, err: error }, 'a page without scripts could not be made');
      return errorContent(error instanceof AppError ? error.code : 'INTERNAL', { requestId });
    }
  }
}

type Render = (page: PageRequest) => Html | Promise<Html>;

interface PageRequest {
  readonly req: Request;
  readonly res: Response;
  readonly query: URLSearchParams;
}

/** Only what has the shape of our own ids: the rest of an address is anybody's text. */
function requestIdIn(query: URLSearchParams): string | null {
  const id = query.get('requestId');
  return id !== null && /^[0-9a-f-]{36}$/.test(id) ? id : null;
}

function callbackField(query: URLSearchParams, origin: string): Html | null {
  const path = toCallbackPath(query.get('callbackUrl') ?? '', origin);
  return path === null ? null : html`<input type="hidden" name="callbackUrl" value="${path}" />`;
}
