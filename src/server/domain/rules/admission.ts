import { AppError } from '../../app-error.ts';
import type { Settings } from '../../settings/settings.ts';

/**
 * Who may sign in where the operator set `SIGN_IN_DOMAINS`: people who have proven an address of one of these domains (to the letter: a
 * subdomain is another domain). Unset, everyone. The answer depends on the domain alone, so it tells nothing about who has
 * an account.
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
