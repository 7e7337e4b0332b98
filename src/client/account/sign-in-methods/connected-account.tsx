import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Account } from '../../../shared/schemas/accounts.ts';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { Badge } from '../badge.tsx';
import { useFormatDay } from '../format-day.ts';
import { PersonPicture } from '../profile/person-picture.tsx';
import classes from './sign-in-methods.module.css';
import { useTexts } from '../../language/texts.ts';

interface ConnectedAccountProps {
  readonly account: Account;
  /** The provider of the account. */
  readonly provider: ComponentProps<typeof ProviderMark>['provider'];
  readonly isRemoving: boolean;
  readonly isReconnecting: boolean;
  readonly disabled: boolean;
  readonly onRemove: () => void;
  readonly onReconnect: () => void;
}

/** One account at an identity provider, with its dates and buttons. */
export function ConnectedAccount(props: ConnectedAccountProps) {
  const { account, provider, isRemoving, isReconnecting, disabled, onRemove, onReconnect } = props;
  const { name } = provider;
  const { image, status, linkedAt, lastUsedAt, canUnlink } = account;
  const { signInMethods: texts, common, errors } = useTexts();
  const label = account.labelIsId ? texts.accountId(account.label) : account.label;
  const formatDay = useFormatDay();
  const reasonId = `only-way-${account.provider}-${account.providerAccountId}`;
  return (
    <li className={classes['item']}>
      {image === null ? (
        <ProviderMark provider={provider} size="large" />
      ) : (
        <PersonPicture name={label} image={image} size="small" />
      )}
      <div className={classes['itemText']}>
        <p className={classes['itemName']}>
          {name} {status === 'ended' && <Badge tone="warning">{texts.ended}</Badge>}
        </p>
        <p className={classes['itemLabel']}>{label}</p>
        <p className={classes['dates']}>
          {texts.connectedOn(formatDay(linkedAt))}
          {' · '}
          {lastUsedAt ? texts.lastUsedOn(formatDay(lastUsedAt)) : texts.neverUsed}
        </p>
        {!canUnlink && (
          <p id={reasonId} className={classes['reason']}>
            {errors.LAST_SIGN_IN_METHOD.message}
          </p>
        )}
      </div>
      <div className={classes['itemButtons']}>
        {status === 'ended' && (
          <Button
            size="sm"
            aria-label={texts.reconnectAccount(name, label)}
            loading={isReconnecting}
            disabled={disabled}
            onClick={onReconnect}
          >
            {texts.reconnect}
          </Button>
        )}
        <Button
          variant="default"
          size="sm"
          aria-label={texts.removeAccount(name, label)}
          // Not `disabled`, which would make the button and its reason unreachable by keyboard.
          aria-disabled={!canUnlink}
          {...(!canUnlink && { 'aria-describedby': reasonId })}
          loading={isRemoving}
          disabled={disabled}
          onClick={() => canUnlink && onRemove()}
        >
          {common.remove}
        </Button>
      </div>
    </li>
  );
}
