import { issueOf, type ClientError } from '../../errors.ts';
import { formatWait } from '../error-notice.tsx';

/** What is wrong with a password that was to be checked, to be said beside its field; `undefined` for a failure of another kind. */
export function passwordSentence(
  failure: ClientError | null,
  field: string,
  wait: number,
): string | undefined {
  switch (failure?.code) {
    case 'CredentialsSignin':
      return failure.hint;
    case 'PASSWORD_WRONG':
      return failure.message;
    case 'RATE_LIMITED':
      return `${failure.message} ${wait > 0 ? `You can try again in ${formatWait(wait)}.` : 'You can try again now.'}`;
    default:
      return issueOf(failure, field);
  }
}
