import express, { type Request, type RequestHandler } from 'express';
import { OAuthError } from '../domain/oauth/oauth-error.ts';
import { hasRepeatedParameter } from '../domain/oauth/parameters.ts';

/** The body of a request to an endpoint of OAuth. */
const OAUTH_MAX_BODY_BYTES = 16 * 1024;

/** The only content type of the endpoints (RFC 6749, 3.2). */
const FORM = 'application/x-www-form-urlencoded';

/** Reads the body as text, so that a parameter that is there twice is seen. */
export const readBody: RequestHandler = express.text({ type: FORM, limit: OAUTH_MAX_BODY_BYTES });

/** The parameters of the body. Throws `OAuthError` `invalid_request` for another content type, and for a parameter that is there twice (RFC 6749, 3.2). */
export function formOf(req: Request): URLSearchParams {
  const body: unknown = req.body;
  if (typeof body !== 'string') throw new OAuthError('invalid_request', `The body must be ${FORM}.`);
  const parameters = new URLSearchParams(body);
  if (hasRepeatedParameter(parameters))
    throw new OAuthError('invalid_request', 'A parameter is there more than once.');
  return parameters;
}
