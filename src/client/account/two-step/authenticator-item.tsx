import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PASSKEY_NAME_MAX_LENGTH } from '../../../shared/limits.ts';
import type { AuthenticatorApp } from '../../../shared/schemas/second-factor.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { DeviceIcon } from '../../ui/device-icons.tsx';
import { useFormatDay } from '../format-day.ts';
import { ItemDetails, ListItem } from '../list.tsx';
import { RenameForm } from '../rows/rename-form.tsx';

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
  const { id, name, createdAt, lastUsedAt } = app;
  const formatDay = useFormatDay();
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const utils = trpc.useUtils();
  const rename = trpc.secondFactor.renameTotp.useMutation({
    onSuccess: (status, input) => {
      setEditing(false);
      utils.secondFactor.get.setData(undefined, status);
      onRenamed(status.authenticatorApps.find((each) => each.id === id)?.name ?? input.name);
    },
    // The list may be out of date, for example because of another tab.
    onError: () => void utils.secondFactor.get.invalidate(),
  });
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
                rename.reset();
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
            label={texts.name}
            fieldName="authenticator-name"
            name={name}
            maxLength={PASSKEY_NAME_MAX_LENGTH}
            isPending={rename.isPending}
            error={rename.error}
            onRename={(typed) => rename.mutate({ id, name: typed })}
            onCancel={close}
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
