import { TRPCClientError } from '@trpc/client';
import type { NextStep } from '../shared/errors/entry.ts';
import { ERROR_STEPS } from '../shared/errors/first-page.ts';
import { isKnownCode } from '../shared/errors/known-code.ts';
import type { ErrorCode } from '../shared/errors/catalogue.ts';
import type { InputIssue } from '../shared/issues.ts';

/** A failure as the pages deal with it: a code of the catalogue and whatever the answer added. Its words are the language's (`error-words.ts`). */
export interface ClientError {
  readonly code: ErrorCode;
  readonly next: NextStep;
  /** Where the catalogue's own words do not fit. `action`: nothing is repeated by itself; `text-message`: about a code that came so. */
  readonly wording?: 'action' | 'text-message';
  readonly issues?: readonly InputIssue[];
  /** Seconds. */
  readonly retryAfter?: number;
  /** To quote to whoever runs the site. */
  readonly requestId?: string;
}

export function errorOfCode(code: ErrorCode): ClientError {
  return { code, next: ERROR_STEPS[code] };
}

/** The failure that a page's address names; a code that the catalogue does not know is anybody's text and not repeated. */
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
 * Turns whatever a procedure call threw into a code of the catalogue.
 *
 * An answer without a code of ours did not come from the procedure (no network, a proxy's page, a restart in between), so
 * the only honest reading is that the service cannot answer: never "signed out", never "not found".
 */
export function toClientError(error: unknown): ClientError {
  if (error instanceof ProviderUnreachableError) return errorOfCode('OAuthSignin');
  if (!(error instanceof TRPCClientError)) return errorOfCode('INTERNAL');
  const data: unknown = error.data;
  if (!isRecord(data) || !isKnownCode(data['appCode'])) return errorOfCode('UNAVAILABLE');
  const { issues, retryAfter, requestId } = data;
  return {
    ...errorOfCode(data['appCode']),
    ...(Array.isArray(issues) && { issues: issues.filter(isInputIssue) }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
    ...(typeof requestId === 'string' && { requestId }),
  };
}

/** The same for what a person set off: unlike a query, it is not repeated by itself, and must not say so. */
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
