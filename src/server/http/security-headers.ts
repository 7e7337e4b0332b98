import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { BasePath } from '../../shared/base-path.ts';
import { styleSourcesOf } from './content-hashes.ts';
import { PLAIN_STYLE } from './error-page.ts';

/** Vite's development server has a nonce for its inline content, and needs a web socket. */
interface InlineContent {
  readonly nonce: string | null;
  readonly styleSources: readonly string[];
}

/** `sites`: the origins of the application and of OAuth clients, to which a sign-in may lead. */
export function securityHeaders(
  { origin, basePath }: BasePath & { readonly origin: string },
  { nonce, styleSources }: InlineContent = { nonce: null, styleSources: [] },
  sites: readonly string[] = [],
): OutgoingHttpHeaders {
  // The rest of the origin and the hosts below it are not Foyer's then.
  const isShared = basePath !== '';
  const https = origin.startsWith('https:');
  const vite = nonce === null ? [] : [`'nonce-${nonce}'`];
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...vite],
        styleSrc: ["'self'", ...styleSourcesOf(PLAIN_STYLE.toString()), ...styleSources, ...vite],
        imgSrc: ["'self'"],
        connectSrc: ["'self'", ...(nonce === null ? [] : ['ws:'])],
        // The proof of work (`client/features/browser-check/check-browser.ts`).
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        // Chromium applies it to redirects, too: a form without script may lead to one of these sites.
        formAction: ["'self'", ...sites],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: !isShared } : false,
    // Pages' addresses may have a mail's token, which an application on this origin must not get. With
    // no-referrer, browsers send `Origin: null` with Foyer's own form posts.
    referrerPolicy: { policy: isShared ? 'strict-origin' : 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  // helmet creates the headers once, because they are the same for all requests.
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  setHeaders(request, answer, (error) => {
    if (error !== undefined) throw new Error('the security headers cannot be created', { cause: error });
  });
  return answer.getHeaders();
}

export function answerWithHeaders(headers: OutgoingHttpHeaders): RequestHandler {
  const entries = Object.entries(headers);
  return (_req, res, next) => {
    for (const [name, value] of entries) if (value !== undefined) res.setHeader(name, value);
    next();
  };
}
