import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import { AppError } from '../app-error.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';

export type AuthAction =
  | 'callback'
  | 'csrf'
  | 'error'
  | 'providers'
  | 'session'
  | 'signin'
  | 'signout'
  | 'verify-request';

export interface FailedFlow {
  readonly action: AuthAction;
  readonly providerType: 'oidc' | 'oauth' | 'email' | 'credentials' | null;
  /** The adapter method that threw, or `null` when the error came from elsewhere. */
  readonly adapterMethod: string | null;
}

/** Auth.js checks its configuration in every request, and throws one of these. */
const CONFIGURATION_TYPES: ReadonlySet<unknown> = new Set([
  'InvalidEndpoints',
  'MissingSecret',
  'MissingAdapter',
  'MissingAdapterMethods',
  'UnsupportedStrategy',
  'UntrustedHost',
]);

const SAME_NAME = ['OAuthAccountNotLinked', 'AccessDenied', 'Verification', 'CredentialsSignin'] as const;

/** Auth.js 0.41 answers `Configuration` to most failures. Its error type and the failed step tell more. */
export function toErrorCode(error: unknown, flow: FailedFlow): ErrorCode {
  const appError = findAppError(error);
  if (appError) return appError.code;
  // Nothing was decided: the user can try again.
  if (isDatabaseUnavailable(error)) return 'UNAVAILABLE';
  const type = (error as { type?: unknown } | null)?.type;
  if (CONFIGURATION_TYPES.has(type)) return 'Configuration';
  const sameName = SAME_NAME.find((name) => name === type);
  if (sameName) return sameName;
  if (type === 'MissingCSRF' || type === 'InvalidProvider') return 'Signin';
  const { action, providerType, adapterMethod } = flow;
  if (providerType === 'credentials') return 'Callback';
  if (action === 'signin') {
    if (providerType === 'email') return 'EmailSignin';
    return providerType ? 'OAuthSignin' : 'Signin';
  }
  if (action === 'callback') {
    if (adapterMethod === 'createUser' || adapterMethod === 'linkAccount') {
      return providerType === 'email' ? 'EmailCreateAccount' : 'OAuthCreateAccount';
    }
    return providerType === 'email' || adapterMethod !== null ? 'Callback' : 'OAuthCallback';
  }
  return 'Configuration';
}

/** Auth.js wraps the errors of callbacks and adapter as `cause: { err }`. */
export function findAppError(error: unknown): AppError | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; depth++) {
    if (current instanceof AppError) return current;
    const cause: unknown = current.cause;
    current = cause instanceof Error ? cause : (cause as { err?: unknown } | undefined)?.err;
  }
  return null;
}
