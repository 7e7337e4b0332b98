import { Button } from '@mantine/core';
import { ERRORS } from '../../../shared/errors.ts';
import type { Account } from '../../../shared/schemas/accounts.ts';
import { ProviderMark } from '../../components/provider-mark.tsx';
import { Badge } from './badge.tsx';
import { formatDay } from './format-day.ts';
import { PersonPicture } from './person-picture.tsx';
import classes from './sign-in-methods.module.css';

const ONLY_WAY = ERRORS.LAST_SIGN_IN_METHOD.message;

interface ConnectedAccountProps {
  readonly account: Account;
  readonly name: string;
  /** It is being removed. */
  readonly isRemoving: boolean;
  /** It is being connected anew. */
  readonly isReconnecting: boolean;
  readonly disabled: boolean;
  readonly onRemove: () => void;
  readonly onReconnect: () => void;
}

/** One account at a provider: who one is there, since when, and what can be done about it. */
export function ConnectedAccount(props: ConnectedAccountProps) {
  const { account, name, isRemoving, isReconnecting, disabled, onRemove, onReconnect } = props;
  const { label, image, status, linkedAt, lastUsedAt, canUnlink } = account;
  const reasonId = `only-way-${account.provider}-${account.providerAccountId}`;
  return (
    <li className={classes['item']}>
      {image === null ? (
        <ProviderMark name={name} />
      ) : (
        <PersonPicture name={label} image={image} size="small" />
      )}
      <div className={classes['itemText']}>
        <p className={classes['itemName']}>
          {name} {status === 'ended' && <Badge tone="warning">Access ended at the provider</Badge>}
        </p>
        <p className={classes['itemLabel']}>{label}</p>
        <p className={classes['dates']}>
          Connected {formatDay(linkedAt)}
          {' · '}
          {lastUsedAt ? `last used ${formatDay(lastUsedAt)}` : 'not used yet'}
        </p>
        {!canUnlink && (
          <p id={reasonId} className={classes['reason']}>
            {ONLY_WAY}
          </p>
        )}
      </div>
      <div className={classes['itemButtons']}>
        {status === 'ended' && (
          <Button
            size="sm"
            aria-label={`Reconnect ${name} (${label})`}
            loading={isReconnecting}
            disabled={disabled}
            onClick={onReconnect}
          >
            Reconnect
          </Button>
        )}
        <Button
          variant="default"
          size="sm"
          aria-label={`Remove ${name} (${label})`}
          // Not `disabled`: that would take the button, and the reason with it, away from the keyboard.
          aria-disabled={!canUnlink}
          {...(!canUnlink && { 'data-disabled': true, 'aria-describedby': reasonId })}
          loading={isRemoving}
          disabled={disabled}
          onClick={() => canUnlink && onRemove()}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}
