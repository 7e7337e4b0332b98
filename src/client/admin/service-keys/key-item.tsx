import { useId } from 'react';
import type { ServiceKey } from '../../../shared/schemas/service-keys.ts';
import tokenClasses from '../../account/access-tokens/access-tokens.module.css';
import { Badge } from '../../account/badge.tsx';
import { ItemDetails, ListItem } from '../../account/list.tsx';
import { useTexts } from '../../language/texts.ts';
import { Button } from '../../ui/button.tsx';
import { KeyIcon } from '../../ui/icons.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

interface KeyItemProps {
  readonly serviceKey: ServiceKey;
  readonly onRevoke: () => void;
}

export function KeyItem({ serviceKey, onRevoke }: KeyItemProps) {
  const { accessTokens: words, serviceKeys: texts } = useTexts();
  const detailsId = useId();
  const { name, hint, scopes, allowedAddresses, createdAt, createdBy, expires, state, lastUsed } = serviceKey;
  const isActive = state === 'active';
  return (
    <ListItem
      icon={<KeyIcon />}
      name={
        <>
          <span className={tokenClasses['name']} data-expired={!isActive}>
            <bdi>{name}</bdi>
          </span>
          {!isActive && <Badge tone="plain">{texts.states[state]}</Badge>}
        </>
      }
      {...(isActive && {
        actions: (
          <Button
            variant="default"
            isDangerous
            aria-label={words.revokeOf(name)}
            aria-describedby={detailsId}
            onClick={onRevoke}
          >
            {words.revoke}
          </Button>
        ),
      })}
    >
      <p className={tokenClasses['hint']}>
        <bdi>{hint}</bdi>
      </p>
      <ul className={tokenClasses['scopes']} aria-label={words.scopes}>
        {scopes.map((scope) => (
          <li key={scope}>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
      <ItemDetails id={detailsId}>
        {words.created} <RelativeTime at={createdAt} />
        {' · '}
        {lastUsed ? (
          <>
            {words.lastUsed} <RelativeTime at={lastUsed.at} />
            {lastUsed.ip !== null && (
              <>
                {` ${words.from} `}
                <bdi>{lastUsed.ip}</bdi>
              </>
            )}
          </>
        ) : (
          words.neverUsed
        )}
      </ItemDetails>
      <ItemDetails>
        {createdBy ? (
          <>
            {texts.madeBy} <bdi>{createdBy.name ?? createdBy.id}</bdi>
            {isActive && !createdBy.isAdministrator && (
              <>
                {' '}
                <Badge tone="warning">{texts.makerLeft}</Badge>
              </>
            )}
          </>
        ) : (
          texts.madeByServer
        )}
      </ItemDetails>
      {allowedAddresses.length > 0 && (
        <ItemDetails>
          {texts.onlyFrom} <bdi>{allowedAddresses.join(', ')}</bdi>
        </ItemDetails>
      )}
      {state !== 'revoked' && (
        <ItemDetails>
          {isActive ? words.expires : words.expiredOn} <RelativeTime at={expires} />
        </ItemDetails>
      )}
    </ListItem>
  );
}
