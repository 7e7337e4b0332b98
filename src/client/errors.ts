import type { ErrorCode } from '../shared/errors/catalogue.ts';
import type { InputIssue } from '../shared/issues.ts';

/** A failure as the pages use it: a code of the catalogue and the details of the answer. The texts are in `error-words.ts`. */
export interface PageError {
  readonly code: ErrorCode;
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

export function errorOfCode(code: ErrorCode): PageError {
  return { code };
}

/**
 * The failure from the page's query string. An unknown code is not shown, because anybody can write it there. `known` has every code of the
 * catalogue as a key, as the words of errors do.
 */
export function failureOf(
  { error = '', requestId }: { readonly error?: string | undefined; readonly requestId?: string | undefined },
  known: Readonly<Record<ErrorCode, unknown>>,
): PageError {
  const failure = errorOfCode(Object.hasOwn(known, error) ? (error as ErrorCode) : 'Callback');
  return requestId === undefined ? failure : { ...failure, requestId };
}

/** The browser refused to go to an identity provider. */
export class ProviderUnreachableError extends Error {
  override readonly name = 'ProviderUnreachableError';
}

/**
 * Converts an error of a procedure call to a code of the catalogue.
 *
 * An answer without a code did not come from the procedure: no network, a proxy's page, a restart. It becomes `UNAVAILABLE`, never
 * "signed out" or "not found".
 */
export function toPageError(error: unknown): PageError {
  if (error instanceof ProviderUnreachableError) return errorOfCode('OAuthSignin');
  // `TRPCClientError` and the signed-out pages' `CallError`. The first page does not load tRPC's client.
  if (!(error instanceof Error) || !('data' in error)) return errorOfCode('INTERNAL');
  return toPageErrorOf(error.data);
}

/** The same for the data of a failed call, which the server also writes into a page. */
export function toPageErrorOf(data: unknown): PageError {
  if (!isRecord(data) || typeof data['appCode'] !== 'string') return errorOfCode('UNAVAILABLE');
  const { issues, retryAfter, requestId } = data;
  return {
    // A newer server may have a code without words here. `errorWords` says then that it cannot answer.
    ...errorOfCode(data['appCode'] as ErrorCode),
    ...(Array.isArray(issues) && { issues: issues.filter(isInputIssue) }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
    ...(typeof requestId === 'string' && { requestId }),
  };
}

/** The same for a mutation. It is not retried automatically, so its text must not promise a retry. */
export function toActionError(error: unknown): PageError {
  return withoutRetryPromise(toPageError(error));
}

export function withoutRetryPromise(error: PageError): PageError {
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

/** What a report says of an error. Checks the shape, not the class: a `DOMException` is not an `Error` in every environment. */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('name' in error) || !('message' in error)) {
    return typeof error;
  }
  return `${String(error.name)}: ${String(error.message)}`;
}
