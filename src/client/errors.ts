import type { ErrorCode } from '../shared/errors/catalogue.ts';
import type { InputIssue } from '../shared/issues.ts';
import type { Report } from './error-reports.ts';

/** A code of the catalogue with the details of the answer. The texts are in `error-words.ts`. */
export interface PageError {
  readonly code: ErrorCode;
  /**
   * `action`: promise no retry. `offline`: the browser had no connection. `past`: before this page was opened.
   * `text-message`: about a code by text message. `text-sign-in`: to sign in.
   */
  readonly wording?: 'action' | 'offline' | 'past' | 'text-message' | 'text-sign-in';
  readonly issues?: readonly InputIssue[];
  /** Seconds. */
  readonly retryAfter?: number;
  readonly requestId?: string;
}

export function errorOfCode(code: ErrorCode): PageError {
  return { code };
}

/** Anybody can write the query string, so a code that is no key of `known` is not shown. */
export function failureOf(
  { error = '', requestId }: { readonly error?: string | undefined; readonly requestId?: string | undefined },
  known: Readonly<Record<ErrorCode, unknown>>,
): PageError {
  const code = Object.hasOwn(known, error) ? (error as ErrorCode) : 'Callback';
  const failure: PageError = { ...errorOfCode(code), ...(code === 'UNAVAILABLE' && { wording: 'past' }) };
  return requestId === undefined ? failure : { ...failure, requestId };
}

/** The browser refused to go to an identity provider. */
class ProviderUnreachableError extends Error {
  override readonly name = 'ProviderUnreachableError';
}

/** A call had no answer, and the browser no connection. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
}

interface ProviderNavigation {
  readonly url: string;
  readonly provider: string;
  /** The page that the browser leaves. */
  readonly path: string;
  readonly openUrl: (url: string) => void;
  readonly report: Report;
}

/** A refusal by the browser is reported, because the server cannot see it. It throws what is shown then. */
export function goToProvider({ url, provider, path, openUrl, report }: ProviderNavigation): void {
  try {
    openUrl(url);
  } catch (cause) {
    report({ code: 'OAuthSignin', message: messageOf(cause), provider, path });
    throw new ProviderUnreachableError('the browser did not go to the provider', { cause });
  }
}

/** An answer without a code is not the procedure's. It is `UNAVAILABLE`, never "signed out". */
export function toPageError(error: unknown): PageError {
  if (error instanceof ProviderUnreachableError) return errorOfCode('OAuthSignin');
  // `TRPCClientError`, or `CallError` of the signed-out pages, which do not load tRPC's library.
  if (!(error instanceof Error) || !('data' in error)) return errorOfCode('INTERNAL');
  const failure = toPageErrorOf(error.data);
  return error.cause instanceof OfflineError ? { ...failure, wording: 'offline' } : failure;
}

/** For the data of a failed call, which the server also writes into a page. */
export function toPageErrorOf(data: unknown): PageError {
  if (!isRecord(data) || typeof data['appCode'] !== 'string') return errorOfCode('UNAVAILABLE');
  const { issues, retryAfter, requestId } = data;
  return {
    // A newer server may have a code without words here. `errorWords` has words for that.
    ...errorOfCode(data['appCode'] as ErrorCode),
    ...(Array.isArray(issues) && { issues: issues.filter(isInputIssue) }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
    ...(typeof requestId === 'string' && { requestId }),
  };
}

/** A mutation is not retried, so its text must not promise a retry. */
export function toActionError(error: unknown): PageError {
  return withoutRetryPromise(toPageError(error));
}

export function withoutRetryPromise(error: PageError): PageError {
  return error.code === 'UNAVAILABLE' ? { wording: 'action', ...error } : error;
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

/** Checks the shape, not the class: a `DOMException` is not an `Error` in every environment. */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('name' in error) || !('message' in error)) {
    return typeof error;
  }
  return `${String(error.name)}: ${String(error.message)}`;
}
