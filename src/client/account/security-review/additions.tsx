import { useId, useState } from 'react';
import type { AddedConnection, Addition } from '../../../shared/schemas/security-review.ts';
import { DeviceIcon } from '../../ui/device-icons.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { KeyIcon } from '../../ui/icons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PasskeyIcon } from '../../ui/passkey-icon.tsx';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { useSignInMethodsChanged } from '../../features/session/use-sign-in-methods-changed.ts';
import { usePasskeysChanged } from '../../features/passkeys/use-passkeys-changed.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useTexts } from '../../language/texts.ts';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useFormatDay } from '../../ui/format-day.ts';
import { ItemDetails, ItemLabel, List, ListItem } from '../../ui/list.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { Section } from '../../ui/section.tsx';

interface AdditionsProps {
  readonly additions: readonly Addition[];
  readonly onRemoved: (message: string) => void;
}

export function Additions({ additions, onRemoved }: AdditionsProps) {
  const { securityReview: texts, signInMethods, passkeys: passkeyTexts, phone: phoneTexts } = useTexts();
  const [additionToRemove, setAdditionToRemove] = useState<Addition | null>(null);
  const utils = trpc.useUtils();
  const passkeysChanged = usePasskeysChanged();
  const signInMethodsChanged = useSignInMethodsChanged();
  const phone = additions.find((each) => each.kind === 'phone');
  /** Updates the list at once. The server says meanwhile what can still be removed, and the new digest. */
  const removeFromList = (isRemoved: (each: Addition) => boolean, message: string) => {
    utils.securityReview.get.setData(undefined, (last) => {
      const remaining = last?.additions.filter((each) => !isRemoved(each)) ?? [];
      return last && remaining.length > 0 ? { ...last, listed: '', additions: remaining } : null;
    });
    onRemoved(message);
    setAdditionToRemove(null);
  };
  // The page was out of date, for example because of another tab.
  const onError = () => signInMethodsChanged();
  const close = () => setAdditionToRemove(null);
  const unlink = useSensitiveMutation({
    perform: ({ provider, providerAccountId }: AccountId) =>
      utils.client.accounts.unlink.mutate({ provider, providerAccountId }),
    storeAs: 'unlink',
    onSuccess: (remainingAccounts, account) => {
      signInMethodsChanged('accounts');
      utils.accounts.list.setData(undefined, remainingAccounts);
      const name = additions.find((each) => isConnection(each, account));
      removeFromList(
        (each) => isConnection(each, account),
        signInMethods.removed(name?.kind === 'connection' ? name.name : account.provider),
      );
    },
    onError,
    onVerify: close,
  });
  const removePhone = useSensitiveMutation({
    perform: (_input: Readonly<Record<string, never>>) => utils.client.phone.remove.mutate(),
    storeAs: 'remove-phone',
    onSuccess: (status) => {
      signInMethodsChanged('phone');
      utils.phone.get.setData(undefined, status);
      removeFromList((each) => each.kind === 'phone', texts.removedPhone(phone?.international ?? ''));
    },
    onError,
    onVerify: close,
  });
  const removePasskey = useSensitiveMutation({
    perform: ({ id }: { readonly id: string }) => utils.client.passkeys.remove.mutate({ id }),
    storeAs: 'remove-passkey',
    onSuccess: (list, { id }) => {
      passkeysChanged(list);
      const removed = additions.find((each) => isPasskey(each, id));
      removeFromList(
        (each) => isPasskey(each, id),
        passkeyTexts.removed(removed?.kind === 'passkey' ? removed.name : ''),
      );
    },
    onError,
    onVerify: close,
  });
  const failure = unlink.failure ?? removePhone.failure ?? removePasskey.failure;
  const isRemoving = (addition: Addition) => {
    if (addition.kind === 'phone') return removePhone.isPending;
    if (addition.kind === 'passkey')
      return removePasskey.isPending && removePasskey.variables?.id === addition.id;
    return unlink.isPending && isConnection(addition, unlink.variables);
  };

  return (
    <Section title={texts.listTitle} hint={texts.listHint}>
      {failure && !additionToRemove && <ErrorNotice error={failure} takeFocus />}
      <List>
        {additions.map((addition) =>
          isRemovedElsewhere(addition) ? (
            <ElsewhereItem key={keyOf(addition)} addition={addition} />
          ) : (
            <AdditionItem
              key={keyOf(addition)}
              addition={addition}
              isRemoving={!additionToRemove && isRemoving(addition)}
              onRemove={() => {
                unlink.reset();
                removePhone.reset();
                removePasskey.reset();
                setAdditionToRemove(addition);
              }}
            />
          ),
        )}
      </List>
      {additionToRemove?.kind === 'connection' && (
        <ConfirmDialog
          title={signInMethods.removeTitle(additionToRemove.name)}
          meaning={signInMethods.removeWarning(additionToRemove.name, additionToRemove.label)}
          mutation={unlink}
          onClose={close}
          onConfirm={() => {
            const { provider, providerAccountId } = additionToRemove;
            unlink.run({ provider, providerAccountId });
          }}
        />
      )}
      {additionToRemove?.kind === 'phone' && (
        <ConfirmDialog
          title={phoneTexts.removeTitle}
          meaning={phoneTexts.removeWarning(additionToRemove.international)}
          mutation={removePhone}
          onClose={close}
          onConfirm={() => removePhone.run({})}
        />
      )}
      {additionToRemove?.kind === 'passkey' && (
        <ConfirmDialog
          title={passkeyTexts.removeTitle(additionToRemove.name)}
          meaning={passkeyTexts.removeWarning}
          mutation={removePasskey}
          onClose={close}
          onConfirm={() => removePasskey.run({ id: additionToRemove.id })}
        />
      )}
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

function isPasskey(addition: Addition, id: string): boolean {
  return addition.kind === 'passkey' && addition.id === id;
}

function keyOf(addition: Addition): string {
  if (addition.kind === 'phone') return 'phone';
  if (addition.kind === 'passkey') return addition.id;
  if (addition.kind === 'connection') return `${addition.provider}:${addition.providerAccountId}`;
  return `${addition.kind} ${addition.addedAt}`;
}

type RemovedElsewhere = Extract<Addition, { kind: 'password' | 'authenticator-app' }>;

function isRemovedElsewhere(addition: Addition): addition is RemovedElsewhere {
  return addition.kind === 'password' || addition.kind === 'authenticator-app';
}

/** The page of the sign-in methods removes it. */
function ElsewhereItem({ addition }: { readonly addition: RemovedElsewhere }) {
  const { securityReview: texts, signInMethods } = useTexts();
  const formatDay = useFormatDay();
  return (
    <ListItem
      icon={<KeyIcon />}
      name={addition.kind === 'password' ? texts.password : texts.authenticatorApp}
      actions={
        <ButtonLink to="/account/sign-in-methods" variant="default">
          {signInMethods.title}
        </ButtonLink>
      }
    >
      {addition.kind === 'authenticator-app' && (
        <ItemLabel>
          <bdi>{addition.name}</bdi>
        </ItemLabel>
      )}
      <ItemDetails>
        <time dateTime={addition.addedAt}>{texts.addedOn(formatDay(addition.addedAt))}</time>
      </ItemDetails>
    </ListItem>
  );
}

interface AdditionItemProps {
  readonly addition: Exclude<Addition, RemovedElsewhere>;
  readonly isRemoving: boolean;
  readonly onRemove: () => void;
}

function AdditionItem({ addition, isRemoving, onRemove }: AdditionItemProps) {
  const { securityReview: texts, errors } = useTexts();
  const formatDay = useFormatDay();
  const reasonId = useId();
  const { canRemove } = addition;
  const { icon, name, label, removal } = useAdditionWords(addition);
  return (
    <ListItem
      icon={icon}
      name={name}
      actions={
        <RemoveButton
          label={removal}
          keptBecause={canRemove ? undefined : reasonId}
          loading={isRemoving}
          onClick={onRemove}
        />
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

/** How an addition is shown. `removal` names the button that removes it. */
function useAdditionWords(addition: Exclude<Addition, RemovedElsewhere>) {
  const { securityReview: texts, signInMethods, passkeys } = useTexts();
  const providers = trpc.providers.list.useQuery();
  if (addition.kind === 'phone') {
    const label = addition.international;
    const icon = <DeviceIcon kind="phone" />;
    return { icon, name: texts.phone, label, removal: texts.removePhone(label) };
  }
  if (addition.kind === 'passkey') {
    const label = <bdi>{addition.name}</bdi>;
    return { icon: <PasskeyIcon />, name: texts.passkey, label, removal: passkeys.removeOf(addition.name) };
  }
  const { name, label } = addition;
  const mark = providers.data?.find(({ id }) => id === addition.provider)?.mark ?? null;
  const icon = <ProviderMark provider={{ name, mark }} size="large" />;
  return { icon, name, label, removal: signInMethods.removeAccount(name, label) };
}
