import { useEffect, useState } from 'react';
import type { Account } from '../../../shared/schemas/accounts.ts';
import type { PasskeyList } from '../../../shared/schemas/passkeys.ts';
import type { PasswordStatus } from '../../../shared/schemas/password.ts';
import type { PhoneStatus } from '../../../shared/schemas/phone.ts';
import type { Profile } from '../../../shared/schemas/profile.ts';
import type { Provider } from '../../../shared/schemas/providers.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { useVerify } from '../../features/verify/verify-context.ts';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { List } from '../list.tsx';
import { useNotice } from '../notices.tsx';
import { PasskeyMethods } from '../passkeys/passkey-methods.tsx';
import { PasswordMethod } from '../password/password-method.tsx';
import { Section } from '../section.tsx';
import { ConnectableProvider } from './connectable-provider.tsx';
import { ConnectedAccount } from './connected-account.tsx';
import { EmailMethod } from './email-method.tsx';
import { PhoneMethod } from './phone-method.tsx';
import { useLinkAccount } from './use-link-account.ts';
import { useTexts } from '../../language/texts.ts';

interface MethodListProps {
  readonly accounts: readonly Account[];
  readonly providers: readonly Provider[];
  readonly profile: Profile;
  readonly password: PasswordStatus;
  readonly passkeys: PasskeyList;
  readonly phone: PhoneStatus;
}

interface AccountId {
  readonly provider: string;
  readonly providerAccountId: string;
}

export function MethodList(props: MethodListProps) {
  const { accounts, providers, profile, password, passkeys, phone } = props;
  const texts = useTexts().signInMethods;
  const [accountToRemove, setAccountToRemove] = useState<Account | null>(null);
  const { notice, show, clear } = useNotice();
  const { message } = useVerify();
  const utils = trpc.useUtils();
  const linking = useLinkAccount();
  const { leaving } = linking;
  const providerOf = ({ provider }: AccountId) =>
    providers.find(({ id }) => id === provider) ?? { name: provider };

  const unlink = useSensitiveMutation({
    perform: ({ provider, providerAccountId }: AccountId) =>
      utils.client.accounts.unlink.mutate({ provider, providerAccountId }),
    storeAs: 'unlink',
    onSuccess: (remainingAccounts, account) => {
      utils.accounts.list.setData(undefined, remainingAccounts);
      void utils.providers.list.invalidate();
      void utils.securityReview.invalidate();
      // Another method may be the only one now.
      void utils.password.get.invalidate();
      void utils.passkeys.list.invalidate();
      const { name } = providerOf(account);
      show(({ signInMethods }) => (
        <Notice tone="success" takeFocus>
          <p>{signInMethods.removed(name)}</p>
        </Notice>
      ));
      setAccountToRemove(null);
    },
    // The list was out of date, for example because of another tab.
    onError: () => void utils.accounts.list.invalidate(),
    onVerify: () => setAccountToRemove(null),
  });
  const failure = unlink.failure ?? linking.failure;
  const wait = useRetryWait(failure);
  const isDisabled = leaving !== null || wait > 0;
  const isRemoving = (account: Account) =>
    !accountToRemove && unlink.isPending && isSame(account, unlink.variables);
  const startAction = (action: () => void) => {
    clear();
    unlink.reset();
    linking.reset();
    action();
  };

  const isPasswordLeftOut = message?.outcome === 'password-left-out' && password.changedAt === null;
  useEffect(() => {
    if (!isPasswordLeftOut) return;
    show(({ ownPassword }) => (
      <Notice tone="calm" title={ownPassword.leftOutTitle} takeFocus>
        <p>{ownPassword.leftOut}</p>
      </Notice>
    ));
  }, [isPasswordLeftOut, show]);

  const offeredProviders = providers.filter(({ type }) => type !== 'email');
  // An account stays when the operator no longer offers its provider.
  const providerIds = new Set([
    ...offeredProviders.map(({ id }) => id),
    ...accounts.map(({ provider }) => provider),
  ]);
  const itemsOf = (id: string) => {
    const connectedAccounts = accounts.filter(({ provider }) => provider === id);
    const provider = offeredProviders.find((each) => each.id === id);
    if (connectedAccounts.length === 0 && provider)
      return (
        <ConnectableProvider
          key={id}
          provider={provider}
          isLeaving={leaving === id}
          disabled={isDisabled && leaving !== id}
          onConnect={() => startAction(() => linking.link({ provider: id, isReconnect: false }))}
        />
      );
    return connectedAccounts.map((account) => (
      <ConnectedAccount
        key={`${id}:${account.providerAccountId}`}
        account={account}
        provider={providerOf(account)}
        isRemoving={isRemoving(account)}
        isReconnecting={leaving === id}
        disabled={isDisabled}
        onRemove={() => startAction(() => setAccountToRemove(account))}
        onReconnect={() => startAction(() => linking.link({ provider: id, isReconnect: true }))}
      />
    ));
  };

  return (
    <Section title={texts.list} hint={texts.listHint}>
      {notice}
      {failure && !accountToRemove && <ErrorNotice error={failure} takeFocus />}
      <List>
        <EmailMethod profile={profile} />
        <PasswordMethod
          status={password}
          profile={profile}
          onStart={() => startAction(() => {})}
          onDone={(outcome) =>
            show(({ ownPassword }) => (
              <Notice tone="success" takeFocus>
                <p>{ownPassword[outcome]}</p>
              </Notice>
            ))
          }
        />
        <PasskeyMethods
          passkeys={passkeys.passkeys}
          onStart={() => startAction(() => {})}
          onDone={({ tone, text }) =>
            show((allTexts) => (
              <Notice tone={tone} takeFocus>
                <p>{text(allTexts.passkeys)}</p>
              </Notice>
            ))
          }
        />
        {phone.signsIn && <PhoneMethod phone={phone.phone} />}
        {[...providerIds].map(itemsOf)}
      </List>
      {accountToRemove && (
        <ConfirmDialog
          title={texts.removeTitle(providerOf(accountToRemove).name)}
          meaning={texts.removeWarning(
            providerOf(accountToRemove).name,
            accountToRemove.labelIsId ? texts.accountId(accountToRemove.label) : accountToRemove.label,
          )}
          mutation={unlink}
          onClose={() => setAccountToRemove(null)}
          onConfirm={() => {
            const { provider, providerAccountId } = accountToRemove;
            unlink.run({ provider, providerAccountId });
          }}
        />
      )}
    </Section>
  );
}

function isSame(one: AccountId, other: AccountId | undefined): boolean {
  return one.provider === other?.provider && one.providerAccountId === other.providerAccountId;
}
