import { atBase } from '../../shared/base-path.ts';
import { landingOf, SECOND_FACTOR_PATH } from '../../shared/callback-url.ts';
import { emailAddress } from '../../shared/schemas/fields.ts';
import { passwordText } from '../../shared/schemas/password.ts';
import { AppError } from '../app-error.ts';
import { callbackSiteOf } from '../brand/brand.ts';
import { checkPassword } from '../domain/sign-in/password-sign-in.ts';
import { completeSignIn } from '../domain/sign-in/complete.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { afterSignIn } from './after-sign-in.ts';
import { callbackUrlOf, type AuthRequest } from './auth-request.ts';

/**
 * Makes a session in the database; Auth.js could only write a signed cookie. Throws `CredentialsSignin` and
 * the errors of `checkPassword`.
 */
export async function signInWithCredentials(
  deps: AuthDependencies,
  request: AuthRequest,
): Promise<{ location: string; cookies: readonly string[] }> {
  const { body, cookies, requestContext } = request;
  const email = emailAddress.safeParse(body['email'] ?? body['username']);
  const password = passwordText.safeParse(body['password']);
  if (!email.success || !password.success) throw new AppError('CredentialsSignin');
  const credentials = { email: email.data, password: password.data };
  const proof = await checkPassword(deps, { ...credentials, requestContext, deviceCookie: cookies.device });
  const callbackUrl = callbackUrlOf(request, deps.settings) ?? landingOf(callbackSiteOf(deps.settings));
  const signIn = { ...proof, method: { kind: 'password' }, callbackUrl } as const;
  const completed = await completeSignIn(deps, signIn, request);
  if (!completed) throw new AppError('CredentialsSignin');
  const next =
    completed.status === 'signed-in'
      ? afterSignIn(deps.settings, completed.user, callbackUrl)
      : atBase(deps.settings, SECOND_FACTOR_PATH);
  return {
    location: new URL(next, deps.settings.origin).href,
    cookies: deps.cookies.setAll(completed.cookies),
  };
}
