import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { DATABASE_RETRY_AFTER_SECONDS } from '../../shared/limits.ts';
import { AppError } from '../app-error.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { OAuthError, type OAuthErrorCode } from '../domain/oauth/oauth-error.ts';
import { noteFailure, refuseMethod, requestIdOf } from '../http/request.ts';

const STATUS: Partial<Record<OAuthErrorCode, number>> = {
  invalid_client: 401,
  invalid_token: 401,
  server_error: 500,
  temporarily_unavailable: 503,
};

/** Tokens must be in no cache (RFC 6749, 5.1). */
export const withoutCache: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store').set('Pragma', 'no-cache');
  next();
};

export function allowOnly(...methods: readonly string[]): RequestHandler {
  return (req, res) => refuseMethod(req, res, methods);
}

/** Answers as in RFC 6749, 5.2. A fault of the server is in the log under the request id. */
export function answerOAuthErrors(deps: Pick<Dependencies, 'log'>): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const { status, failure } = failureOf(error);
    noteFailure(req, failure.code);
    if (status >= 500 && failure.code === 'server_error')
      deps.log.error({ requestId: requestIdOf(req), err: error }, 'request failed');
    if (failure.code === 'invalid_client') res.set('WWW-Authenticate', 'Basic realm="Foyer"');
    sendFailure(res, status, failure);
  };
}

function sendFailure(res: Response, status: number, { code, message, retryAfter }: OAuthError): void {
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  res.status(status).json({ error: code, error_description: message });
}

function failureOf(error: unknown): { readonly status: number; readonly failure: OAuthError } {
  const answer = (status: number, failure: OAuthError) => ({ status, failure });
  if (error instanceof OAuthError) return answer(STATUS[error.code] ?? 400, error);
  const isAway = isDatabaseUnavailable(error);
  const ofError = error instanceof AppError ? error.retryAfter : undefined;
  const retryAfter = isAway ? DATABASE_RETRY_AFTER_SECONDS : ofError;
  const options = retryAfter === undefined ? {} : { retryAfter };
  if (error instanceof AppError && error.code === 'RATE_LIMITED')
    return answer(429, new OAuthError('temporarily_unavailable', 'That was tried too often.', options));
  if (isAway || (error instanceof AppError && error.code === 'UNAVAILABLE'))
    return answer(
      503,
      new OAuthError('temporarily_unavailable', 'The service cannot answer right now.', options),
    );
  // body-parser's errors have a status: a body that is too large, or that cannot be decoded.
  const status = (error as { status?: unknown } | null)?.status;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return answer(
      status === 413 ? 413 : 400,
      new OAuthError('invalid_request', 'The request could not be read.'),
    );
  return answer(500, new OAuthError('server_error', 'Something failed on our side.'));
}
