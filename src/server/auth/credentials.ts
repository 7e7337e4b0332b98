import { DEFAULT_CALLBACK_PATH } from '../../shared/callback-url.ts';
import { emailAddress } from '../../shared/schemas/fields.ts';
import { passwordText } from '../../shared/schemas/password.ts';
import { AppError } from '../app-error.ts';
import { checkPassword } from '../domain/sign-in/password-sign-in.ts';
import { completeSignIn } from '../domain/sign-in/complete.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { callbackPathOf, type AuthRequest } from './auth-request.ts';

/** The provider id by which Auth.js's documents let a form post a name and a password. */
export const CREDENTIALS_PROVIDER_ID = 'credentials';

/**
 * Signs in by a form with `email` (or `username`, as Auth.js's own page calls it) and `password`. Auth.js has no part in it: with
 * credentials it can only write a signed cookie, where this ends in a session in the database like every other sign-in.
 *
 * Throws `CredentialsSignin`, and whatever `checkPassword` throws.
 */
export async function signInWithCredentials(
  deps: AuthDependencies,
  request: AuthRequest,
): Promise<{ location: string; cookies: readonly string[] }> {
  const { body, cookies, client } = request;
  const email = emailAddress.safeParse(body['email'] ?? body['username']);
  const password = passwordText.safeParse(body['password']);
  if (!email.success || !password.success) throw new AppError('CredentialsSignin');
  const typed = { email: email.data, password: password.data };
  const proof = await checkPassword(deps, { ...typed, client, device: cookies.device });
  const completed = await completeSignIn(deps, { ...proof, method: { kind: 'password' } }, request);
  if (!completed) throw new AppError('CredentialsSignin');
  return {
    location: deps.settings.origin + (callbackPathOf(request, deps.settings.origin) ?? DEFAULT_CALLBACK_PATH),
    cookies: deps.cookies.setAll(completed.cookies),
  };
}
