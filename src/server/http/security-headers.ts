import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { styleSourcesOf } from './content-hashes.ts';
import { PLAIN_STYLE } from './error-page.ts';

/**
 * The headers of every answer, also of errors.
 * @param viteNonce the nonce of the inline script and styles of Vite's development server, which also needs a
 * web socket; `null`: built pages
 */
export function securityHeaders(origin: string, viteNonce: string | null): OutgoingHttpHeaders {
  const https = origin.startsWith('https:');
  const vite = viteNonce === null ? [] : [`'nonce-${viteNonce}'`];
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...vite],
        // The style element of the server's own pages, which load no style sheet.
        styleSrc: ["'self'", ...styleSourcesOf(PLAIN_STYLE.toString()), ...vite],
        imgSrc: ["'self'"],
        connectSrc: ["'self'", ...(viteNonce === null ? [] : ['ws:'])],
        // The proof of work (`client/features/browser-check/check-browser.ts`).
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    // With no-referrer, browsers send `Origin: null` with Foyer's own form posts.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  // The headers are the same for all requests, so helmet creates them once.
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
