import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Express, type Request, type Response } from 'express';
import sirv from 'sirv';
import type { Html } from './html.ts';
import { sendError } from './request.ts';

/** The same from `src/server` and from `dist/server`. */
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

export const BUILT_PAGES = path.join(PROJECT, 'dist/client');

/** Every address of the application begins with the same page; the router in the browser does the rest. */
const ANY_PATH = '/{*path}';
const PAGE_CACHING = 'no-cache';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** What a page shows with scripts switched off; `null` for those that have nothing to show then. */
export type PageContent = (request: Request, response: Response) => Promise<Html | null>;

/** It stands inside `<noscript>`, so that with scripts on nobody sees, focuses or presses it before the application is there. */
function withContent(page: string, content: Html | null): string {
  if (content === null) return page;
  return page.replace(/<noscript>[\s\S]*?<\/noscript>/, () => `<noscript>${content.toString()}</noscript>`);
}

/**
 * Serves what `vite build` made. Names under `/assets` hold a hash of the content, so browsers may keep those for good.
 * What is not there goes on to the application's answer for 404.
 */
export function mountBuiltPages(app: Express, directory: string, contentOf: PageContent): void {
  const assets = sirv(path.join(directory, 'assets'), {
    immutable: true,
    maxAge: YEAR_SECONDS,
    extensions: [],
    // What the build put beside them.
    brotli: true,
    gzip: true,
  });
  app.use('/assets', (request, response) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const missing = () => sendError(request, response, 'NOT_FOUND');
    if (isReading) assets(request, response, missing);
    else missing();
  });
  app.use(
    express.static(directory, {
      index: false,
      setHeaders: (response) => response.setHeader('Cache-Control', PAGE_CACHING),
    }),
  );
  app.get(ANY_PATH, async (request, response, next) => {
    if (namesFile(request)) return next();
    response.setHeader('Cache-Control', PAGE_CACHING);
    const content = await contentOf(request, response);
    if (content === null) return response.sendFile('index.html', { root: directory, cacheControl: false });
    const page = await readFile(path.join(directory, 'index.html'), 'utf8');
    response.type('html').send(withContent(page, content));
  });
}

export interface VitePages {
  mount(app: Express, contentOf: PageContent): void;
  close(): Promise<void>;
}

/** Development: Vite compiles what the browser asks for and tells it what changed, over a WebSocket on the same port. */
export async function startVitePages(server: Server): Promise<VitePages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: path.join(PROJECT, 'vite.config.ts'),
    // The file's own root is relative to the working directory, which may be another one.
    root: path.join(PROJECT, 'src/client'),
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  return {
    mount(app, contentOf) {
      app.use(vite.middlewares);
      app.get(ANY_PATH, async (request, response, next) => {
        if (namesFile(request)) return next();
        const template = await readFile(path.join(vite.config.root, 'index.html'), 'utf8');
        const page = await vite.transformIndexHtml(request.originalUrl, template);
        response.setHeader('Cache-Control', PAGE_CACHING);
        response.type('html').send(withContent(page, await contentOf(request, response)));
      });
    },
    close: () => vite.close(),
  };
}

/** A path whose last part has a dot asks for a file; answering it with the page would hide that the file is missing. */
function namesFile(request: Request): boolean {
  return path.posix.basename(request.path).includes('.');
}
