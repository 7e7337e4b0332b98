import { AppError } from '../../app-error.ts';
import type { Settings } from '../../settings/settings.ts';

/**
 * With `SIGN_IN_DOMAINS`, `verifiedEmail` (lower-cased; `null`: none) must be of one of them; a subdomain is
 * another domain. Throws `AccessDenied`.
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
