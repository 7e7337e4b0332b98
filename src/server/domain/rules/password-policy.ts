import { makeIssue } from '../../../shared/issues.ts';
import { passwordContext, passwordFaults, type CommonPasswords } from '../../../shared/password-policy.ts';
import { brandOf } from '../../brand/brand.ts';
import { AppError } from '../../app-error.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Settings } from '../../settings/settings.ts';

/** The 49,000 most used passwords, in order. */
let common: Promise<CommonPasswords> | undefined;

/** Loaded with the first new password, because it needs 10 MB. */
async function loadCommon(): Promise<CommonPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Map(dictionary['passwords-common'].map((password, rank) => [password, rank]));
}

/**
 * Refuses passwords that are too short, that attackers try first, or that are known from a data breach.
 * `field`: the name in the input. Throws `INVALID_INPUT`.
 */
export async function requireGoodPassword(
  {
    settings,
    breachedPasswords,
  }: Pick<Dependencies, 'breachedPasswords'> & {
    readonly settings: Pick<Settings, 'origin' | 'basePath' | 'brand'>;
  },
  password: string,
  person: { email: string | null; name: string | null },
  field = 'password',
): Promise<void> {
  const { host, name: appName } = brandOf(settings);
  const context = passwordContext({ host, appName, ...person });
  const faults = passwordFaults(password, context, await (common ??= loadCommon()));
  const keys = faults.map((fault) => `password-${fault}` as const);
  const isBreached = async () => (await breachedPasswords?.lookUp(password)) === 'breached';
  const refusals = keys.length > 0 ? keys : (await isBreached()) ? ['password-breached' as const] : [];
  if (refusals.length === 0) return;
  throw new AppError('INVALID_INPUT', { issues: refusals.map((key) => makeIssue(field, key)) });
}
