import { useId, useState } from 'react';
import type { AddedConnection, Addition } from '../../../shared/schemas/security-review.ts';
import { Button } from '../../ui/button.tsx';
import { DeviceIcon } from '../../ui/device-icons.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { useFormatDay } from '../format-day.ts';
import { ItemDetails, ItemLabel, List, ListItem } from '../list.tsx';
import { RemovePhoneDialog } from '../phone/remove-phone-dialog.tsx';
import { RemoveAccountDialog } from '../sign-in-methods/remove-account-dialog.tsx';
import { Section } from '../section.tsx';

interface AdditionsProps {
  readonly additions: readonly Addition[];
  /** Called with the text to show. */
  readonly onRemoved: (message: string) => void;
}

export function Additions({ additions, onRemoved }: AdditionsProps) {
  const { securityReview: texts, signInMethods } = useTexts();
  const [additionToRemove, setAdditionToRemove] = useState<Addition | null>(null);
  const utils = trpc.useUtils();
  const phone = additions.find((each) => each.kind === 'phone');
  /** Removes the entry from the cached list at once. The server says which others can be removed now. */
  const removeFromList = (isRemoved: (each: Addition) => boolean, message: string) => {
    utils.securityReview.get.setData(
      undefined,
      (last) => last && { ...last, additions: last.additions.filter((each) => !isRemoved(each)) },
    );
    void utils.securityReview.invalidate();
    onRemoved(message);
    setAdditionToRemove(null);
  };
  // The page was out of date, for example because of another tab.
  const onError = () => void utils.securityReview.invalidate();
  const onVerify = () => setAdditionToRemove(null);
  const unlink = useSensitiveMutation({
    perform: ({ provider, providerAccountId }: AccountId) =>
      utils.client.accounts.unlink.mutate({ provider, providerAccountId }),
    storeAs: 'unlink',
    onSuccess: (remainingAccounts, account) => {
      utils.accounts.list.setData(undefined, remainingAccounts);
      void utils.providers.list.invalidate();
      const name = additions.find((each) => isConnection(each, account));
      removeFromList(
        (each) => isConnection(each, account),
        signInMethods.removed(name?.kind === 'connection' ? name.name : account.provider),
      );
    },
    onError,
    onVerify,
  });
  const removePhone = useSensitiveMutation({
    perform: (_input: Readonly<Record<string, never>>) => utils.client.phone.remove.mutate(),
    storeAs: 'remove-phone',
    onSuccess: (status) => {
      utils.phone.get.setData(undefined, status);
      removeFromList((each) => each.kind === 'phone', texts.removedPhone(phone?.international ?? ''));
    },
    onError,
    onVerify,
  });
  const failure = unlink.failure ?? removePhone.failure;
  const isRemoving = (addition: Addition) =>
    addition.kind === 'phone'
      ? removePhone.isPending
      : unlink.isPending && isConnection(addition, unlink.variables);

  return (
    <Section title={texts.listTitle} hint={texts.listHint}>
      {failure && !additionToRemove && <ErrorNotice error={failure} takeFocus />}
      <List>
        {additions.map((addition) => (
          <AdditionItem
            key={addition.kind === 'phone' ? 'phone' : `${addition.provider}:${addition.providerAccountId}`}
            addition={addition}
            isRemoving={!additionToRemove && isRemoving(addition)}
            onRemove={() => {
              unlink.reset();
              removePhone.reset();
              setAdditionToRemove(addition);
            }}
          />
        ))}
      </List>
      <RemoveAccountDialog
        account={additionToRemove?.kind === 'connection' ? additionToRemove : null}
        providerName={additionToRemove?.kind === 'connection' ? additionToRemove.name : ''}
        isPending={unlink.isPending}
        failure={unlink.failure}
        onClose={() => setAdditionToRemove(null)}
        onRemove={({ provider, providerAccountId }) => unlink.run({ provider, providerAccountId })}
      />
      <RemovePhoneDialog
        opened={additionToRemove?.kind === 'phone'}
        number={phone?.international ?? ''}
        isPending={removePhone.isPending}
        failure={removePhone.failure}
        onClose={() => setAdditionToRemove(null)}
        onRemove={() => removePhone.run({})}
      />
    </Section>
  );
}

type AccountId = Pick<AddedConnection, 'provider' | 'providerAccountId'>;

function isConnection(addition: Addition, account: AccountId | undefined): boolean {
  return (
    addition.kind === 'connection' &&
    addition.provider === account?.provider &&
    addition.providerAccountId === account.providerAccountId
  );
}

interface AdditionItemProps {
  readonly addition: Addition;
  readonly isRemoving: boolean;
  readonly onRemove: () => void;
}

function AdditionItem({ addition, isRemoving, onRemove }: AdditionItemProps) {
  const { securityReview: texts, signInMethods, common, errors } = useTexts();
  const formatDay = useFormatDay();
  const reasonId = useId();
  const providers = trpc.providers.list.useQuery();
  const { canRemove } = addition;
  const isPhone = addition.kind === 'phone';
  const provider = isPhone ? undefined : providers.data?.find(({ id }) => id === addition.provider);
  const name = isPhone ? texts.phone : addition.name;
  const label = isPhone ? addition.international : addition.label;
  return (
    <ListItem
      icon={
        isPhone ? (
          <DeviceIcon kind="phone" />
        ) : (
          <ProviderMark provider={{ name, mark: provider?.mark ?? null }} size="large" />
        )
      }
      name={name}
      actions={
        <Button
          variant="default"
          isDangerous
          aria-label={isPhone ? texts.removePhone(label) : signInMethods.removeAccount(name, label)}
          // Not `disabled`, which would make the button and its reason unreachable by keyboard.
          aria-disabled={!canRemove}
          {...(!canRemove && { 'aria-describedby': reasonId })}
          loading={isRemoving}
          onClick={() => canRemove && onRemove()}
        >
          {common.remove}
        </Button>
      }
    >
      <ItemLabel>{label}</ItemLabel>
      <ItemDetails>
        <time dateTime={addition.addedAt}>{texts.addedOn(formatDay(addition.addedAt))}</time>
      </ItemDetails>
      {!canRemove && <ItemDetails id={reasonId}>{errors.LAST_SIGN_IN_METHOD.message}</ItemDetails>}
    </ListItem>
  );
}
