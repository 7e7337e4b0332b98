import type { Express } from 'express';
import type { Locale } from '../../shared/locale.ts';
import type { SignedOutPage } from '../../shared/signed-out-page.ts';
import { html, type Html } from '../http/html.ts';

/** The documents of the client and the files that they name, from the build or from Vite. */
export interface ClientDocuments {
  /** What the content security policy allows inline: the built pages' style, by its hash, or all that has Vite's nonce. */
  readonly inline: { readonly nonce: string | null; readonly styleSources: readonly string[] };
  readonly mountFiles: (app: Express) => void;
  /** The document of the account application, in which the browser renders the page. */
  readonly application: (request: ApplicationRequest) => Promise<ApplicationDocument>;
  /** The document of a signed-out page, with the page in it. */
  readonly signedOut: (page: SignedOutPage) => Promise<string>;
}

interface ApplicationRequest {
  readonly locale: Locale;
  readonly pathname: string;
  /** The whole address, for Vite. */
  readonly address: string;
  /** What a browser without scripts shows. */
  readonly withoutScript: Html;
}

export interface ApplicationDocument {
  readonly content: string;
  /** The ETag; `null` in development. */
  readonly tag: string | null;
}

const ROOT = '<div id="root"></div>';
const LANGUAGE = '<html lang="en">';
const TITLE = /<title>[^<]*<\/title>/;
const NO_SCRIPT = /<noscript>[\s\S]*?<\/noscript>/;

/** Puts a rendered page into the template, and the data with which the browser takes it over. */
export function withSignedOutPage(
  template: string,
  rendered: { readonly title: string; readonly markup: string },
  data: { readonly page: SignedOutPage; readonly applicationFiles: readonly string[] },
): string {
  // A data block is no script, so the content security policy has nothing to allow. `<` could end the element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const root = `<div id="root">${rendered.markup}</div><script type="application/json" id="page-data">${json}</script>`;
  return inLanguage(template, data.page.locale)
    .replace(TITLE, () => html`<title>${rendered.title}</title>`.toString())
    .replace(ROOT, () => root);
}

/** Sets the language of the document, from which the application takes its own. */
export function inLanguage(template: string, locale: Locale): string {
  return template.replace(LANGUAGE, `<html lang="${locale}">`);
}

/** Shows the content only to browsers without scripts. Others would show it for a moment before the application starts. */
export function withoutScript(template: string, content: Html): string {
  return template.replace(NO_SCRIPT, () => `<noscript>${content.toString()}</noscript>`);
}
