import { useState } from 'react';
import type { AuthenticatorApp } from '../../../shared/schemas/second-factor.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { DeviceIcon } from '../../ui/device-icons.tsx';
import { useFormatDay } from '../format-day.ts';
import { ItemDetails } from '../list.tsx';
import { RenamableItem } from '../rows/renamable-item.tsx';

interface AuthenticatorItemProps {
  readonly app: AuthenticatorApp;
  readonly isRemoving: boolean;
  readonly onStart: () => void;
  readonly onRenamed: (name: string) => void;
  readonly onRemove: () => void;
}

export function AuthenticatorItem({ app, isRemoving, onStart, onRenamed, onRemove }: AuthenticatorItemProps) {
  const { twoStep: texts } = useTexts();
  const { id, name, createdAt, lastUsedAt } = app;
  const formatDay = useFormatDay();
  const [isEditing, setEditing] = useState(false);
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
  return (
    <RenamableItem
      icon={<DeviceIcon kind="phone" size={22} />}
      name={name}
      texts={texts}
      fieldName="authenticator-name"
      isEditing={isEditing}
      onEdit={setEditing}
      rename={rename}
      onStart={onStart}
      onRename={(typed) => rename.mutate({ id, name: typed })}
      isRemoving={isRemoving}
      onRemove={onRemove}
    >
      <ItemDetails>
        {texts.addedOn(formatDay(createdAt))}
        {' · '}
        {lastUsedAt ? texts.lastUsedOn(formatDay(lastUsedAt)) : texts.neverUsed}
      </ItemDetails>
    </RenamableItem>
  );
}
