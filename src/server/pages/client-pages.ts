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

/** The same from `src/server` and from `dist/server`. */
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

export const BUILT_PAGES = path.join(PROJECT, 'dist/client');

/** Every address of the application begins with the same page; the router in the browser does the rest. */
const ANY_PATH = '/{*path}';
const PAGE_CACHING = 'no-cache';
const MANIFEST = '.vite/manifest.json';

/** What a page shows without a script. */
export interface PlainContent {
  readonly content: Html;
  /**
   * It is the page itself, in the classes of its style sheets, and everybody sees it until the script takes over; with what the
   * application would ask for first. `null`: it is for those whose browser runs no scripts.
   */
  readonly paintedAtOnce: { readonly title: string; readonly providers: readonly Provider[] } | null;
}

/** What this page shows without a script; `null` for those that have nothing to show then. */
export type PageContent = (request: Request, response: Response) => Promise<PlainContent | null>;

/** The page in a language: the application takes its own from the document's. */
function inLanguage(page: string, locale: Locale): string {
  const { needsScript } = textsWithoutScript(locale);
  return withNoScript(
    page.replace('<html lang="en">', `<html lang="${locale}">`),
    html`<p>${needsScript}</p>`,
  );
}

/** It stands inside `<noscript>`, so that with scripts on nobody sees, focuses or presses it before the application is there. */
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
  /** Takes the place of the file's date: the same address has one page in each language. */
  readonly tag: string;
}

/**
 * What `vite build` made, in a language and for an address: with its texts and the page's own chunk on their way together with the script
 * that would ask for them one after the other.
 */
async function readBuiltPages(directory: string): Promise<(locale: Locale, pathname: string) => BuiltPage> {
  const template = await readFile(path.join(directory, 'index.html'), 'utf8');
  const preloadsOf = createPreloads(await readManifest(directory));
  const built = new Map<string, BuiltPage>();
  return (locale, pathname) => {
    const preloads = preloadsOf(locale, pathname);
    const known = built.get(`${locale} ${preloads}`);
    if (known) return known;
    const page = inLanguage(template, locale).replace('</head>', () => `${preloads}</head>`);
    const made = { page, tag: `"${createHash('sha256').update(page).digest('base64url')}"` };
    // As many as there are languages and pages, whatever is asked for: other addresses have no hints of their own.
    built.set(`${locale} ${preloads}`, made);
    return made;
  };
}

/** Vite's list of what became of each source file; tests bring pages without one. */
async function readManifest(directory: string): Promise<ClientManifest> {
  const text = await readFile(path.join(directory, MANIFEST), 'utf8').catch(() => '{}');
  return JSON.parse(text) as ClientManifest;
}

/**
 * Serves what `vite build` made. Names under `/assets` hold a hash of the content, so browsers may keep those for good.
 * What is not there goes on to the application's answer for 404.
 */
export function mountBuiltPages(app: Express, directory: string, contentOf: PageContent): void {
  app.use(
    '/assets',
    expressStaticGzip(path.join(directory, 'assets'), {
      index: false,
      // What the build put beside them.
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
  /** The content security policy allows inline scripts and styles that carry it. */
  readonly nonce: string;
  mount(app: Express, contentOf: PageContent): void;
  close(): Promise<void>;
}

/** Development: Vite compiles what the browser asks for and tells it what changed, over a WebSocket on the same port. */
export async function startVitePages(server: Server): Promise<VitePages> {
  const { createServer } = await import('vite');
  // One for the whole process: it keeps foreign markup from running in development, where nothing is worth a new one for each page.
  const nonce = randomBytes(16).toString('base64url');
  const vite = await createServer({
    configFile: path.join(PROJECT, 'vite.config.ts'),
    // The file's own root is relative to the working directory, which may be another one.
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
        const spoken = inLanguage(page, localeOf(request));
        const content = await contentOf(request, response);
        // Its styles come with its scripts: painted before them it would be bare.
        response.type('html').send(content === null ? spoken : withNoScript(spoken, content.content));
      });
    },
    close: () => vite.close(),
  };
}

/** A path whose last part has a dot asks for a file; answering it with the page would hide that the file is missing. */
function namesFile(request: Request): boolean {
  return path.posix.basename(request.path).includes('.');
}
