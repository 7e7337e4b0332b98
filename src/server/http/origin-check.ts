import type { Request, RequestHandler } from 'express';
import { sendError } from './request.ts';

/** Refuses every host but the configured origin's, so that no forged `Host` gets into a link or a cookie (421, RFC 9110 15.5.20). */
export function requireHost(origin: string): RequestHandler {
  const { host } = new URL(origin);
  return (req, res, next) => {
    if (req.headers.host?.toLowerCase() === host) return next();
    sendError(req, res, 'WRONG_HOST', { leadsTo: origin });
  };
}

/**
 * Whether a state-changing request may come from where it says. A browser always tells, by `Sec-Fetch-Site` or `Origin`; a
 * program that sends neither has no victim's cookies, so without them it may pass (OWASP, fetch metadata and origin checks).
 */
export function isSameOrigin(req: Request, origin: string): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return false;
  const from = req.get('origin');
  if (from !== undefined) return from === origin;
  return site === 'same-origin' || req.headers.cookie === undefined;
}

export function requireSameOrigin(origin: string): RequestHandler {
  return (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD' || isSameOrigin(req, origin)) return next();
    sendError(req, res, 'FOREIGN_ORIGIN');
  };
}
