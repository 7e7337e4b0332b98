import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { styleSourcesOf } from './content-hashes.ts';
import { PLAIN_STYLE } from './error-page.ts';

/**
 * The headers of every answer, errors included.
 * @param viteNonce what Vite's development server marks its inline script and styles with; it also needs its socket. `null`: built pages
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
        // The style element of the server's own plain pages, which are shown where no style sheet is reached.
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
    // With no-referrer, browsers send `Origin: null` on a form post of our own.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  // They depend on nothing of a request, so they are made once: helmet's own names and spelling, without its work for every answer.
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  setHeaders(request, answer, (error) => {
    if (error !== undefined) throw new Error('the security headers cannot be made', { cause: error });
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
