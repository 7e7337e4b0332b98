import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import type { ErrorData } from '../../shared/errors/error-data.ts';
import { isLocale, negotiateLocale, type Locale } from '../../shared/locale.ts';
import { PROOF_OF_WORK_HEADER } from '../../shared/proof-of-work.ts';
import type { CookieJar } from '../auth/cookies.ts';
import type { RequestClient } from '../dependencies.ts';
import { errorDocument } from './error-page.ts';

const ids = new WeakMap<IncomingMessage, string>();

/** Each request has an id, which its answer carries and every log line about it. */
export function requestIdOf(req: IncomingMessage): string {
  let id = ids.get(req);
  if (id === undefined) ids.set(req, (id = randomUUID()));
  return id;
}

export const answerWithRequestId: RequestHandler = (req, res, next) => {
  res.set('X-Request-Id', requestIdOf(req));
  next();
};

const locales = new WeakMap<object, Locale>();

/** Settles the language of a request: the one that this browser was told, else the one that it likes best. */
export function settleLocale(cookies: CookieJar, req: IncomingMessage): void {
  locales.set(req, readLocale(req, cookies.read(req.headers.cookie)));
}

/** The same of a request whose cookies are read already. */
export function readLocale(req: IncomingMessage, cookies: ReturnType<CookieJar['read']>): Locale {
  const told = cookies.locale;
  return isLocale(told) ? told : negotiateLocale(req.headers['accept-language']);
}

/** The language in which this request is answered. Every answer that depends on it says so (`varyByLocale`). */
export function localeOf(req: IncomingMessage): Locale {
  return locales.get(req) ?? negotiateLocale(req.headers['accept-language']);
}

/** What `localeOf` was told by. */
export function varyByLocale(res: Response): void {
  res.vary('Accept-Language').vary('Cookie');
}

export function clientOf(req: Request): RequestClient {
  return describeClient(req, req.ip ?? null);
}

/** The same of a request that Express has not seen (`http/client-address.ts` reads its address). */
export function describeClient(req: IncomingMessage, ip: string | null): RequestClient {
  const proofOfWork = req.headers[PROOF_OF_WORK_HEADER];
  return {
    ip,
    userAgent: req.headers['user-agent'] ?? null,
    locale: localeOf(req),
    proofOfWork: typeof proofOfWork === 'string' ? proofOfWork : null,
  };
}

/**
 * A refusal outside the procedures, in the shape that their error data has; a person who navigated here gets it as a page.
 * `retryAfter` in seconds; `leadsTo` is the address to go on at, when the next step's own is not it.
 */
export function sendError(
  req: Request,
  res: Response,
  code: ErrorCode,
  details: { retryAfter?: number | undefined; leadsTo?: string } = {},
): void {
  const { status, message } = ERRORS[code];
  const { retryAfter, leadsTo } = details;
  const requestId = requestIdOf(req);
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  res.status(status).set('Cache-Control', 'no-store').vary('Accept');
  if (req.get('accept')?.includes('text/html')) {
    varyByLocale(res);
    const place = { locale: localeOf(req), requestId, ...(leadsTo === undefined ? {} : { leadsTo }) };
    res.type('html').send(errorDocument(code, place));
    return;
  }
  const data: ErrorData = {
    appCode: code,
    requestId,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
  res.json({ error: { message, data } });
}
