import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import type { OAuthErrorCode } from '../domain/oauth/oauth-error.ts';
import type { HostMismatch, RefusalData } from '../../shared/errors/error-data.ts';
import { isLocale, negotiateLocale, type Locale } from '../../shared/locale.ts';
import { PROOF_OF_WORK_HEADER } from '../../shared/proof-of-work.ts';
import type { CookieJar } from '../auth/cookies.ts';
import { USER_AGENT_MAX_LENGTH } from '../domain/rules/device.ts';
import type { RequestContext } from '../domain/rules/request-context.ts';
import { errorDocument, type PlainBrand } from './error-page.ts';

const ids = new WeakMap<IncomingMessage, string>();

/** In the answer and in all log lines of the request. */
export function requestIdOf(req: IncomingMessage): string {
  let id = ids.get(req);
  if (id === undefined) ids.set(req, (id = randomUUID()));
  return id;
}

export const answerWithRequestId: RequestHandler = (req, res, next) => {
  res.set('X-Request-Id', requestIdOf(req));
  next();
};

const failures = new WeakMap<IncomingMessage, (ErrorCode | OAuthErrorCode)[]>();

/** For the metrics. A batch of calls can have several failures. */
export function noteFailure(req: IncomingMessage, code: ErrorCode | OAuthErrorCode): void {
  const noted = failures.get(req);
  if (noted) noted.push(code);
  else failures.set(req, [code]);
}

export function failureCodesOf(req: IncomingMessage): readonly (ErrorCode | OAuthErrorCode)[] {
  return failures.get(req) ?? [];
}

const locales = new WeakMap<object, Locale>();

/** The chosen language of the browser, or its most preferred one. */
export function resolveLocale(cookies: CookieJar, req: IncomingMessage): void {
  locales.set(req, readLocale(req, cookies.read(req.headers.cookie)));
}

/** For cookies that were already parsed. */
export function readLocale(req: IncomingMessage, cookies: ReturnType<CookieJar['read']>): Locale {
  const chosenLocale = cookies.locale;
  return isLocale(chosenLocale) ? chosenLocale : negotiateLocale(req.headers['accept-language']);
}

const brands = new WeakMap<object, PlainBrand>();

export function resolveBrand(req: IncomingMessage, brand: PlainBrand): void {
  brands.set(req, brand);
}

function brandOfRequest(req: IncomingMessage): PlainBrand {
  const brand = brands.get(req);
  if (!brand) throw new Error('a request came to an error page before its brand was set');
  return brand;
}

/** The language for the answer of this request. Answers that depend on it call `varyByLocale`. */
export function localeOfRequest(req: IncomingMessage): Locale {
  return locales.get(req) ?? negotiateLocale(req.headers['accept-language']);
}

/** Names the request headers that `localeOfRequest` depends on. */
export function varyByLocale(res: Response): void {
  res.vary('Accept-Language').vary('Cookie');
}

export function requestContextOf(req: Request): RequestContext {
  return describeRequest(req, req.ip ?? null);
}

/** For a request that Express has not seen. `http/client-address.ts` reads its `ip`. */
export function describeRequest(
  req: IncomingMessage,
  ip: string | null,
  locale = localeOfRequest(req),
): RequestContext {
  const proofOfWork = req.headers[PROOF_OF_WORK_HEADER];
  return {
    ip,
    userAgent: req.headers['user-agent']?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
    locale,
    proofOfWork: typeof proofOfWork === 'string' ? proofOfWork : null,
  };
}

/**
 * Sends an error outside procedures: a page to a navigating browser, otherwise the procedures' error shape.
 * `retryAfter` is in seconds; `leadsTo` replaces the address of the next step.
 */
export function sendError(
  req: Request,
  res: Response,
  code: ErrorCode,
  details: { retryAfter?: number | undefined; leadsTo?: string; host?: HostMismatch } = {},
): void {
  noteFailure(req, code);
  const { status, message } = ERRORS[code];
  const { retryAfter, leadsTo, host } = details;
  const requestId = requestIdOf(req);
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  res.status(status).set('Cache-Control', 'no-store').vary('Accept');
  if (req.get('accept')?.includes('text/html')) {
    varyByLocale(res);
    const pageDetails = {
      brand: brandOfRequest(req),
      locale: localeOfRequest(req),
      requestId,
      ...(leadsTo === undefined ? {} : { leadsTo }),
      ...(host ? { host } : {}),
    };
    res.type('html').send(errorDocument(code, pageDetails));
    return;
  }
  const data: RefusalData = {
    appCode: code,
    requestId,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(host ? { host } : {}),
  };
  res.json({ error: { message, data } });
}

export function refuseMethod(req: Request, res: Response, allowed: readonly string[]): void {
  res.set('Allow', allowed.join(', '));
  sendError(req, res, 'METHOD_NOT_ALLOWED');
}
