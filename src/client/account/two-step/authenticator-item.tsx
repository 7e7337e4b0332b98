import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PASSKEY_NAME_MAX_LENGTH } from '../../../shared/limits.ts';
import type { AuthenticatorApp } from '../../../shared/schemas/second-factor.ts';
import { toActionError } from '../../errors.ts';
import { useIssueOf } from '../../language/error-words.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { DeviceIcon } from '../../ui/device-icons.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { focusAndSelect } from '../../ui/password/focus-and-select.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { useFormatDay } from '../format-day.ts';
import { ItemDetails, ListItem } from '../list.tsx';
import { RowForm } from '../rows/row-form.tsx';

interface AuthenticatorItemProps {
  readonly app: AuthenticatorApp;
  readonly isRemoving: boolean;
  /** The person begins to rename it. */
  readonly onStart: () => void;
  readonly onRenamed: (name: string) => void;
  readonly onRemove: () => void;
}

/** One authenticator app with its dates and buttons. */
export function AuthenticatorItem({ app, isRemoving, onStart, onRenamed, onRemove }: AuthenticatorItemProps) {
  const { twoStep: texts, common } = useTexts();
  const { name, createdAt, lastUsedAt } = app;
  const formatDay = useFormatDay();
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    // The button that opened the form must be rendered again before it can take the focus.
    flushSync(() => setEditing(false));
    opener.current?.focus();
  };
  return (
    <ListItem
      icon={<DeviceIcon kind="phone" size={22} />}
      name={<bdi>{name}</bdi>}
      actions={
        !isEditing && (
          <>
            <Button
              ref={opener}
              variant="default"
              aria-label={texts.renameOf(name)}
              onClick={() => {
                onStart();
                setEditing(true);
              }}
            >
              {texts.rename}
            </Button>
            <Button
              variant="default"
              isDangerous
              aria-label={texts.removeOf(name)}
              loading={isRemoving}
              onClick={onRemove}
            >
              {common.remove}
            </Button>
          </>
        )
      }
      below={
        isEditing && (
          <RenameForm
            app={app}
            onCancel={close}
            onRenamed={(renamed) => {
              setEditing(false);
              onRenamed(renamed);
            }}
          />
        )
      }
    >
      <ItemDetails>
        {texts.addedOn(formatDay(createdAt))}
        {' · '}
        {lastUsedAt ? texts.lastUsedOn(formatDay(lastUsedAt)) : texts.neverUsed}
      </ItemDetails>
    </ListItem>
  );
}

interface RenameFormProps {
  readonly app: AuthenticatorApp;
  readonly onCancel: () => void;
  readonly onRenamed: (name: string) => void;
}

function RenameForm({ app: { id, name }, onCancel, onRenamed }: RenameFormProps) {
  const texts = useTexts().twoStep;
  const issueOf = useIssueOf();
  const [typed, setTyped] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => focusAndSelect(field.current), []);
  const utils = trpc.useUtils();
  const rename = trpc.secondFactor.renameTotp.useMutation({
    onSuccess: (status) => {
      utils.secondFactor.get.setData(undefined, status);
      onRenamed(status.authenticatorApps.find((app) => app.id === id)?.name ?? typed);
    },
    onError: (error) => {
      if (issueOf(toActionError(error), 'name') !== undefined) focusAndSelect(field.current);
      // The list was out of date, for example because of another tab.
      else void utils.secondFactor.get.invalidate();
    },
  });
  const failure = rename.error && toActionError(rename.error);
  const issue = issueOf(failure, 'name');
  const wait = useRetryWait(failure);
  return (
    <RowForm
      isPending={rename.isPending}
      isDisabled={wait > 0}
      onSubmit={() => {
        if (rename.isPending || wait > 0) return;
        if (typed.trim() === name) onCancel();
        else rename.mutate({ id, name: typed });
      }}
      onCancel={onCancel}
    >
      {failure && issue === undefined && <ErrorNotice error={failure} takeFocus />}
      <TextField
        ref={field}
        label={texts.name}
        name="authenticator-name"
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
