import { atBase, type BasePath } from '../../shared/base-path.ts';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import express from 'express';
import expressStaticGzip from 'express-static-gzip';
import { LRUCache } from 'lru-cache';
import type { RenderSignedOutPage } from '../../shared/signed-out-page.ts';
import { hashSource } from '../http/content-hashes.ts';
import { sendError } from '../http/request.ts';
import { NO_BRAND } from '../settings/brand.ts';
import type { Settings } from '../settings/settings.ts';
import { brandStyleSources, brandTemplate } from './branded-template.ts';
import { createPreloads, type ClientManifest } from './client-preloads.ts';
import {
  withApplicationPage,
  withSignedOutPage,
  type ApplicationDocument,
  type ClientDocuments,
  type Render,
} from './documents.ts';

/** This path works from `src/server/pages` and from `dist/server/pages`. */
const BUILD = fileURLToPath(new URL('../../../dist/', import.meta.url));
const MANIFEST = '.vite/manifest.json';
const DOCUMENT_CACHING = 'no-cache';
/** More than all paths without ids, in all languages, signed in or not. */
const KEPT_APPLICATIONS = 300;

/** Opens the build. The renderer is loaded with the first page, so an idle process saves its memory. */
export async function openBuiltDocuments({
  brand,
  basePath,
}: Pick<Settings, 'brand' | 'basePath'>): Promise<ClientDocuments> {
  const directory = path.join(BUILD, 'client');
  const renderer = pathToFileURL(path.join(BUILD, 'render/render.js')).href;
  let render: Promise<{ readonly renderSignedOutPage: RenderSignedOutPage }> | undefined;
  return createBuiltDocuments(
    directory,
    async (page) => {
      const { renderSignedOutPage } = await (render ??= import(renderer));
      return renderSignedOutPage(page);
    },
    { brand, basePath },
  );
}

/** @param directory the built files, with Vite's manifest */
export async function createBuiltDocuments(
  directory: string,
  render: Render,
  { brand, basePath }: Pick<Settings, 'brand' | 'basePath'> = { brand: NO_BRAND, basePath: '' },
): Promise<ClientDocuments> {
  const read = (file: string) => readFile(path.join(directory, file), 'utf8');
  const manifest = JSON.parse(await read(MANIFEST)) as ClientManifest;
  const preloads = createPreloads(manifest, Object.keys(brand.words).length > 0, { basePath });
  const openTemplate = (page: string) => brandTemplate(withBase(page, { basePath }), brand);
  const applicationFile = await read('index.html');
  const application = openTemplate(applicationFile);
  const { template: signedOut, style } = await inlineStyles(await read('sign-in.html'), read);
  const template = openTemplate(signedOut);
  // The styles of a sample are read from the build, where no address has the base path.
  const samplePreloads = createPreloads(manifest, false);
  // Anybody may ask for the page of any person or webhook.
  const applications = new LRUCache<string, ApplicationDocument>({ max: KEPT_APPLICATIONS });
  return {
    inline: { nonce: null, styleSources: [hashSource(style), ...brandStyleSources(brand)] },
    mountFiles(app) {
      app.use(
        '/assets',
        expressStaticGzip(path.join(directory, 'assets'), {
          index: false,
          // The build writes compressed copies beside the files.
          enableBrotli: true,
          orderPreference: ['br', 'gz'],
          serveStatic: { immutable: true, maxAge: '1y', redirect: false },
        }),
        (request, response) => sendError(request, response, 'NOT_FOUND'),
      );
      app.use(
        express.static(directory, {
          index: false,
          redirect: false,
          setHeaders: (response) => response.setHeader('Cache-Control', DOCUMENT_CACHING),
        }),
      );
    },
    async application(page) {
      const { locale, address, isSignedIn } = page;
      const key = JSON.stringify([locale, address, isSignedIn]);
      let document = applications.get(key);
      if (!document) {
        const tags = preloads.ofApplication(locale, address);
        const withFiles = application.replace('</head>', () => `${tags}</head>`);
        const complete = await withApplicationPage(withFiles, page, render);
        document = {
          content: complete,
          tag: `"${createHash('sha256').update(complete).digest('base64url')}"`,
        };
        // One entry for each language and path of the application, signed in or not.
        applications.set(key, document);
      }
      return document;
    },
    async signedOut(page) {
      const tags = preloads.ofSignedOutPage(page);
      return withSignedOutPage(
        template.replace('</head>', () => `${tags}</head>`),
        await render(page),
        { page, applicationFiles: preloads.applicationFiles(page.locale) },
      );
    },
    async sample(page, draft) {
      const account = applicationFile.replace(
        '</head>',
        () => `${samplePreloads.ofApplication(page.locale, '/account')}</head>`,
      );
      const plain = page.name === 'sign-in' ? signedOut : (await inlineStyles(account, read)).template;
      const branded = brandTemplate(withBase(plain, { basePath }), draft);
      return withSignedOutPage(branded, await render(page), { page, applicationFiles: [] });
    },
  };
}

/** The build writes addresses from the root of the origin. */
function withBase(page: string, site: BasePath): string {
  if (site.basePath === '') return page;
  return page.replaceAll(
    /(\s(?:href|src)=")(\/[^"]*")/g,
    (_, before: string, ownPath: string) => before + atBase(site, ownPath),
  );
}

const STYLE_SHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g;

/** Replaces the links to style sheets by one style element, so that the first bytes paint the page. */
async function inlineStyles(
  page: string,
  read: (file: string) => Promise<string>,
): Promise<{ template: string; style: string }> {
  const files = [...page.matchAll(STYLE_SHEET)].map(([, file = '']) => file);
  const style = (await Promise.all(files.map(read))).join('');
  // In HTML this text ends a style element, whatever CSS says.
  if (/<\/style/i.test(style)) throw new Error('A style sheet contains the end of a style element.');
  const template = page
    .replaceAll(STYLE_SHEET, '')
    .replace('</head>', () => `<style>${style}</style></head>`);
  return { template, style };
}
