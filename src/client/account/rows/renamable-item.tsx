import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { PASSKEY_NAME_MAX_LENGTH } from '../../../shared/limits.ts';
import { toActionError } from '../../errors.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { focusAndSelect, TextField } from '../../ui/text-field.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { ListItem } from '../../ui/list.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { RowForm } from './row-form.tsx';

interface RenamableItemProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly badge?: ReactNode;
  readonly texts: {
    readonly name: string;
    readonly rename: string;
    readonly renameOf: (name: string) => string;
    readonly removeOf: (name: string) => string;
  };
  readonly fieldName: string;
  /** The person begins to rename it. */
  readonly onStart: () => void;
  /** Answers the name that the server stored. */
  readonly rename: (name: string) => Promise<string>;
  readonly onRenamed: (name: string) => void;
  /** The list may be out of date, for example because of another tab. */
  readonly onRenameFailed: () => void;
  readonly isRemoving: boolean;
  /** The id of the sentence that says why it cannot be removed. */
  readonly keptBecause?: string | undefined;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** A passkey or an authenticator app. */
export function RenamableItem(props: RenamableItemProps) {
  const { icon, name, badge, texts, fieldName, onRenamed, keptBecause, onRemove } = props;
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const rename = useMutation({
    mutationFn: props.rename,
    onSuccess: (stored) => {
      setEditing(false);
      onRenamed(stored);
    },
    onError: props.onRenameFailed,
  });
  const close = () => {
    // The button that opened the form must be rendered again before it can take the focus.
    flushSync(() => setEditing(false));
    opener.current?.focus();
  };
  return (
    <ListItem
      icon={icon}
      name={
        <>
          <bdi>{name}</bdi>
          {badge}
        </>
      }
      actions={
        !isEditing && (
          <>
            <Button
              ref={opener}
              variant="default"
              aria-label={texts.renameOf(name)}
              onClick={() => {
                props.onStart();
                rename.reset();
                setEditing(true);
              }}
            >
              {texts.rename}
            </Button>
            <RemoveButton
              label={texts.removeOf(name)}
              keptBecause={keptBecause}
              loading={props.isRemoving}
              onClick={onRemove}
            />
          </>
        )
      }
      below={
        isEditing && (
          <RenameForm
            label={texts.name}
            fieldName={fieldName}
            name={name}
            isPending={rename.isPending}
            error={rename.error}
            onRename={rename.mutate}
            onCancel={close}
          />
        )
      }
    >
      {props.children}
    </ListItem>
  );
}

interface RenameFormProps {
  readonly label: string;
  readonly fieldName: string;
  readonly name: string;
  readonly isPending: boolean;
  /** `null` before a failure. */
  readonly error: unknown;
  readonly onRename: (name: string) => void;
  readonly onCancel: () => void;
}

/** To send the present name again closes the form. */
function RenameForm({ label, fieldName, name, isPending, error, onRename, onCancel }: RenameFormProps) {
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
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        size="md"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={issue}
      />
    </RowForm>
  );
}
