import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import type { PageError } from '../../errors.ts';
import { useErrorWords, useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import classes from './device.module.css';

const LETTERS = 8;
/** Including separators between the letters. */
const MAX_LENGTH = 32;

interface CodeFormProps {
  readonly code: string;
  /** The account that the app would get access to. */
  readonly account: ReactNode;
  readonly failure: PageError | null;
  readonly isPending: boolean;
  readonly onCode: (code: string) => void;
}

export function CodeForm({ code, account, failure, isPending, onCode }: CodeFormProps) {
  const { device: texts, issues } = useTexts();
  const issueOf = useIssueOf();
  const words = useErrorWords();
  const [typed, setTyped] = useState(code);
  const [isShort, setShort] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wait = useRetryWait(failure);
  const refused = failure?.code === 'USER_CODE_INVALID' ? words(failure) : null;
  const issue = isShort ? issues['user-code-incomplete'] : issueOf(failure, 'userCode');
  const error = issue ?? (refused && `${refused.message} ${refused.hint}`);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || wait > 0) return;
    const short = typed.replaceAll(/[^a-z]/gi, '').length !== LETTERS;
    setShort(short);
    if (short) field.current?.focus();
    else onCode(typed);
  };
  return (
    <>
      <PageHeading title={texts.title} />
      <p>{texts.intro}</p>
      {account}
      {failure && !error && <ErrorNotice error={failure} takeFocus />}
      <form onSubmit={submit} noValidate className={classes['form']}>
        <TextField
          ref={field}
          label={texts.code}
          description={texts.codeHint}
          error={error}
          size="md"
          inputClassName={classes['field']}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setShort(false);
          }}
          maxLength={MAX_LENGTH}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
        />
        <Button type="submit" size="md" fullWidth loading={isPending} disabled={wait > 0}>
          {texts.next}
        </Button>
      </form>
    </>
  );
}
