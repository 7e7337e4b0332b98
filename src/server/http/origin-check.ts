import type { Request, RequestHandler } from 'express';
import { sendError } from './request.ts';

/**
 * Whether a state-changing request comes from this origin. Browsers send `Sec-Fetch-Site` or `Origin`. A
 * program that sends neither is allowed only without cookies, because then it has no victim's session (OWASP,
 * fetch metadata and origin checks).
 */
export function isSameOrigin(req: Request, origin: string): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return false;
  const requestOrigin = req.get('origin');
  if (requestOrigin !== undefined) return requestOrigin === origin;
  return site === 'same-origin' || req.headers.cookie === undefined;
}

export function requireSameOrigin(origin: string): RequestHandler {
  return (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD' || isSameOrigin(req, origin)) return next();
    sendError(req, res, 'FOREIGN_ORIGIN');
  };
}
