import type { Response } from 'express';
import type { Scheme } from '../brand/tokens.ts';
import { styleSourcesOf } from './content-hashes.ts';

interface FrameOptions {
  /** Where links lead: into the whole tab, or nowhere. */
  readonly links: 'tab' | 'nowhere';
}

/** Sends a document for a frame of this site: it shows text, styles and pictures, and runs nothing. */
export function sendFrame(res: Response, page: string, { links }: FrameOptions): void {
  res.set({
    'Content-Security-Policy': policyOf(page, links),
    'X-Frame-Options': 'SAMEORIGIN',
    'Cache-Control': 'no-store',
  });
  // The sandbox has no permission for new windows.
  const target = links === 'tab' ? '_top' : '_blank';
  res.type('html').send(page.replace('<head>', `<head><base target="${target}">`));
}

function policyOf(page: string, links: FrameOptions['links']): string {
  return [
    "default-src 'none'",
    'img-src data:',
    // A mail has no font of its own.
    ...(links === 'nowhere' ? ['font-src data:'] : []),
    `style-src ${["'unsafe-hashes'", ...styleSourcesOf(page)].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    links === 'tab' ? 'sandbox allow-top-navigation-by-user-activation' : 'sandbox',
  ].join('; ');
}

/** The page as a reader with this scheme sees it, whatever the scheme of the browser is. */
export function inScheme(page: string, scheme: Scheme): string {
  return page
    .replaceAll(/\(prefers-color-scheme:\s*(light|dark)\)/g, (_, each) =>
      each === scheme ? 'all' : 'not all',
    )
    .replaceAll(/color-scheme:\s*light dark/g, `color-scheme:${scheme}`)
    .replaceAll('content="light dark"', `content="${scheme}"`);
}
