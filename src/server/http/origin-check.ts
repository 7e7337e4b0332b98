import type { Request, RequestHandler } from 'express';
import { sendError } from './request.ts';

/**
 * Whether a state-changing request comes from this origin. Browsers send `Sec-Fetch-Site` or `Origin`.
 * A program that sends neither must send no cookies, because it then has no victim's session (OWASP).
 */
export function isSameOrigin(req: Request, origin: string): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return false;
  const sentOrigin = req.get('origin');
  if (sentOrigin !== undefined) return sentOrigin === origin;
  return site === 'same-origin' || req.headers.cookie === undefined;
}

export function requireSameOrigin(origin: string): RequestHandler {
  return (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD' || isSameOrigin(req, origin)) return next();
    sendError(req, res, 'FOREIGN_ORIGIN');
  };
}
