import { useState } from 'react';
import type { Account } from '../../../shared/schemas/accounts.ts';
import type { Provider } from '../../../shared/schemas/providers.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { trpc } from '../../trpc.ts';
import { ConnectedAccount } from './connected-account.tsx';
import { useNotice } from '../notices.tsx';
import { RemoveAccountDialog } from './remove-account-dialog.tsx';
import { Section } from '../section.tsx';
import type { LinkAccount } from './use-link-account.ts';
import classes from './sign-in-methods.module.css';
import { useTexts } from '../../language/texts.ts';

interface ConnectedAccountsProps {
  readonly accounts: readonly Account[];
  readonly providers: readonly Provider[];
  readonly linking: LinkAccount;
}

interface AccountId {
  readonly provider: string;
  readonly providerAccountId: string;
}

export function ConnectedAccounts({ accounts, providers, linking }: ConnectedAccountsProps) {
  const texts = useTexts().signInMethods;
  const [accountToRemove, setAccountToRemove] = useState<Account | null>(null);
  const { notice, show, clear } = useNotice();
  const providerOf = ({ provider }: AccountId) =>
    providers.find(({ id }) => id === provider) ?? { name: provider };
  const nameOf = (account: AccountId) => providerOf(account).name;
  const utils = trpc.useUtils();
  const unlink = useSensitiveMutation({
    perform: ({ provider, providerAccountId }: AccountId) =>
      utils.client.accounts.unlink.mutate({ provider, providerAccountId }),
    storeAs: 'unlink',
    onSuccess: (remainingAccounts, account) => {
      utils.accounts.list.setData(undefined, remainingAccounts);
      void utils.providers.list.invalidate();
      void utils.securityReview.invalidate();
      const name = nameOf(account);
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

  const failure = unlink.failure ?? (linking.isReconnect ? linking.failure : null);
  const wait = useRetryWait(failure);
  const { leaving } = linking;
  const isRemoving = (account: AccountId) => unlink.isPending && isSame(account, unlink.variables);

  return (
    <Section title={texts.connectedAccounts}>
      {notice}
      {failure && !accountToRemove && <ErrorNotice error={failure} takeFocus />}
      {accounts.length === 0 && <p>{texts.noAccounts}</p>}
      {accounts.length > 0 && (
        <ul className={classes['list']}>
          {accounts.map((account) => (
            <ConnectedAccount
              key={`${account.provider}:${account.providerAccountId}`}
              account={account}
              provider={providerOf(account)}
              isRemoving={!accountToRemove && isRemoving(account)}
              isReconnecting={leaving === account.provider}
              disabled={leaving !== null || wait > 0}
              onRemove={() => {
                clear();
                unlink.reset();
                setAccountToRemove(account);
              }}
              onReconnect={() => linking.link({ provider: account.provider, isReconnect: true })}
            />
          ))}
        </ul>
      )}
      <RemoveAccountDialog
        account={accountToRemove}
        providerName={accountToRemove ? nameOf(accountToRemove) : ''}
        isPending={unlink.isPending}
        failure={unlink.failure}
        onClose={() => setAccountToRemove(null)}
        onRemove={({ provider, providerAccountId }) => unlink.run({ provider, providerAccountId })}
      />
    </Section>
  );
}

function isSame(one: AccountId, other: AccountId | undefined): boolean {
  return one.provider === other?.provider && one.providerAccountId === other.providerAccountId;
}
