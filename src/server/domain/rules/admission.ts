import { AppError } from '../../app-error.ts';
import type { Settings } from '../../settings/settings.ts';

/**
 * With `SIGN_IN_DOMAINS`, only people with a verified address of one of these domains may sign in. A subdomain is another domain. Without the
 * setting, everyone may. The answer depends on the domain only, so it does not show who has an account.
 *
 * @param verifiedEmail lower-cased; `null` when the person has verified none
 * @throws {AppError} `AccessDenied`
 */
export function requireAdmission(
  settings: Pick<Settings, 'signInDomains'>,
  verifiedEmail: string | null,
): void {
  if (!isAdmitted(settings, verifiedEmail)) throw new AppError('AccessDenied');
}

export function isAdmitted(
  { signInDomains }: Pick<Settings, 'signInDomains'>,
  verifiedEmail: string | null,
): boolean {
  if (signInDomains === null) return true;
  const domain = verifiedEmail?.slice(verifiedEmail.lastIndexOf('@') + 1);
  return domain !== undefined && signInDomains.includes(domain);
}
