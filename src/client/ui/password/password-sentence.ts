import type { ClientError } from '../../errors.ts';
import { useErrorWords, useIssueOf } from '../../language/error-words.ts';
import { useWaitSentence } from '../error-notice.tsx';

/**
 * Answers what is wrong with a password that was to be checked, to be said beside its field; `undefined` for a failure of another
 * kind. `wait` in seconds.
 */
export function usePasswordSentence(): (
  failure: ClientError | null,
  field: string,
  wait: number,
) => string | undefined {
  const words = useErrorWords();
  const issueOf = useIssueOf();
  const waitSentence = useWaitSentence();
  return (failure, field, wait) => {
    switch (failure?.code) {
      case 'CredentialsSignin':
        return words(failure).hint;
      case 'PASSWORD_WRONG':
        return words(failure).message;
      case 'RATE_LIMITED':
        return `${words(failure).message} ${waitSentence(wait)}`;
      default:
        return issueOf(failure, field);
    }
  };
}
