import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** The headers of every answer, errors included. Vite's development server needs its own inline script and socket. */
export function securityHeaders(origin: string, pages: 'built' | 'vite'): OutgoingHttpHeaders {
  const https = origin.startsWith('https:');
  const vite = pages === 'vite';
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: vite ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        // The server's own plain pages have a style element, and so have the mails that the outbox shows.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'"],
        connectSrc: vite ? ["'self'", 'ws:'] : ["'self'"],
        // The proof of work (`client/solve-challenge.ts`).
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
