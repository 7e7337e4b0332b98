import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DAY_MS } from '../../../shared/limits.ts';
import type { AccessToken } from '../../../shared/schemas/access-tokens.ts';
import { useDeviceName } from '../../ui/device-name.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useTexts } from '../../language/texts.ts';
import { Badge } from '../badge.tsx';
import classes from './access-tokens.module.css';

const SOON_MS = 3 * DAY_MS;

interface TokenItemProps {
  readonly token: AccessToken;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

/** One token with its hint, scopes, last use and end. */
export function TokenItem({ token, isEnding, onEnd }: TokenItemProps) {
  const texts = useTexts().accessTokens;
  const nameOf = useDeviceName();
  const detailsId = useId();
  const { name, hint, scopes, createdAt, expires, expired, lastUsed } = token;
  const [now] = useState(() => Date.now());
  const isSoon = !expired && Date.parse(expires) - now < SOON_MS;
  return (
    <li className={classes['item']} data-expired={expired}>
      <div className={classes['text']}>
        <p className={classes['name']}>
          <bdi>{name}</bdi> {expired && <Badge tone="plain">{texts.expired}</Badge>}
          {isSoon && <Badge tone="warning">{texts.expiresSoon}</Badge>}
        </p>
        <p className={classes['hint']}>
          <bdi>{hint}</bdi>
        </p>
        <ul className={classes['scopes']} aria-label={texts.scopes}>
          {scopes.map((scope) => (
            <li key={scope}>
              <code>{scope}</code>
            </li>
          ))}
        </ul>
        <p id={detailsId} className={classes['details']}>
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
        </p>
        <p className={classes['details']}>
          {expired ? texts.expiredOn : texts.expires} <RelativeTime at={expires} />
        </p>
      </div>
      <Button
        variant="default"
        size="sm"
        className={classes['button'] ?? ''}
        aria-label={expired ? texts.removeOf(name) : texts.revokeOf(name)}
        aria-describedby={detailsId}
        loading={isEnding}
        onClick={onEnd}
      >
        {expired ? texts.remove : texts.revoke}
      </Button>
    </li>
  );
}
