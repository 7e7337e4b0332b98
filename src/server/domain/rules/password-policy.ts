import { makeIssue } from '../../../shared/issues.ts';
import { passwordContext, passwordFaults, type CommonPasswords } from '../../../shared/password-policy.ts';
import { brandOf } from '../../brand/brand.ts';
import { AppError } from '../../app-error.ts';
import type { Settings } from '../../settings/settings.ts';

/** The 49,000 most used passwords, in order. They are local, so no hash of a password leaves the server. */
let common: Promise<CommonPasswords> | undefined;

/** Loaded with the first new password, because it needs 10 MB. */
async function loadCommon(): Promise<CommonPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Map(dictionary['passwords-common'].map((password, rank) => [password, rank]));
}

/**
 * Refuses passwords that are too short or that attackers try first. `field`: the name in the input. Throws
 * `INVALID_INPUT`.
 */
export async function requireGoodPassword(
  settings: Pick<Settings, 'origin' | 'basePath' | 'brand'>,
  password: string,
  person: { email: string | null; name: string | null },
  field = 'password',
): Promise<void> {
  const { host, name: appName } = brandOf(settings);
  const context = passwordContext({ host, appName, ...person });
  const faults = passwordFaults(password, context, await (common ??= loadCommon()));
  if (faults.length === 0) return;
  throw new AppError('INVALID_INPUT', {
    issues: faults.map((fault) => makeIssue(field, `password-${fault}`)),
  });
}
