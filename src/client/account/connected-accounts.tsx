import { useState } from 'react';
import type { Account } from '../../shared/schemas/accounts.ts';
import type { Provider } from '../../shared/schemas/providers.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { useRetryWait } from '../ui/use-retry-wait.ts';
import { useSensitiveMutation } from '../features/verify/use-sensitive-mutation.ts';
import { trpc } from '../trpc.ts';
import { ConnectedAccount } from './connected-account.tsx';
import { RemoveAccountDialog } from './remove-account-dialog.tsx';
import { Section } from './section.tsx';
import type { LinkAccount } from './use-link-account.ts';
import classes from './sign-in-methods.module.css';
import { useTexts } from '../language/texts.ts';

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
  const [asking, setAsking] = useState<Account | null>(null);
  const [removed, setRemoved] = useState<string | null>(null);
  const nameOf = ({ provider }: AccountId) => providers.find(({ id }) => id === provider)?.name ?? provider;
  const utils = trpc.useUtils();
  const unlink = useSensitiveMutation({
    perform: ({ provider, providerAccountId }: AccountId) =>
      utils.client.accounts.unlink.mutate({ provider, providerAccountId }),
    keep: 'unlink',
    onSuccess: (left, account) => {
      utils.accounts.list.setData(undefined, left);
      void utils.providers.list.invalidate();
      void utils.securityReview.invalidate();
      setRemoved(nameOf(account));
      setAsking(null);
    },
    // The list on the page was not what the server knows: another tab was faster.
    onError: () => void utils.accounts.list.invalidate(),
    onVerify: () => setAsking(null),
  });

  const failure = unlink.failure ?? (linking.isReconnect ? linking.failure : null);
  const wait = useRetryWait(failure);
  const { leaving } = linking;
  const isRemoving = (account: AccountId) => unlink.isPending && isSame(account, unlink.variables);

  return (
    <Section title={texts.connectedAccounts}>
      {removed !== null && (
        <Notice key={removed} tone="success" takeFocus>
          <p>{texts.removed(removed)}</p>
        </Notice>
      )}
      {failure && !asking && <ErrorNotice error={failure} takeFocus />}
      {accounts.length === 0 && <p>{texts.noAccounts}</p>}
      {accounts.length > 0 && (
        <ul className={classes['list']}>
          {accounts.map((account) => (
            <ConnectedAccount
              key={`${account.provider}:${account.providerAccountId}`}
              account={account}
              name={nameOf(account)}
              isRemoving={!asking && isRemoving(account)}
              isReconnecting={leaving === account.provider}
              disabled={leaving !== null || wait > 0}
              onRemove={() => {
                setRemoved(null);
                unlink.reset();
                setAsking(account);
              }}
              onReconnect={() => linking.link({ provider: account.provider, isReconnect: true })}
            />
          ))}
        </ul>
      )}
      <RemoveAccountDialog
        account={asking}
        providerName={asking ? nameOf(asking) : ''}
        isPending={unlink.isPending}
        failure={unlink.failure}
        onClose={() => setAsking(null)}
        onRemove={({ provider, providerAccountId }) => unlink.run({ provider, providerAccountId })}
      />
    </Section>
  );
}

function isSame(one: AccountId, other: AccountId | undefined): boolean {
  return one.provider === other?.provider && one.providerAccountId === other.providerAccountId;
}
