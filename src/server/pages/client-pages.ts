import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Express, type Request, type Response } from 'express';
import expressStaticGzip from 'express-static-gzip';
import type { Locale } from '../../shared/locale.ts';
import type { Provider } from '../../shared/schemas/providers.ts';
import { createPreloads, type ClientManifest } from './client-preloads.ts';
import { html, type Html } from '../http/html.ts';
import { localeOf, sendError, varyByLocale } from '../http/request.ts';
import { textsWithoutScript } from '../locale-texts.ts';

/** The path is the same from `src/server/pages` and from `dist/server/pages`. */
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

export const BUILT_PAGES = path.join(PROJECT, 'dist/client');

/** Every address of the application has the same page; the router in the browser shows the rest. */
const ANY_PATH = '/{*path}';
const PAGE_CACHING = 'no-cache';
const MANIFEST = '.vite/manifest.json';

/** The content of a page without scripts. */
export interface PlainContent {
  readonly content: Html;
  /**
   * Set when the content is the page itself, in the classes of its style sheets, and everybody sees it until
   * the script starts. Then it includes the data that the application would request first. `null`: only
   * browsers without scripts show the content.
   */
  readonly paintedAtOnce: { readonly title: string; readonly providers: readonly Provider[] } | null;
}

/** Returns the content of this page without scripts; `null` when it has none. */
export type PageContent = (request: Request, response: Response) => Promise<PlainContent | null>;

/** Sets the language of the document, from which the application takes its own. */
function inLanguage(page: string, locale: Locale): string {
  const { needsScript } = textsWithoutScript(locale);
  return withNoScript(
    page.replace('<html lang="en">', `<html lang="${locale}">`),
    html`<p>${needsScript}</p>`,
  );
}

/**
 * Puts the content into `<noscript>`, so that browsers with scripts do not show or focus it before the
 * application starts.
 */
function withNoScript(page: string, content: Html): string {
  return page.replace(NO_SCRIPT, () => `<noscript>${content.toString()}</noscript>`);
}

const NO_SCRIPT = /<noscript>[\s\S]*?<\/noscript>/;

function withContent(page: string, { content, paintedAtOnce }: PlainContent): string {
  if (paintedAtOnce === null) return withNoScript(page, content);
  const { title, providers } = paintedAtOnce;
  const root = html`<div id="root" data-providers="${JSON.stringify(providers)}">${content}</div>`;
  return page
    .replace(NO_SCRIPT, '')
    .replace(/<title>[^<]*<\/title>/, () => html`<title>${title}</title>`.toString())
    .replace('<div id="root"></div>', () => root.toString());
}

interface BuiltPage {
  readonly page: string;
  /** Replaces the file's date in the ETag, because one address has one page per language. */
  readonly tag: string;
}

/**
 * Returns the built page for a language and an address. It preloads the language's texts and the page's
 * chunk, which the script would request later, one after the other.
 */
async function readBuiltPages(directory: string): Promise<(locale: Locale, pathname: string) => BuiltPage> {
  const template = await readFile(path.join(directory, 'index.html'), 'utf8');
  const preloadsOf = createPreloads(await readManifest(directory));
  const built = new Map<string, BuiltPage>();
  return (locale, pathname) => {
    const preloads = preloadsOf(locale, pathname);
    const cached = built.get(`${locale} ${preloads}`);
    if (cached) return cached;
    const page = inLanguage(template, locale).replace('</head>', () => `${preloads}</head>`);
    const builtPage = { page, tag: `"${createHash('sha256').update(page).digest('base64url')}"` };
    // The map has one entry per language and page. Other addresses have no preloads of their own.
    built.set(`${locale} ${preloads}`, builtPage);
    return builtPage;
  };
}

/** Vite's manifest with the output of each source file. Tests use pages without one. */
async function readManifest(directory: string): Promise<ClientManifest> {
  const text = await readFile(path.join(directory, MANIFEST), 'utf8').catch(() => '{}');
  return JSON.parse(text) as ClientManifest;
}

/**
 * Serves the built pages. Names under `/assets` contain a hash of the content, so browsers may keep these
 * files. A missing file gets the application's 404 answer.
 */
export function mountBuiltPages(app: Express, directory: string, contentOf: PageContent): void {
  app.use(
    '/assets',
    expressStaticGzip(path.join(directory, 'assets'), {
      index: false,
      // The build writes compressed copies beside the files.
      enableBrotli: true,
      orderPreference: ['br', 'gz'],
      serveStatic: { immutable: true, maxAge: '1y' },
    }),
    (request, response) => sendError(request, response, 'NOT_FOUND'),
  );
  app.use(
    express.static(directory, {
      index: false,
      setHeaders: (response) => response.setHeader('Cache-Control', PAGE_CACHING),
    }),
  );
  let pages: ReturnType<typeof readBuiltPages> | undefined;
  app.get(ANY_PATH, async (request, response, next) => {
    if (namesFile(request)) return next();
    response.setHeader('Cache-Control', PAGE_CACHING);
    varyByLocale(response);
    const builtPage = await (pages ??= readBuiltPages(directory));
    const { page, tag } = builtPage(localeOf(request), request.path);
    const content = await contentOf(request, response);
    if (content === null) response.setHeader('ETag', tag);
    response.type('html').send(content === null ? page : withContent(page, content));
  });
}

export interface VitePages {
  /** The content security policy allows inline scripts and styles with this nonce. */
  readonly nonce: string;
  mount(app: Express, contentOf: PageContent): void;
  close(): Promise<void>;
}

/** Development: Vite compiles requested files and reports changes over a WebSocket on the same port. */
export async function startVitePages(server: Server): Promise<VitePages> {
  const { createServer } = await import('vite');
  // One nonce for the whole process. In development it only has to stop injected markup.
  const nonce = randomBytes(16).toString('base64url');
  const vite = await createServer({
    configFile: path.join(PROJECT, 'vite.config.ts'),
    // The root in the configuration file is relative to the working directory, which may differ.
    root: path.join(PROJECT, 'src/client'),
    html: { cspNonce: nonce },
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  return {
    nonce,
    mount(app, contentOf) {
      app.use(vite.middlewares);
      app.get(ANY_PATH, async (request, response, next) => {
        if (namesFile(request)) return next();
        const template = await readFile(path.join(vite.config.root, 'index.html'), 'utf8');
        const page = await vite.transformIndexHtml(request.originalUrl, template);
        response.setHeader('Cache-Control', PAGE_CACHING);
        varyByLocale(response);
        const localizedPage = inLanguage(page, localeOf(request));
        const content = await contentOf(request, response);
        // In development the styles come with the scripts, so painting the content earlier would show it
        // without styles.
        response
          .type('html')
          .send(content === null ? localizedPage : withNoScript(localizedPage, content.content));
      });
    },
    close: () => vite.close(),
  };
}

/**
 * Whether the path names a file, by a dot in its last part. Answering it with the page would hide that the
 * file is missing.
 */
function namesFile(request: Request): boolean {
  return path.posix.basename(request.path).includes('.');
}
