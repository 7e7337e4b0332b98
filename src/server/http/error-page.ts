import { NEXT_STEPS } from '../../shared/errors/entry.ts';
import { ERRORS, isErrorCode, type ErrorCode } from '../../shared/errors/catalogue.ts';
import type { Locale } from '../../shared/locale.ts';
import { html, type Html } from './html.ts';
import type { PagesWithoutScriptTexts } from '../../locales/texts.ts';
import { textsWithoutScript } from '../locale-texts.ts';

/** The style of the server's own pages, which load no script and no style sheet. */
export const PLAIN_STYLE = html`<style>
  .plain {
    max-width: 26rem;
    margin: 0 auto;
    padding: 12vh 1.25rem;
    display: flex;
    flex-direction: column;
    align-items: start;
    gap: 1rem;
    font:
      1rem/1.5 system-ui,
      sans-serif;
  }
  .plain :is(h1, p) {
    margin: 0;
  }
  .plain h1 {
    font-size: 1.5rem;
  }
  .plain form {
    width: 100%;
  }
  .plain input {
    box-sizing: border-box;
    width: 100%;
    margin: 0.25rem 0 1rem;
    padding: 0.6rem;
    font: inherit;
  }
  .plain button,
  .plain .next {
    display: inline-block;
    padding: 0.6rem 1.1rem;
    border: 0;
    border-radius: 0.5rem;
    background: #1f6f5c;
    color: #fff;
    font: inherit;
    text-decoration: none;
    cursor: pointer;
  }
  .plain :focus-visible {
    outline: 3px solid #6aa892;
    outline-offset: 2px;
  }
  .plain .languages {
    display: flex;
    gap: 1rem;
    margin-block-start: 1.5rem;
  }
  .plain .languages button {
    padding: 0.25rem 0;
    background: none;
    color: inherit;
    font-size: 0.85rem;
    text-decoration: underline;
  }
  .plain .code {
    font-size: 0.85rem;
    opacity: 0.8;
    overflow-wrap: anywhere;
  }
</style>`;

export interface ErrorPageDetails {
  readonly locale: Locale;
  readonly requestId: string | null;
  /** The target of the page's link, when it is not the one of the code's next step. */
  readonly leadsTo?: string;
}

/** The content of an error page: title, message, hint, code and request id to quote, and one link. */
export function errorContent(code: string | null, details: ErrorPageDetails): Html {
  const texts = textsWithoutScript(details.locale);
  // An unknown code may be text from anybody, so the page does not show it.
  if (!isErrorCode(code)) {
    return html`<h1>${texts.unknownTitle}</h1>
      <p>${texts.unknown}</p>
      ${nextLink(texts.labelOf('go-home'), NEXT_STEPS['go-home'].path)}`;
  }
  const { title, message } = texts.wordsOf(code);
  const { next } = ERRORS[code];
  const { requestId, leadsTo } = details;
  return html`<h1>${title}</h1>
    <p>${message} ${hintOf(texts, code, leadsTo)}</p>
    <p>${nextLink(leadsTo ?? texts.labelOf(next), leadsTo ?? NEXT_STEPS[next].path)}</p>
    <p class="code">
      ${texts.code(code)}${requestId === null ? null : html` · ${texts.request(requestId)}`}
    </p>`;
}

function hintOf(texts: PagesWithoutScriptTexts, code: ErrorCode, leadsTo: string | undefined): string {
  if (code === 'WRONG_HOST' && leadsTo !== undefined) return texts.otherAddress;
  // A page without scripts does not retry by itself.
  return code === 'UNAVAILABLE' ? texts.inAMoment : texts.wordsOf(code).hint;
}

function nextLink(label: string, href: string): Html {
  return html`<a class="next" href="${href}">${label}</a>`;
}

/** The same as a complete page, for a request that did not reach the application. */
export function errorDocument(code: ErrorCode, details: ErrorPageDetails): string {
  return html`<!doctype html>
    <html lang="${details.locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${textsWithoutScript(details.locale).wordsOf(code).title} · Foyer</title>
        ${PLAIN_STYLE}
      </head>
      <body>
        <main class="plain">${errorContent(code, details)}</main>
      </body>
    </html>`.toString();
}
