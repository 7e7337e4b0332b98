import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Account } from '../../../shared/schemas/accounts.ts';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useFormatDay } from '../../ui/format-day.ts';
import { ItemDetails, ItemLabel, ListItem } from '../../ui/list.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { UserPicture } from '../../ui/user-picture.tsx';
import classes from './sign-in-methods.module.css';
import { useTexts } from '../../language/texts.ts';

interface ConnectedAccountProps {
  readonly account: Account;
  /** Without a mark where it is no longer offered. */
  readonly provider: ComponentProps<typeof ProviderMark>['provider'];
  readonly isRemoving: boolean;
  readonly isReconnecting: boolean;
  readonly disabled: boolean;
  readonly onRemove: () => void;
  readonly onReconnect: () => void;
}

export function ConnectedAccount(props: ConnectedAccountProps) {
  const { account, provider, isRemoving, isReconnecting, disabled, onRemove, onReconnect } = props;
  const { name } = provider;
  const { image, status, linkedAt, lastUsedAt, canUnlink } = account;
  const { signInMethods: texts, errors } = useTexts();
  const label = account.labelIsId ? texts.accountId(account.label) : account.label;
  const formatDay = useFormatDay();
  const reasonId = `only-way-${account.provider}-${account.providerAccountId}`;
  return (
    <ListItem
      icon={
        <>
          <ProviderMark provider={provider} size="large" />
          {image !== null && (
            <span className={classes['user']}>
              <UserPicture id={account.providerAccountId} name={label} image={image} size="tiny" />
            </span>
          )}
        </>
      }
      name={
        <>
          {name}
          {status === 'ended' && <Badge tone="warning">{texts.ended}</Badge>}
        </>
      }
      actions={
        <>
          {status === 'ended' && (
            <Button
              aria-label={texts.reconnectAccount(name, label)}
              loading={isReconnecting}
              disabled={disabled}
              onClick={onReconnect}
            >
              {texts.reconnect}
            </Button>
          )}
          <RemoveButton
            label={texts.removeAccount(name, label)}
            keptBecause={canUnlink ? undefined : reasonId}
            loading={isRemoving}
            disabled={disabled}
            onClick={onRemove}
          />
        </>
      }
    >
      <ItemLabel>{label}</ItemLabel>
      <ItemDetails>
        {texts.connectedOn(formatDay(linkedAt))}
        {' · '}
        {lastUsedAt ? texts.lastUsedOn(formatDay(lastUsedAt)) : texts.neverUsed}
      </ItemDetails>
      {!canUnlink && <ItemDetails id={reasonId}>{errors.LAST_SIGN_IN_METHOD.message}</ItemDetails>}
    </ListItem>
  );
}
