import { AppError } from '../../app-error.ts';
import type { Settings } from '../../settings/settings.ts';

/**
 * With `SIGN_IN_DOMAINS`, a verified address of one of these domains is needed; a subdomain is another one.
 * The answer does not show who has an account. `verifiedEmail`: lower-cased; `null`: none. Throws
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
