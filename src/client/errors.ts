import type { NextStep } from '../shared/errors/entry.ts';
import { ERROR_STEPS } from '../shared/errors/steps.ts';
import { isKnownCode } from '../shared/errors/known-code.ts';
import type { ErrorCode } from '../shared/errors/catalogue.ts';
import type { InputIssue } from '../shared/issues.ts';

/** A failure as the pages use it: a code of the catalogue and the details of the answer. The texts are in `error-words.ts`. */
export interface ClientError {
  readonly code: ErrorCode;
  readonly next: NextStep;
  /**
   * Replaces the catalogue's texts. `action`: do not promise an automatic retry. `text-message`: the code came in a text message.
   * `text-sign-in`: the same, for a sign-in.
   */
  readonly wording?: 'action' | 'text-message' | 'text-sign-in';
  readonly issues?: readonly InputIssue[];
  /** Seconds. */
  readonly retryAfter?: number;
  /** For the operator of the site. */
  readonly requestId?: string;
}

export function errorOfCode(code: ErrorCode): ClientError {
  return { code, next: ERROR_STEPS[code] };
}

/** The failure from the page's query string. An unknown code is not shown, because anybody can write it there. */
export function failureOf(address: {
  readonly error?: string | undefined;
  readonly requestId?: string | undefined;
}): ClientError {
  const failure = errorOfCode(isKnownCode(address.error) ? address.error : 'Callback');
  return address.requestId === undefined ? failure : { ...failure, requestId: address.requestId };
}

/** The browser refused to go to an identity provider. */
export class ProviderUnreachableError extends Error {
  override readonly name = 'ProviderUnreachableError';
}

/**
 * Converts an error of a procedure call to a code of the catalogue.
 *
 * An answer without a known code did not come from the procedure: no network, a proxy's page, a restart. It becomes `UNAVAILABLE`, never
 * "signed out" or "not found".
 */
export function toClientError(error: unknown): ClientError {
  if (error instanceof ProviderUnreachableError) return errorOfCode('OAuthSignin');
  // `TRPCClientError` and the signed-out pages' `CallError`. The first page does not load tRPC's client.
  if (!(error instanceof Error) || !('data' in error)) return errorOfCode('INTERNAL');
  return toClientErrorOf(error.data);
}

/** The same for the data of a failed call, which the server also writes into a page. */
export function toClientErrorOf(data: unknown): ClientError {
  if (!isRecord(data) || !isKnownCode(data['appCode'])) return errorOfCode('UNAVAILABLE');
  const { issues, retryAfter, requestId } = data;
  return {
    ...errorOfCode(data['appCode']),
    ...(Array.isArray(issues) && { issues: issues.filter(isInputIssue) }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
    ...(typeof requestId === 'string' && { requestId }),
  };
}

/** The same for a mutation. It is not retried automatically, so its text must not promise a retry. */
export function toActionError(error: unknown): ClientError {
  return withoutRetryPromise(toClientError(error));
}

export function withoutRetryPromise(error: ClientError): ClientError {
  return error.code === 'UNAVAILABLE' ? { ...error, wording: 'action' } : error;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isInputIssue(value: unknown): value is InputIssue {
  return (
    isRecord(value) &&
    Array.isArray(value['path']) &&
    typeof value['key'] === 'string' &&
    typeof value['message'] === 'string'
  );
}
