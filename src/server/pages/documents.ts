import type { Express } from 'express';
import type { RenderedPageName, RenderSignedOutPage, SignedOutPage } from '../../shared/signed-out-page.ts';
import { html, languageAttributes } from '../http/html.ts';
import type { BrandSettings } from '../settings/brand.ts';

/** From the build or from Vite. */
export interface ClientDocuments {
  /** What the content security policy allows inline: a style by its hash, or everything with Vite's nonce. */
  readonly inline: { readonly nonce: string | null; readonly styleSources: readonly string[] };
  readonly mountFiles: (app: Express) => void;
  /** The browser renders the page in this document. */
  readonly application: (withoutScript: PageWithoutScript) => Promise<ApplicationDocument>;
  readonly signedOut: (page: SignedOutPage) => Promise<string>;
  /** A page with another brand and with all of its styles inside, for the brand studio. It needs no script. */
  readonly sample: (page: SamplePage, brand: BrandSettings) => Promise<string>;
}

export type SamplePage = SignedOutPage<Extract<RenderedPageName, 'sign-in' | 'account-sample'>>;

/** For a browser without script. The address is the path, because the documents are kept by it. */
export type PageWithoutScript = SignedOutPage<Extract<RenderedPageName, 'needs-script'>>;

export interface ApplicationDocument {
  readonly content: string;
  /** The ETag; `null` in development. */
  readonly tag: string | null;
}

export type Render = (
  ...page: Parameters<RenderSignedOutPage>
) => ReturnType<RenderSignedOutPage> | Promise<ReturnType<RenderSignedOutPage>>;

const ROOT = '<div id="root"></div>';
const LANGUAGE = '<html lang="en">';
const TITLE = /<title>[^<]*<\/title>/;

/** `data` lets the browser take over the rendered page. */
export function withSignedOutPage(
  template: string,
  rendered: { readonly title: string; readonly markup: string },
  data: { readonly page: SignedOutPage<RenderedPageName>; readonly applicationFiles: readonly string[] },
): string {
  const root = `<div id="root">${rendered.markup}</div>${dataBlock('page-data', data)}`;
  return inLanguage(template, data.page)
    .replace(TITLE, () => html`<title>${rendered.title}</title>`.toString())
    .replace(ROOT, () => root);
}

/** The content security policy ignores a data block. `<` could end the element. */
function dataBlock(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

/** The scripts read the language, the direction and the base path there. */
function inLanguage(
  template: string,
  { locale, basePath }: Pick<SignedOutPage<RenderedPageName>, 'locale' | 'basePath'>,
): string {
  const base = basePath === '' ? '' : ` data-base-path="${basePath}"`;
  return template.replace(LANGUAGE, `<html ${languageAttributes(locale).toString()}${base}>`);
}

/** `loading` is shown until the application starts, `needsScript` in browsers without script. */
export async function withApplicationPage(
  template: string,
  page: PageWithoutScript,
  render: Render,
): Promise<string> {
  const loading = await render({ ...page, name: 'loading' });
  const needsScript = await render(page);
  return inLanguage(template, page)
    .replace(ROOT, () => `<div id="root">${loading.markup}</div><noscript>${needsScript.markup}</noscript>`)
    .replace('</body>', () => `${dataBlock('application-data', { brand: page.brand })}</body>`);
}
