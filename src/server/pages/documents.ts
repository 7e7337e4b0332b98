import type { Express } from 'express';
import type { RenderedPageName, SignedOutPage } from '../../shared/signed-out-page.ts';
import type { Brand } from '../../shared/brand.ts';
import { html, languageAttributes } from '../http/html.ts';

/** The documents of the client and the files that they name, from the build or from Vite. */
export interface ClientDocuments {
  /** What the content security policy allows inline: the built pages' style, by its hash, or all that has Vite's nonce. */
  readonly inline: { readonly nonce: string | null; readonly styleSources: readonly string[] };
  readonly mountFiles: (app: Express) => void;
  /** The document of the account application, in which the browser renders the page. */
  readonly application: (withoutScript: PageWithoutScript) => Promise<ApplicationDocument>;
  /** The document of a signed-out page, with the page in it. */
  readonly signedOut: (page: SignedOutPage) => Promise<string>;
}

/** The page that a browser without script shows. Its address is the path, because the documents are kept by it. */
export type PageWithoutScript = SignedOutPage<Extract<RenderedPageName, 'needs-script'>>;

export interface ApplicationDocument {
  readonly content: string;
  /** The ETag; `null` in development. */
  readonly tag: string | null;
}

const ROOT = '<div id="root"></div>';
const LANGUAGE = '<html lang="en">';
const TITLE = /<title>[^<]*<\/title>/;

/** Puts a rendered page into the template, and the data with which the browser takes it over. */
export function withSignedOutPage(
  template: string,
  rendered: { readonly title: string; readonly markup: string },
  data: { readonly page: SignedOutPage; readonly applicationFiles: readonly string[] },
): string {
  const root = `<div id="root">${rendered.markup}</div>${dataBlock('page-data', data)}`;
  return inLanguage(template, data.page)
    .replace(TITLE, () => html`<title>${rendered.title}</title>`.toString())
    .replace(ROOT, () => root);
}

/** Puts the data into the application's template with which it starts. */
export function withApplicationData(template: string, data: { readonly brand: Brand }): string {
  return template.replace('</body>', () => `${dataBlock('application-data', data)}</body>`);
}

/** A data block is no script, so the content security policy has nothing to allow. `<` could end the element. */
function dataBlock(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

/** Sets the language of the document, its direction, and the base path. The scripts read them there. */
export function inLanguage(
  template: string,
  { locale, basePath }: Pick<SignedOutPage<RenderedPageName>, 'locale' | 'basePath'>,
): string {
  const base = basePath === '' ? '' : ` data-base-path="${basePath}"`;
  return template.replace(LANGUAGE, `<html ${languageAttributes(locale).toString()}${base}>`);
}

/** Shows the markup only to browsers without script. Others would show it for a moment before the application starts. */
export function withoutScript(template: string, markup: string): string {
  return template.replace(ROOT, () => `${ROOT}<noscript>${markup}</noscript>`);
}
