import { NEXT_STEPS } from '../../shared/errors/entry.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import type { Locale } from '../../shared/locale.ts';
import { html, type Html } from './html.ts';
import { languageAttributes } from './language-attributes.ts';
import type { ServerPagesTexts } from '../../locales/texts.ts';
import { serverPageTexts } from '../locale-texts.ts';

/** The style of the server's own pages, which load no script and no style sheet. The colours are those of `client/ui/theme/tokens.css`. */
export const PLAIN_STYLE = html`<style>
  :root {
    --page: #f4f3ef;
    --card: #fff;
    --line: #e2e3de;
    --text: #16201d;
    --dimmed: #59635f;
    --accent: #1f6a57;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #111514;
      --card: #1a201e;
      --line: #2b3331;
      --text: #dde3e1;
      --dimmed: #a3aeaa;
      --accent: #2a7f68;
    }
  }
  body {
    margin: 0;
    padding: max(1.5rem, 9vh) 1rem 3rem;
    background: var(--page);
    color: var(--text);
    font:
      1rem/1.55 system-ui,
      sans-serif;
  }
  main {
    box-sizing: border-box;
    max-width: 27rem;
    margin: 0 auto;
    padding: clamp(1.375rem, 6vw, 2.25rem);
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: 20px;
  }
  h1 {
    margin: 0;
    font-size: 1.625rem;
    line-height: 1.25;
  }
  p {
    margin: 1.5rem 0 0;
  }
  a {
    display: block;
    padding: 0.625rem 1.1rem;
    border-radius: 0.625rem;
    background: var(--accent);
    color: #fff;
    font-weight: 600;
    text-align: center;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  a:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .code {
    color: var(--dimmed);
    font-size: 0.85rem;
    overflow-wrap: anywhere;
  }
</style>`;

export interface ErrorPageDetails {
  readonly locale: Locale;
  readonly requestId: string;
  /** The target of the page's link, when it is not the one of the code's next step. */
  readonly leadsTo?: string;
}

/** Title, message, hint, one link, and the code and the request id to quote. */
function errorContent(code: ErrorCode, { locale, requestId, leadsTo }: ErrorPageDetails): Html {
  const texts = serverPageTexts(locale);
  const { title, message } = texts.wordsOf(code);
  const { next } = ERRORS[code];
  return html`<h1>${title}</h1>
    <p>${message} ${hintOf(texts, code, leadsTo)}</p>
    <p><a href="${leadsTo ?? NEXT_STEPS[next].path}">${leadsTo ?? texts.labelOf(next)}</a></p>
    <p class="code">${texts.code(code)} · ${texts.request(requestId)}</p>`;
}

function hintOf(texts: ServerPagesTexts, code: ErrorCode, leadsTo: string | undefined): string {
  if (code === 'WRONG_HOST' && leadsTo !== undefined) return texts.otherAddress;
  // A page without scripts does not retry by itself.
  return code === 'UNAVAILABLE' ? texts.inAMoment : texts.wordsOf(code).hint;
}

/** The page of a request that was refused. It needs neither the application nor its renderer. */
export function errorDocument(code: ErrorCode, details: ErrorPageDetails): string {
  return html`<!doctype html>
    <html ${languageAttributes(details.locale)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${serverPageTexts(details.locale).wordsOf(code).title} · Foyer</title>
        ${PLAIN_STYLE}
      </head>
      <body>
        <main>${errorContent(code, details)}</main>
      </body>
    </html>`.toString();
}
