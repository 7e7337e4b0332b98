import { atBase, type BasePath } from '../../shared/base-path.ts';
import { NEXT_STEPS } from '../../shared/errors/entry.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import type { HostMismatch } from '../../shared/errors/error-data.ts';
import type { Locale } from '../../shared/locale.ts';
import { html, languageAttributes, type Html } from './html.ts';
import type { ServerPagesTexts } from '../../locales/texts.ts';

/** The server's own pages load no script and no style sheet. `brand.tokens` has the tokens. */
export const PLAIN_STYLE = html`<style>
  body {
    margin: 0;
    padding: max(1.5rem, 9vh) 1rem 3rem;
    background: var(--foyer-page);
    color: var(--foyer-text);
    font: 1rem/1.55 var(--foyer-font);
  }
  main {
    box-sizing: border-box;
    max-width: 27rem;
    margin: 0 auto;
    padding: clamp(1.375rem, 6vw, 2.25rem);
    background: var(--foyer-surface);
    border: 1px solid var(--foyer-border);
    border-radius: var(--foyer-radius);
  }
  h1 {
    margin: 0;
    font-size: 1.5rem;
    line-height: 1.25;
  }
  p {
    margin: 1.5rem 0 0;
  }
  a {
    display: block;
    padding: 0.625rem 1.1rem;
    border-radius: var(--foyer-control-radius);
    background: var(--foyer-accent);
    color: var(--foyer-on-accent);
    font-weight: 600;
    text-align: center;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  a:focus-visible {
    outline: 2px solid var(--foyer-accent);
    outline-offset: 2px;
  }
  details {
    margin: 1.5rem 0 0;
    color: var(--foyer-muted);
    font-size: 0.85rem;
    overflow-wrap: anywhere;
  }
  summary {
    width: fit-content;
    cursor: pointer;
  }
  summary:focus-visible {
    outline: 2px solid var(--foyer-accent);
    outline-offset: 2px;
  }
</style>`;

export interface PlainBrand extends BasePath {
  readonly name: string;
  readonly tokens: Html;
  readonly textsOf: (locale: Locale) => ServerPagesTexts;
}

interface ErrorPageDetails {
  readonly brand: PlainBrand;
  readonly locale: Locale;
  readonly requestId: string;
  /** The target of the link, when it is not the code's next step. */
  readonly leadsTo?: string;
  /** For the operator of a proxy. */
  readonly host?: HostMismatch;
}

function errorContent(code: ErrorCode, { brand, locale, requestId, leadsTo, host }: ErrorPageDetails): Html {
  const texts = brand.textsOf(locale);
  const { title, message } = texts.wordsOf(code);
  const { next } = ERRORS[code];
  // `${'·'}`: esbuild can escape the character there (scripts/server-bundle.ts).
  return html`<h1>${title}</h1>
    <p>${message} ${hintOf(texts, code, leadsTo)}</p>
    <p><a href="${leadsTo ?? atBase(brand, NEXT_STEPS[next].path)}">${leadsTo ?? texts.labelOf(next)}</a></p>
    <details>
      <summary>${texts.details}</summary>
      ${texts.code(code)} ${'·'} ${texts.request(requestId)} ${host ? hostDetails(host) : ''}
    </details>`;
}

/** In English, as the settings and the documents that it names. */
function hostDetails({ arrived, forwarded, expected, remedy }: HostMismatch): Html {
  const lines = [
    `Host: ${arrived}`,
    ...(forwarded === undefined ? [] : [`X-Forwarded-Host: ${forwarded}`]),
    `APP_ORIGIN: ${expected}`,
    remedy,
  ];
  return html`<p lang="en" dir="ltr">${lines.join(' · ')}</p>`;
}

function hintOf(texts: ServerPagesTexts, code: ErrorCode, leadsTo: string | undefined): string {
  if (code === 'WRONG_HOST' && leadsTo !== undefined) return texts.otherAddress;
  // A page without scripts does not retry by itself.
  return code === 'UNAVAILABLE' ? texts.inAMoment : texts.wordsOf(code).hint;
}

/** The page of a refused request. It needs neither the application nor its renderer. */
export function errorDocument(code: ErrorCode, details: ErrorPageDetails): string {
  const { brand, locale } = details;
  return html`<!doctype html>
    <html ${languageAttributes(locale)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${brand.textsOf(locale).wordsOf(code).title} ${'·'} ${brand.name}</title>
        ${brand.tokens} ${PLAIN_STYLE}
      </head>
      <body>
        <main>${errorContent(code, details)}</main>
      </body>
    </html>`.toString();
}
