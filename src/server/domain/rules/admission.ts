import { AppError } from '../../app-error.ts';
import type { Settings } from '../../settings/settings.ts';

/**
 * A subdomain of `SIGN_IN_DOMAINS` is another domain. `verifiedEmail`: lower-cased; `null`: none. Throws
 * `AccessDenied`.
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
