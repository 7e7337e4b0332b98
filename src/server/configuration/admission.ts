import type { AdmissionVia } from '../../shared/configuration-types.ts';
import type { AdmittedUser } from '../../shared/foyer-config.ts';
import { isErrorCode, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { AppError } from '../app-error.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Dependencies } from '../dependencies.ts';
import { callHook } from './hooks.ts';

/** The codes that `admit` can cause. The procedures that sign somebody in declare them. */
export const ADMISSION_ERRORS = [
  'ADMISSION_REFUSED',
  'ADMISSION_UNKNOWN',
] as const satisfies readonly ErrorCode[];

type AdmissionDependencies = Pick<Dependencies, 'configuration' | 'log'>;

/**
 * Asks `admit` of `foyer.config.ts` before the write that makes an account. Throws the code that `admit`
 * returns, or `ADMISSION_UNKNOWN` when it fails or takes longer than two seconds.
 */
export function requireAdmittedSignUp(
  deps: AdmissionDependencies,
  user: Pick<UserDocument, 'name' | 'email'>,
  method: string,
): Promise<void> {
  const { name, email = null } = user;
  return requireAdmitted(deps, { id: null, name, email, roles: [], data: {} }, { action: 'sign-up', method });
}

/** Asks `admit` once all factors are verified, so nobody else learns its answer. Throws as for a sign-up. */
export function requireAdmittedSignIn(
  deps: AdmissionDependencies,
  user: UserDocument,
  method: string,
): Promise<void> {
  const { _id, name, email = null, emailVerified, roles = [], data = {} } = user;
  const admitted = {
    id: _id.toHexString(),
    name,
    email: emailVerified === null ? null : email,
    roles,
    data,
  };
  return requireAdmitted(deps, admitted, { action: 'sign-in', method });
}

async function requireAdmitted(
  { configuration, log }: AdmissionDependencies,
  user: AdmittedUser,
  via: AdmissionVia,
): Promise<void> {
  const { admit } = configuration;
  if (!admit) return;
  const refusal = await callHook(() => admit(user, via))
    .then(refusalOf)
    .catch((error: unknown) => {
      log.error({ err: error, ...via }, 'admit of foyer.config.ts failed, so nobody is admitted');
      throw new AppError('ADMISSION_UNKNOWN', { cause: error });
    });
  if (refusal === null) return;
  log.info({ ...via, code: refusal, userId: user.id }, 'admit of foyer.config.ts refused somebody');
  throw new AppError(refusal, { byApplication: true });
}

/** The file may be JavaScript, so `answer` can be anything. Only `undefined` admits. */
function refusalOf(answer: unknown): ErrorCode | null {
  if (answer === undefined) return null;
  const code = typeof answer === 'object' && answer !== null && 'refuse' in answer ? answer.refuse : null;
  if (isErrorCode(code)) return code;
  throw new TypeError('it must answer undefined or { refuse }, with a code of docs/errors.md');
}
