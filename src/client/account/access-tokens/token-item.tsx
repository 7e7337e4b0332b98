import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DAY_MS } from '../../../shared/limits.ts';
import type { AccessToken } from '../../../shared/schemas/access-tokens.ts';
import { isFoyersScope } from '../../../shared/scopes.ts';
import { useScopeTexts } from '../../features/scopes.ts';
import { useDeviceName } from '../../ui/device-name.ts';
import { TerminalIcon } from '../../ui/icons.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useTexts } from '../../language/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { ItemDetails, ListItem } from '../../ui/list.tsx';
import classes from './access-tokens.module.css';

const SOON_MS = 3 * DAY_MS;

interface TokenItemProps {
  readonly token: AccessToken;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

export function TokenItem({ token, isEnding, onEnd }: TokenItemProps) {
  const texts = useTexts().accessTokens;
  const nameOf = useDeviceName();
  const detailsId = useId();
  const { name, hint, scopes, createdAt, expires, expired, lastUsed } = token;
  const [now] = useState(() => Date.now());
  const isSoon = !expired && Date.parse(expires) - now < SOON_MS;
  return (
    <ListItem
      icon={<TerminalIcon />}
      name={
        <>
          <span className={classes['name']} data-expired={expired}>
            <bdi>{name}</bdi>
          </span>
          {expired && <Badge tone="plain">{texts.expired}</Badge>}
          {isSoon && <Badge tone="warning">{texts.expiresSoon}</Badge>}
        </>
      }
      actions={
        <Button
          variant="default"
          isDangerous={!expired}
          aria-label={expired ? texts.removeOf(name) : texts.revokeOf(name)}
          aria-describedby={detailsId}
          loading={isEnding}
          onClick={onEnd}
        >
          {expired ? texts.remove : texts.revoke}
        </Button>
      }
    >
      <p className={classes['hint']}>
        <bdi>{hint}</bdi>
      </p>
      {scopes.length === 0 ? (
        <p>{texts.nothingAllowed}</p>
      ) : (
        <ul className={classes['scopes']} aria-label={texts.scopes}>
          {scopes.map((scope) => (
            <li key={scope}>
              <code>{scope}</code>
              {!isFoyersScope(scope) && <OwnScopeLabel scope={scope} />}
            </li>
          ))}
        </ul>
      )}
      <ItemDetails id={detailsId}>
        {texts.created} <RelativeTime at={createdAt} />
        {' · '}
        {lastUsed ? (
          <>
            {texts.lastUsed} <RelativeTime at={lastUsed.at} /> {texts.with} {nameOf(lastUsed.device)}
            {lastUsed.ip !== null && (
              <>
                {` ${texts.from} `}
                <bdi>{lastUsed.ip}</bdi>
              </>
            )}
          </>
        ) : (
          texts.neverUsed
        )}
      </ItemDetails>
      <ItemDetails>
        {expired ? texts.expiredOn : texts.expires} <RelativeTime at={expires} />
      </ItemDetails>
    </ListItem>
  );
}

function OwnScopeLabel({ scope }: { readonly scope: string }) {
  const label = useScopeTexts()(scope)?.label;
  return label && <bdi lang={label.lang}>{label.text}</bdi>;
}
