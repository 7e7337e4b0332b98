import { makeIssue } from '../../../shared/issues.ts';
import { passwordContext, passwordFaults, type CommonPasswords } from '../../../shared/password-policy.ts';
import { AppError } from '../../app-error.ts';
import type { Settings } from '../../settings/settings.ts';

/** The 49,000 most used passwords of published breaches, in order; offline, so that no password's hash leaves the server. */
let common: Promise<CommonPasswords> | undefined;

/** Read with the first new password: a process that sets none needs neither the time nor the 10 MB. */
async function loadCommon(): Promise<CommonPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Map(dictionary['passwords-common'].map((password, rank) => [password, rank]));
}

/**
 * Refuses a new password that attackers try first, or that is too short, before anything else is looked at.
 *
 * @param field the input's field that the fault is shown beside
 * @throws {AppError} `INVALID_INPUT` with a sentence for each fault
 */
export async function requireGoodPassword(
  settings: Pick<Settings, 'origin'>,
  password: string,
  person: { email: string | null; name: string | null },
  field = 'password',
): Promise<void> {
  const context = passwordContext({ host: new URL(settings.origin).host, ...person });
  const faults = passwordFaults(password, context, await (common ??= loadCommon()));
  if (faults.length === 0) return;
  throw new AppError('INVALID_INPUT', {
    issues: faults.map((fault) => makeIssue(field, `password-${fault}`)),
  });
}
