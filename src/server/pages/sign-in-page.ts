import { ERRORS, isErrorCode, type ErrorCode } from '../../shared/errors/catalogue.ts';
import type { NextStep } from '../../shared/errors/entry.ts';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '../../shared/locale.ts';
import type { Provider } from '../../shared/schemas/providers.ts';
import { CREDENTIALS_PROVIDER_ID } from '../auth/credentials.ts';
import { EMAIL_PROVIDER_ID } from '../auth/providers.ts';
import { html, type Html } from '../http/html.ts';
import type { PagesWithoutScriptTexts } from '../../locales/texts.ts';
import { textsWithoutScript } from '../locale-texts.ts';

/** The address that a provider's button posts to. */
export const START_AT_PROVIDER = '/sign-in/provider';

export interface SignInPageParts {
  readonly locale: Locale;
  /** The site's host, which users should compare before they type anything. */
  readonly host: string;
  readonly authBasePath: string;
  /** The hidden field with the CSRF token. */
  readonly csrfField: Html;
  readonly providers: readonly Provider[];
  /** The path to open after the sign-in. */
  readonly callbackPath: string | null;
  readonly email: string;
  readonly error: string | null;
  readonly requestId: string | null;
  /** The page's address, to return to in another language. */
  readonly address: string;
}

/**
 * The sign-in page as forms without scripts. It has the markup and the classes of
 * `client/sign-in/sign-in.tsx`, which the build names after their files. So the browser paints it from the
 * first bytes, and nothing moves when the script takes over (`client/replace-server-form.ts`).
 */
export function signInPage(parts: SignInPageParts): Html {
  const { locale, host, providers } = parts;
  const texts = textsWithoutScript(locale).signIn;
  const byEmail = providers.some(({ type }) => type === 'email');
  const others = providers.filter(({ type }) => type !== 'email');
  return html`<div class="card-layout_page">
    <header class="card-layout_header">
      <span class="site-mark_mark"
        ><svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <rect width="32" height="32" rx="9" class="site-mark_wall" />
          <path d="M9.5 25V14a6.5 6.5 0 0 1 13 0v11z" class="site-mark_door" />
          <circle cx="19" cy="18.5" r="1.4" class="site-mark_wall" />
        </svg>
        <span class="site-mark_host">${host}</span></span
      >
    </header>
    <main class="card-layout_card">
      <h1 tabindex="-1" class="page-heading_heading">${texts.title}</h1>
      ${parts.error === null ? null : failureNotice(parts, parts.error)}
      ${byEmail ? mailForm(parts, texts) : null}
      ${byEmail && others.length > 0 ? html`<p class="sign-in_divider">${texts.or}</p>` : null}
      ${others.length > 0 ? providerForm(parts, others, texts) : null}
      ${
        byEmail
          ? html`<p class="sign-in_newcomer">
              ${texts.newHere}
              <a class="links_link" href="${linkTo('/sign-up', parts)}">${texts.createAccount}</a>
            </p>`
          : null
      }
    </main>
    ${languageForm(parts)}
  </div>`;
}

type SignInTexts = PagesWithoutScriptTexts['signIn'];

/** One form, as password managers expect; its second button posts to another address. */
function mailForm(parts: SignInPageParts, texts: SignInTexts): Html {
  const { authBasePath, csrfField, email } = parts;
  return html`<form
    method="post"
    action="${authBasePath}/callback/${CREDENTIALS_PROVIDER_ID}"
    class="sign-in_form"
  >
    ${csrfField} ${callbackField(parts)}
    <div>
      ${field(
        texts.emailAddress,
        html`<input
          id="sign-in-email"
          class="text-field_input"
          type="text"
          name="email"
          value="${email}"
          required
          autocomplete="username"
          inputmode="email"
          autocapitalize="none"
          spellcheck="false"
        />`,
        'sign-in-email',
      )}
    </div>
    <div>
      ${field(
        texts.password,
        html`<input
          id="sign-in-password"
          class="text-field_input"
          data-right="true"
          type="password"
          name="password"
          autocomplete="current-password"
          autocapitalize="none"
          spellcheck="false"
        />`,
        'sign-in-password',
      )}
      <p class="sign-in_forgot">
        <a
          class="links_link"
          data-size="sm"
          href="${linkTo('/forgot-password', { email, callbackPath: null })}"
          >${texts.forgot}</a
        >
      </p>
    </div>
    <div class="sign-in_buttons">
      ${button(html`type="submit"`, 'filled', texts.title)}
      ${button(
        html`type="submit" formaction="${authBasePath}/signin/${EMAIL_PROVIDER_ID}"`,
        'default',
        texts.mailLink,
      )}
    </div>
  </form>`;
}

/**
 * Providers are opened by an extra page of Foyer, because `form-action 'self'` blocks a form's redirect to
 * other sites. This protection is worth the extra page.
 */
