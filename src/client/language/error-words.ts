import type { ErrorWords } from '../../shared/errors/entry.ts';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { ClientError } from '../errors.ts';
import type { PageTexts } from '../../locales/texts.ts';
import { useTexts } from './texts.ts';

/** A failure in the words of a language. */
export function errorWords(
  texts: Pick<PageTexts, 'errors' | 'firstErrors' | 'failures' | 'textCodes'>,
  { code, wording }: ClientError,
): ErrorWords {
  const { inAMoment } = texts.failures;
  // A newer server may answer with a code that this page does not know.
  if (!isFirst(texts, code) && !Object.hasOwn(texts.errors, code))
    return { ...texts.firstErrors.UNAVAILABLE, hint: inAMoment };
  const words = isFirst(texts, code) ? texts.firstErrors[code] : texts.errors[code];
  if (wording === 'action' && code === 'UNAVAILABLE') return { ...words, hint: inAMoment };
  if (wording === 'text-message' || wording === 'text-sign-in') {
    const { textCodes } = texts;
    // The catalogue's title speaks of signing in.
    const title = wording === 'text-message' ? textCodes.title : words.title;
    if (code === 'CODE_INVALID') return { ...words, title, hint: textCodes.codeInvalid };
    if (code === 'CODE_DEAD') return { ...words, title, hint: textCodes.codeDead };
    if (code === 'CODE_OTHER_BROWSER') return { ...words, title, hint: textCodes.codeOtherBrowser };
  }
  return words;
}

/** Its words are there from the beginning. */
function isFirst(
  { firstErrors }: Pick<PageTexts, 'firstErrors'>,
  code: ErrorCode,
): code is keyof PageTexts['firstErrors'] {
  return Object.hasOwn(firstErrors, code);
}

/** Answers a failure's words in the language of the pages. */
export function useErrorWords(): (error: ClientError) => ErrorWords {
  const texts = useTexts();
  return (error) => errorWords(texts, error);
}

/** Answers the sentences for one field of a form, if the server marked it. `path` is the beginning of the path to the field. */
export function useIssueOf(): (error: ClientError | null, ...path: readonly string[]) => string | undefined {
  const texts = useTexts();
  return (error, ...start) => {
    const marked = error?.issues?.filter(({ path }) => start.every((part, index) => path[index] === part));
    if (!marked || marked.length === 0) return undefined;
    // Not read before there are any: these words are loaded later.
    const { issues } = texts;
    return marked
      .map(({ path, key, message }) => {
        // The schema of an own field has its own sentences.
        const isOwnSentence = key === 'other' && path[0] === 'data';
        // A newer server may know what this page has no words for.
        return !isOwnSentence && Object.hasOwn(issues, key) ? issues[key] : message;
      })
      .join(' ');
  };
}
