import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Express, type Request, type Response } from 'express';

/** The same from `src/server` and from `dist/server`. */
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

export const BUILT_PAGES = path.join(PROJECT, 'dist/client');

/** Every address of the application begins with the same page; the router in the browser does the rest. */
const ANY_PATH = '/{*path}';
const PAGE_CACHING = 'no-cache';

/** Serves what `vite build` made. Names under `/assets` hold a hash of the content, so browsers may keep those for good. */
export function mountBuiltPages(app: Express, directory: string): void {
  app.use(
    '/assets',
    express.static(path.join(directory, 'assets'), { immutable: true, maxAge: '1y', index: false }),
    answerNotFound,
  );
  app.use(
    express.static(directory, {
      index: false,
      setHeaders: (response) => response.setHeader('Cache-Control', PAGE_CACHING),
    }),
  );
  app.get(ANY_PATH, (request, response) => {
    if (namesFile(request)) return answerNotFound(request, response);
    response.setHeader('Cache-Control', PAGE_CACHING);
    response.sendFile('index.html', { root: directory, cacheControl: false });
  });
  app.use(answerNotFound);
}

/**
 * Development: Vite compiles what the browser asks for and tells it what changed, over a WebSocket on the same port.
 * @returns ends Vite
 */
export async function mountVitePages(app: Express, server: Server): Promise<() => Promise<void>> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: path.join(PROJECT, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  app.use(vite.middlewares);
  app.get(ANY_PATH, async (request, response) => {
    if (namesFile(request)) return answerNotFound(request, response);
    const template = await readFile(path.join(vite.config.root, 'index.html'), 'utf8');
    const page = await vite.transformIndexHtml(request.originalUrl, template);
    const policy = response.getHeader('Content-Security-Policy');
    if (typeof policy === 'string') response.setHeader('Content-Security-Policy', allowVite(policy));
    response.setHeader('Cache-Control', PAGE_CACHING);
    response.type('html').send(page);
  });
  app.use(answerNotFound);
  return () => vite.close();
}

/**
 * React's fast refresh needs an inline script, styles arrive as elements, and changes over a WebSocket. Only what Vite
 * serves gets this; the built pages keep the strict policy, in development too.
 */
function allowVite(policy: string): string {
  const additions: Readonly<Record<string, string>> = {
    'script-src': "'unsafe-inline'",
    'style-src': "'unsafe-inline'",
    'connect-src': 'ws:',
  };
  return policy
    .split(';')
    .map((directive) => {
      const addition = additions[directive.trim().split(/\s+/)[0] ?? ''];
      return addition === undefined || directive.includes(addition) ? directive : `${directive} ${addition}`;
    })
    .join(';');
}

/** A path whose last part has a dot asks for a file; answering it with the page would hide that the file is missing. */
function namesFile(request: Request): boolean {
  return path.posix.basename(request.path).includes('.');
}

function answerNotFound(_request: Request, response: Response): void {
  response.status(404).setHeader('Cache-Control', 'no-store').type('text').send('Not found\n');
}
