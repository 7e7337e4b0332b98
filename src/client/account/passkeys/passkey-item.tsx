import type { Passkey } from '../../../shared/schemas/passkeys.ts';
import { usePasskeysChanged } from '../../features/passkeys/use-passkeys-changed.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { PasskeyIcon } from '../../ui/passkey-icon.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useFormatDay } from '../../ui/format-day.ts';
import { ItemDetails, ItemLabel } from '../../ui/list.tsx';
import { RenamableItem } from '../rows/renamable-item.tsx';

const ICON_SIZE = 24;

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly isRemoving: boolean;
  readonly onStart: () => void;
  readonly onRenamed: (name: string) => void;
  readonly onRemove: () => void;
}

export function PasskeyItem({ passkey, isRemoving, onStart, onRenamed, onRemove }: PasskeyItemProps) {
  const { passkeys: texts, errors } = useTexts();
  const { id, name, authenticator, synced, host, usable, createdAt, lastUsedAt, canRemove } = passkey;
  const formatDay = useFormatDay();
  const reasonId = `only-way-${id}`;
  const utils = trpc.useUtils();
  const passkeysChanged = usePasskeysChanged();
  const rename = async (typed: string) => {
    const list = await utils.client.passkeys.rename.mutate({ id, name: typed });
    passkeysChanged(list);
    return list.passkeys.find((each) => each.id === id)?.name ?? typed;
  };
  return (
    <RenamableItem
      icon={
        authenticator?.icon ? (
          <img src={authenticator.icon} alt="" width={ICON_SIZE} height={ICON_SIZE} />
        ) : (
          <PasskeyIcon />
        )
      }
      name={name}
      badge={<Badge tone={synced ? 'good' : 'plain'}>{synced ? texts.synced : texts.thisDeviceOnly}</Badge>}
      texts={texts}
      fieldName="passkey-name"
      onStart={onStart}
      rename={rename}
      onRenamed={onRenamed}
      onRenameFailed={() => void utils.passkeys.list.invalidate()}
      isRemoving={isRemoving}
      keptBecause={canRemove ? undefined : reasonId}
      onRemove={onRemove}
    >
      {authenticator && authenticator.name !== name && <ItemLabel>{authenticator.name}</ItemLabel>}
      <ItemDetails>
        {texts.createdOn(formatDay(createdAt))}
        {' · '}
        {lastUsedAt ? texts.lastUsedOn(formatDay(lastUsedAt)) : texts.neverUsed}
      </ItemDetails>
      {!usable && <ItemDetails>{texts.otherHost(host)}</ItemDetails>}
      {!canRemove && <ItemDetails id={reasonId}>{errors.LAST_SIGN_IN_METHOD.message}</ItemDetails>}
    </RenamableItem>
  );
}
