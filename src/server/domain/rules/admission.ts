import { AppError } from '../../app-error.ts';
import type { Settings } from '../../settings/settings.ts';

/**
 * With `SIGN_IN_DOMAINS`, only people with a proven address of one of these domains may sign in. A subdomain is another domain. Without the
 * setting, everyone may. The answer depends on the domain only, so it does not show who has an account.
 *
 * @param provenEmail lower-cased; `null` when the person has proven none
 * @throws {AppError} `AccessDenied`
 */
export function requireAdmission(
  settings: Pick<Settings, 'signInDomains'>,
  provenEmail: string | null,
): void {
  if (!isAdmitted(settings, provenEmail)) throw new AppError('AccessDenied');
}

export function isAdmitted(
  { signInDomains }: Pick<Settings, 'signInDomains'>,
  provenEmail: string | null,
): boolean {
  if (signInDomains === null) return true;
  const domain = provenEmail?.slice(provenEmail.lastIndexOf('@') + 1);
  return domain !== undefined && signInDomains.includes(domain);
}
