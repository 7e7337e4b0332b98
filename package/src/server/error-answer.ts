import { FoyerError } from '../foyer-error.ts';

interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

export type Refusal = { readonly location: string } | ErrorAnswer;

export function errorAnswerOf(error: FoyerError, verifyUrl: string | null = null): ErrorAnswer {
  // For the app's own caller, a misconfigured Foyer is an unavailable one.
  const isServerFault = error.code === 'WRONG_HOST' || error.status === 500;
  const { code, status, message, requestId, retryAfter, scope, issues, challenge } = isServerFault
    ? new FoyerError('UNAVAILABLE', { message: error.message, requestId: error.requestId })
    : error;
  const data = {
    appCode: code,
    requestId,
    retryAfter,
    scope,
    issues,
    challenge,
    verifyUrl: verifyUrl ?? undefined,
  };
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(status === 401 && { 'www-authenticate': 'Bearer realm="Foyer"' }),
    },
    body: { error: { message, data } },
  };
}

/**
 * The answer for an error of `getSession` or of a client, as a Fetch `Response`: the code's status with
 * `{ error: { message, data: { appCode } } }`. `data` keeps the error's details, such as `issues` for
 * `INVALID_INPUT`.
 */
export function toErrorResponse(error: FoyerError, verifyUrl: string | null = null): Response {
  return toResponse(errorAnswerOf(error, verifyUrl));
}

export function toResponse(refusal: Refusal): Response {
  if ('location' in refusal) {
    const headers = { 'cache-control': 'no-store', location: refusal.location };
    return new Response(null, { status: 303, headers });
  }
  const { status, headers, body } = refusal;
  return Response.json(body, { status, headers });
}
