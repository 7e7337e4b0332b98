import express, { type Request, type RequestHandler } from 'express';
import { OAuthError } from '../domain/oauth/oauth-error.ts';
import { hasRepeatedParameter } from '../domain/oauth/parameters.ts';

const OAUTH_MAX_BODY_BYTES = 16 * 1024;
/** The only content type of the endpoints (RFC 6749, 3.2). */
const FORM = 'application/x-www-form-urlencoded';

/** As text, so that a parameter that is there twice is seen. */
export const readBody: RequestHandler = express.text({ type: FORM, limit: OAUTH_MAX_BODY_BYTES });

/** Throws `OAuthError` `invalid_request` for another content type or a repeated parameter (RFC 6749, 3.2). */
export function formOf(req: Request): URLSearchParams {
  const body: unknown = req.body;
  if (typeof body !== 'string') throw new OAuthError('invalid_request', `The body must be ${FORM}.`);
  const parameters = new URLSearchParams(body);
  if (hasRepeatedParameter(parameters))
    throw new OAuthError('invalid_request', 'A parameter is there more than once.');
  return parameters;
}
