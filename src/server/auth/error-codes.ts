import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import { AppError } from '../app-error.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';

export type AuthAction =
  'callback' | 'csrf' | 'error' | 'providers' | 'session' | 'signin' | 'signout' | 'verify-request';

export interface FailedFlow {
  readonly action: AuthAction;
  readonly providerType: 'oidc' | 'oauth' | 'email' | 'credentials' | null;
  /** The adapter method that threw, if it was one. */
  readonly adapterMethod: string | null;
}

/** What Auth.js calls a configuration that it cannot use; it finds out with every request. */
const CONFIGURATION_TYPES: ReadonlySet<unknown> = new Set([
  'InvalidEndpoints',
  'MissingSecret',
  'MissingAdapter',
  'MissingAdapterMethods',
  'UnsupportedStrategy',
  'UntrustedHost',
]);

const SAME_NAME = ['OAuthAccountNotLinked', 'AccessDenied', 'Verification', 'CredentialsSignin'] as const;

/**
 * From what Auth.js 0.41 logs to the codes that its classic pages knew. Auth.js itself redirects most failures to
 * `Configuration`; the error's type, and where it happened, say more.
 */
export function toErrorCode(error: unknown, flow: FailedFlow): ErrorCode {
  const own = findAppError(error);
  if (own) return own.code;
  // "Cannot know" is never "refused": whatever the flow was, it can be tried again.
  if (isDatabaseUnavailable(error)) return 'UNAVAILABLE';
  const type = (error as { type?: unknown } | null)?.type;
  if (CONFIGURATION_TYPES.has(type)) return 'Configuration';
  const same = SAME_NAME.find((name) => name === type);
  if (same) return same;
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

/** Auth.js wraps what callbacks and adapter throw, as `cause: { err }`. */
export function findAppError(error: unknown): AppError | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; depth++) {
    if (current instanceof AppError) return current;
    const cause: unknown = current.cause;
    current = cause instanceof Error ? cause : (cause as { err?: unknown } | undefined)?.err;
  }
  return null;
}
