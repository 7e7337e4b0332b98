import { Button } from '@mantine/core';
import { useState } from 'react';
import { ERRORS } from '../../../shared/errors.ts';
import type { Account } from '../../../shared/schemas/accounts.ts';
import type { Provider } from '../../../shared/schemas/providers.ts';
import { Notice } from '../../components/notice.tsx';
import { ProviderMark } from '../../components/provider-mark.tsx';
import { RemoveAccountDialog } from './remove-account-dialog.tsx';
import { Section } from './section.tsx';
import classes from './sign-in-methods.module.css';

const ONLY_WAY = ERRORS.LAST_SIGN_IN_METHOD.message;

interface ConnectedAccountsProps {
  readonly accounts: readonly Account[];
  readonly providers: readonly Provider[];
  readonly callbackUrl: string;
}

export function ConnectedAccounts({ accounts, providers, callbackUrl }: ConnectedAccountsProps) {
  const [asking, setAsking] = useState<Account | null>(null);
  const [removed, setRemoved] = useState<string | null>(null);
  const nameOf = ({ provider }: Account) => providers.find(({ id }) => id === provider)?.name ?? provider;

  return (
    <Section title="Connected accounts">
      {removed && (
        <Notice key={removed} tone="success" takeFocus>
          <p>{removed} was removed. It no longer signs you in.</p>
        </Notice>
      )}
      {accounts.length === 0 && <p>No account is connected yet.</p>}
      {accounts.length > 0 && (
        <ul className={classes['list']}>
          {accounts.map((account) => {
            const name = nameOf(account);
            const reasonId = `only-way-${account.provider}-${account.providerAccountId}`;
            return (
              <li key={`${account.provider}:${account.providerAccountId}`} className={classes['item']}>
                <ProviderMark name={name} />
                <div className={classes['itemText']}>
                  <p className={classes['itemName']}>{name}</p>
                  <p className={classes['itemLabel']}>{account.label}</p>
                  <p className={classes['dates']}>
                    Connected {formatDay(account.linkedAt)}
                    {' · '}
                    {account.lastUsedAt ? `last used ${formatDay(account.lastUsedAt)}` : 'not used yet'}
                  </p>
                  {!account.canUnlink && (
                    <p id={reasonId} className={classes['reason']}>
                      {ONLY_WAY}
                    </p>
                  )}
                </div>
                <Button
                  variant="default"
                  size="sm"
                  aria-label={`Remove ${name} (${account.label})`}
                  // Not `disabled`: that would take the button, and the reason with it, away from the keyboard.
                  aria-disabled={!account.canUnlink}
                  {...(!account.canUnlink && { 'data-disabled': true, 'aria-describedby': reasonId })}
                  onClick={() => account.canUnlink && setAsking(account)}
                >
                  Remove
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {asking && (
        <RemoveAccountDialog
          account={asking}
          providerName={nameOf(asking)}
          callbackUrl={callbackUrl}
          onClose={() => setAsking(null)}
          onRemoved={() => {
            setRemoved(nameOf(asking));
            setAsking(null);
          }}
        />
      )}
    </Section>
  );
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

function formatDay(timestamp: string): string {
  return DAY.format(new Date(timestamp));
}
