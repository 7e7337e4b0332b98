import express, { type Request, type RequestHandler } from 'express';
import { OAuthError } from '../domain/oauth/oauth-error.ts';

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
  for (const name of new Set(parameters.keys())) {
    // RFC 8707, section 2: there may be many.
    if (name !== 'resource' && parameters.getAll(name).length > 1)
      throw new OAuthError('invalid_request', 'A parameter is there more than once.');
  }
  return parameters;
}

/** `null` for a parameter that is missing or empty (RFC 6749, 3.2). */
export function valueOf(parameters: URLSearchParams, name: string): string | null {
  const value = parameters.get(name);
  return value === '' ? null : value;
}

/** Throws `OAuthError` `invalid_request` without it. */
export function requiredValueOf(parameters: URLSearchParams, name: string): string {
  const value = valueOf(parameters, name);
  if (value === null) throw new OAuthError('invalid_request', `${name} is missing.`);
  return value;
}

/** Of a parameter such as `scope`; `null` without it. */
export function wordsOf(parameters: URLSearchParams, name: string): string[] | null {
  const value = valueOf(parameters, name);
  return value === null ? null : [...new Set(value.split(' ').filter((word) => word !== ''))];
}

export function resourcesOf(parameters: URLSearchParams): string[] {
  return [...new Set(parameters.getAll('resource').filter((resource) => resource !== ''))];
}
