import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PASSKEY_NAME_MAX_LENGTH } from '../../../shared/limits.ts';
import type { Passkey } from '../../../shared/schemas/passkeys.ts';
import { usePasskeysChanged } from '../../features/passkeys/use-passkeys-changed.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { PasskeyIcon } from '../../ui/passkey-icon.tsx';
import { Badge } from '../badge.tsx';
import { useFormatDay } from '../format-day.ts';
import { ItemDetails, ItemLabel, ListItem } from '../list.tsx';
import { RenameForm } from '../rows/rename-form.tsx';

const ICON_SIZE = 24;

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly isRemoving: boolean;
  /** The person begins to rename it. */
  readonly onStart: () => void;
  readonly onRenamed: (name: string) => void;
  readonly onRemove: () => void;
}

/** One passkey with its authenticator, dates and buttons. */
export function PasskeyItem({ passkey, isRemoving, onStart, onRenamed, onRemove }: PasskeyItemProps) {
  const { passkeys: texts, common, errors } = useTexts();
  const { id, name, authenticator, synced, host, usable, createdAt, lastUsedAt, canRemove } = passkey;
  const formatDay = useFormatDay();
  const [isEditing, setEditing] = useState(false);
  /** The button that opens the form. */
  const opener = useRef<HTMLButtonElement>(null);
  const reasonId = `only-way-${id}`;
  const utils = trpc.useUtils();
  const passkeysChanged = usePasskeysChanged();
  const rename = trpc.passkeys.rename.useMutation({
    onSuccess: (list, input) => {
      setEditing(false);
      passkeysChanged(list);
      onRenamed(list.passkeys.find((each) => each.id === id)?.name ?? input.name);
    },
    // The list may be out of date, for example because of another tab.
    onError: () => void utils.passkeys.list.invalidate(),
  });

  const close = () => {
    // The button that opened the form must be rendered again before it can take the focus.
    flushSync(() => setEditing(false));
    opener.current?.focus();
  };
  return (
    <ListItem
      icon={
        authenticator?.icon ? (
          <img src={authenticator.icon} alt="" width={ICON_SIZE} height={ICON_SIZE} />
        ) : (
          <PasskeyIcon />
        )
      }
      name={
        <>
          <bdi>{name}</bdi>
          <Badge tone={synced ? 'good' : 'plain'}>{synced ? texts.synced : texts.thisDeviceOnly}</Badge>
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
              // Not `disabled`, which would make the button and its reason unreachable by keyboard.
              aria-disabled={!canRemove}
              {...(!canRemove && { 'aria-describedby': reasonId })}
              loading={isRemoving}
              onClick={() => canRemove && onRemove()}
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
            fieldName="passkey-name"
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
      {authenticator && authenticator.name !== name && <ItemLabel>{authenticator.name}</ItemLabel>}
      <ItemDetails>
        {texts.createdOn(formatDay(createdAt))}
        {' · '}
        {lastUsedAt ? texts.lastUsedOn(formatDay(lastUsedAt)) : texts.neverUsed}
      </ItemDetails>
      {!usable && <ItemDetails>{texts.otherHost(host)}</ItemDetails>}
      {!canRemove && <ItemDetails id={reasonId}>{errors.LAST_SIGN_IN_METHOD.message}</ItemDetails>}
    </ListItem>
  );
}
