import { VERIFICATION_TOKEN_MAX_AGE_MS } from '../../shared/limits.ts';
import { rememberCodeRequest } from '../domain/codes/code-requests.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import type { CookieKind } from './cookies.ts';

/** Lets this browser use the code that it requested. Lives as long as the code. */
export function codeRequestCookie(
  deps: Pick<AuthDependencies, 'cookies' | 'now'>,
  cookies: Partial<Record<CookieKind, string>>,
  codeRequest: string,
): string {
  const expires = new Date(deps.now().getTime() + VERIFICATION_TOKEN_MAX_AGE_MS);
  return deps.cookies.set('code-request', rememberCodeRequest(cookies['code-request'], codeRequest), expires);
}