function providerForm(parts: SignInPageParts, providers: readonly Provider[], texts: SignInTexts): Html {
  return html`<form method="post" action="${START_AT_PROVIDER}" class="sign-in_providers">
    ${callbackField(parts)}
    <ul class="sign-in_providerList">
      ${providers.map(
        ({ id, name }) =>
          html`<li>
            <button
              type="submit"
              name="provider"
              value="${id}"
              class="button_root"
              data-variant="default"
              data-size="md"
              data-full-width="true"
              data-start="true"
            >
              <span class="button_inner">
                <span aria-hidden="true" class="provider-mark_mark"
                  >${[...name][0]?.toUpperCase() ?? ''}</span
                >
                <span class="button_label">${texts.continueWith(name)}</span>
              </span>
            </button>
          </li>`,
      )}
    </ul>
  </form>`;
}

function field(label: string, input: Html, id: string): Html {
  return html`<div class="text-field_field" data-size="md">
    <label for="${id}" class="text-field_label">${label}</label>
    <div class="text-field_box">${input}</div>
  </div>`;
}

function button(attributes: Html, variant: 'filled' | 'default', label: string): Html {
  return html`<button
    ${attributes}
    class="button_root"
    data-variant="${variant}"
    data-size="md"
    data-full-width="true"
  >
    <span class="button_inner"><span class="button_label">${label}</span></span>
  </button>`;
}

/** Comes back to the same page in the other language. */
function languageForm({ locale, address }: SignInPageParts): Html {
  return html`<footer class="language-switch_switch">
    <form
      method="post"
      action="/locale"
      class="language-switch_languages"
      aria-label="${textsWithoutScript(locale).language}"
    >
      <input type="hidden" name="returnTo" value="${address}" />
      ${LOCALES.map(
        (each) =>
          html`<button
            type="submit"
            name="locale"
            value="${each}"
            lang="${each}"
            aria-pressed="${each === locale ? 'true' : 'false'}"
            class="language-switch_language"
          >
            ${LANGUAGE_NAMES[each]}
          </button>`,
      )}
    </form>
  </footer>`;
}

function callbackField({ callbackPath }: SignInPageParts): Html | null {
  return callbackPath === null
    ? null
    : html`<input type="hidden" name="callbackUrl" value="${callbackPath}" />`;
}

function linkTo(
  path: string,
  { email, callbackPath }: Pick<SignInPageParts, 'email' | 'callbackPath'>,
): string {
  const query = new URLSearchParams();
  if (email !== '') query.set('email', email);
  if (callbackPath !== null) query.set('callbackUrl', callbackPath);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** Most next steps are the form on this page; this sentence says which part of it. */
const BELOW: Partial<Record<NextStep, 'startAgainBelow' | 'newLinkBelow' | 'signInAgainBelow'>> = {
  retry: 'startAgainBelow',
  'new-link': 'newLinkBelow',
  'verify-it-is-you': 'signInAgainBelow',
};

function failureNotice(parts: SignInPageParts, error: string): Html {
  const texts = textsWithoutScript(parts.locale);
  const { signIn } = texts;
  // An unknown code may be text from anybody, so the page does not show it.
  if (!isErrorCode(error)) return notice('problem', signIn.failedTitle, html`<p>${signIn.failed}</p>`);
  const { title, message, hint } = texts.wordsOf(error);
  const below = BELOW[ERRORS[error].next];
  const addition = below === undefined ? '' : signIn[below];
  if (error === 'SessionRequired') {
    return notice(
      'calm',
      null,
      html`<p>${hint}</p>
        ${reference(texts, error, null)}`,
    );
  }
  return notice(
    'problem',
    title,
    html`<p>${message} ${hint} ${addition}</p>
      ${reference(texts, error, parts.requestId)}`,
  );
}

function reference(texts: PagesWithoutScriptTexts, code: ErrorCode, requestId: string | null): Html {
  return html`<p class="notice_reference">
    ${texts.code(code)}${requestId === null ? null : html` · ${texts.request(requestId)}`}
  </p>`;
}

/** The paths of `InfoIcon` and `ProblemIcon` (`client/ui/icons.tsx`). */
const STROKES = { calm: 'M12 11v5.5M12 7.6v.1', problem: 'M12 7.5v5.5M12 16.4v.1' } as const;

function notice(tone: keyof typeof STROKES, title: string | null, content: Html): Html {
  return html`<div
    role="${tone === 'problem' ? 'alert' : 'status'}"
    tabindex="-1"
    data-tone="${tone}"
    class="notice_notice"
  >
    <span class="notice_icon">
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        stroke-width="1.75"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        <circle cx="12" cy="12" r="9" />
        <path d="${STROKES[tone]}" />
      </svg>
    </span>
    <div class="notice_body">
      ${title === null ? null : html`<p class="notice_title">${title}</p>`} ${content}
    </div>
  </div>`;
}
