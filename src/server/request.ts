import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { ERRORS, type ErrorCode, type ErrorData } from '../shared/errors.ts';
import type { RequestClient } from './dependencies.ts';

const ids = new WeakMap<object, string>();

/** Gives each request an id, which its answer carries and every log line about it. */
export const assignRequestId: RequestHandler = (req, res, next) => {
  const id = randomUUID();
  ids.set(req, id);
  res.set('X-Request-Id', id);
  next();
};

export function requestIdOf(req: object): string {
  return ids.get(req) ?? 'unknown';
}

export function clientOf(req: Request): RequestClient {
  return { ip: req.ip ?? null, userAgent: req.get('user-agent') ?? null };
}

/** A refusal outside the procedures, in the shape that their error data has. `retryAfter` in seconds. */
export function sendError(req: Request, res: Response, code: ErrorCode, retryAfter?: number): void {
  const { status, message } = ERRORS[code];
  const data: ErrorData = {
    appCode: code,
    requestId: requestIdOf(req),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  res.status(status).set('Cache-Control', 'no-store').json({ error: { message, data } });
}
