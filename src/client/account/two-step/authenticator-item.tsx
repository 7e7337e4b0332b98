import type { AuthenticatorApp } from '../../../shared/schemas/second-factor.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { DeviceIcon } from '../../ui/device-icons.tsx';
import { useFormatDay } from '../../ui/format-day.ts';
import { ItemDetails } from '../../ui/list.tsx';
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
  const utils = trpc.useUtils();
  const rename = async (typed: string) => {
    const status = await utils.client.secondFactor.renameTotp.mutate({ id, name: typed });
    utils.secondFactor.get.setData(undefined, status);
    return status.authenticatorApps.find((each) => each.id === id)?.name ?? typed;
  };
  return (
    <RenamableItem
      icon={<DeviceIcon kind="phone" size={22} />}
      name={name}
      texts={texts}
      fieldName="authenticator-name"
      onStart={onStart}
      rename={rename}
      onRenamed={onRenamed}
      onRenameFailed={() => void utils.secondFactor.get.invalidate()}
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
