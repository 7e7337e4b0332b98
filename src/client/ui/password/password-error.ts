import type { PageError } from '../../errors.ts';
import { useErrorWords, useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { useWaitSentence } from '../error-notice.tsx';

/** `undefined` for a failure that is not about the password. `wait` in seconds. */
export function usePasswordError(): (
  failure: PageError | null,
  field: string,
  wait: number,
) => string | undefined {
  const words = useErrorWords();
  const { checkBoth } = useTexts().password;
  const issueOf = useIssueOf();
  const waitSentence = useWaitSentence();
  return (failure, field, wait) => {
    switch (failure?.code) {
      case 'CredentialsSignin':
        return `${words(failure).hint} ${checkBoth}`;
      case 'PASSWORD_WRONG':
        return words(failure).message;
      case 'RATE_LIMITED':
        return `${words(failure).message} ${waitSentence(wait)}`;
      default:
        return issueOf(failure, field);
    }
  };
}
