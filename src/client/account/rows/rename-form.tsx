import { useEffect, useRef, useState } from 'react';
import { toActionError } from '../../errors.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { focusAndSelect, TextField } from '../../ui/text-field.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { RowForm } from './row-form.tsx';

interface RenameFormProps {
  readonly label: string;
  readonly fieldName: string;
  readonly name: string;
  readonly maxLength: number;
  readonly isPending: boolean;
  /** `null` before a failure. */
  readonly error: unknown;
  readonly onRename: (name: string) => void;
  readonly onCancel: () => void;
}

/** To send the present name again closes the form. */
export function RenameForm(props: RenameFormProps) {
  const { label, fieldName, name, maxLength, isPending, error, onRename, onCancel } = props;
  const issueOf = useIssueOf();
  const [typed, setTyped] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => focusAndSelect(field.current), []);
  const failure = error === null ? null : toActionError(error);
  const issue = issueOf(failure, 'name');
  const wait = useRetryWait(failure);
  // Each failed try has an error of its own.
  useEffect(() => {
    if (issue !== undefined) focusAndSelect(field.current);
  }, [error, issue]);
  return (
    <RowForm
      isPending={isPending}
      isDisabled={wait > 0}
      onSubmit={() => {
        if (isPending || wait > 0) return;
        if (typed.trim() === name) onCancel();
        else onRename(typed);
      }}
      onCancel={onCancel}
    >
      {failure && issue === undefined && <ErrorNotice error={failure} takeFocus />}
      <TextField
        ref={field}
        label={label}
        name={fieldName}
        autoComplete="off"
        maxLength={maxLength}
        size="md"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={issue}
      />
    </RowForm>
  );
}
