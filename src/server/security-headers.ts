import helmet from 'helmet';
import type { RequestHandler } from 'express';

/** The headers of every answer, errors included. Vite's development server needs its own inline script and socket. */
export function securityHeaders(origin: string, pages: 'built' | 'vite'): RequestHandler {
  const https = origin.startsWith('https:');
  const vite = pages === 'vite';
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: vite ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        // Mantine sets style attributes and a style element with its variables.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        connectSrc: vite ? ["'self'", 'ws:'] : ["'self'"],
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
}
