import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { readAuthorization } from './authorization.ts';

const PREFLIGHT_SECONDS = 600;
/** Readable for scripts of the other origin, beside the body. */
const EXPOSED_HEADERS = 'Retry-After, X-Request-Id';

/**
 * The origin of a request, if `TRUSTED_ORIGINS` has this exact text (RFC 6454, 6.2: one spelling for each).
 * `Sec-Fetch-Site` must be `same-site`, because only the browser knows where a site ends. Without it,
 * `SameSite=Lax` decides. A request with a token or a key has no cookies, and its answer is for no page.
 */
export function trustedOriginOf(trustedOrigins: readonly string[], req: IncomingMessage): string | null {
  const { origin, 'sec-fetch-site': site } = req.headers;
  if (origin === undefined || !trustedOrigins.includes(origin)) return null;
  if (readAuthorization(req).kind !== 'none') return null;
  // Browsers before 2023 do not send it.
  return site === undefined || site === 'same-site' ? origin : null;
}

/**
 * CORS for the trusted origins (Fetch standard, 3.3): their pages may call with cookies and read answers.
 * `fromTrustedOrigins` decides later about each procedure, so that its refusal is readable.
 */
export function allowTrustedOrigins(trustedOrigins: readonly string[]): RequestHandler {
  return (req, res, next) => {
    if (trustedOrigins.length === 0) return next();
    res.vary('Origin');
    const origin = trustedOriginOf(trustedOrigins, req);
    if (origin === null) return next();
    res.set('Access-Control-Allow-Origin', origin).set('Access-Control-Allow-Credentials', 'true');
    if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) {
      res.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
      return next();
    }
    res
      .vary('Access-Control-Request-Method')
      .vary('Access-Control-Request-Headers')
      .set('Access-Control-Allow-Methods', 'GET, POST')
      .set('Access-Control-Allow-Headers', 'Content-Type')
      .set('Access-Control-Max-Age', String(PREFLIGHT_SECONDS))
      .status(204)
      .end();
  };
}
