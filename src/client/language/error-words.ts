import type { ErrorWords } from '../../shared/errors/entry.ts';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { InputIssue } from '../../shared/issues.ts';
import type { PageError } from '../errors.ts';
import type { PageTexts } from '../../locales/texts.ts';
import { useTexts } from './texts.ts';

/** Where the words of errors could not be loaded, those of the first page must do. */
export function errorWords(
  {
    errors,
    firstErrors,
    failures: { inAMoment, offline, past },
    textCodes,
  }: Pick<PageTexts, 'firstErrors' | 'failures'> & Partial<Pick<PageTexts, 'errors' | 'textCodes'>>,
  { code, wording }: PageError,
): ErrorWords {
  const known: Partial<Record<ErrorCode, ErrorWords>> = { ...errors, ...firstErrors };
  // A newer server may answer with a code that this page does not know.
  const words = Object.hasOwn(known, code) ? known[code] : undefined;
  if (!words) return { ...firstErrors.UNAVAILABLE, hint: inAMoment };
  if (code === 'UNAVAILABLE') {
    if (wording === 'action') return { ...words, hint: inAMoment };
    if (wording === 'offline') return offline;
    if (wording === 'past') return past;
  }
  if (textCodes && (wording === 'text-message' || wording === 'text-sign-in')) {
    // The catalogue's title speaks of signing in.
    const title = wording === 'text-message' ? textCodes.title : words.title;
    if (code === 'CODE_INVALID') return { ...words, title, hint: textCodes.codeInvalid };
    if (code === 'CODE_DEAD') return { ...words, title, hint: textCodes.codeDead };
    if (code === 'CODE_OTHER_BROWSER') return { ...words, title, hint: textCodes.codeOtherBrowser };
  }
  return words;
}

export function useErrorWords(): (error: PageError) => ErrorWords {
  const texts = useTexts();
  return (error) => errorWords(texts, error);
}

/** The sentence for a field, if the server marked it. `path` is the beginning of the path to the field. */
export function useIssueOf(): (error: PageError | null, ...path: readonly string[]) => string | undefined {
  const texts = useTexts();
  return (error, ...start) => {
    const marked = error?.issues?.filter(({ path }) => start.every((part, index) => path[index] === part));
    if (!marked || marked.length === 0) return undefined;
    return marked.map((issue) => issueWords(texts, issue)).join(' ');
  };
}

function issueWords(
  { issues }: Partial<Pick<PageTexts, 'issues'>>,
  { path, key, message }: InputIssue,
): string {
  // The schema of an own field has its own sentences.
  const isOwnSentence = key === 'other' && path[0] === 'data';
  // A newer server may know what this page has no words for.
  return issues && !isOwnSentence && Object.hasOwn(issues, key) ? issues[key] : message;
}
