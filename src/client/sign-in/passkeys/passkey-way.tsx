import { useEffect, useEffectEvent, useState } from 'react';
import { errorOfCode, type PageError } from '../../errors.ts';
import { loadWhenIdle } from '../fetch-when-idle.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useIsInteractive } from '../../ui/use-is-interactive.ts';
import classes from '../form/sign-in.module.css';
import type { PasskeyWayComponent } from './deferred.tsx';
import { PasskeyButton } from './passkey-button.tsx';

/**
 * The button is in the server's page. Its code is loaded after the page, and runs what was pressed meanwhile.
 * It goes in a browser without passkeys.
 */
export function PasskeyWay() {
  const [way, setWay] = useState<{ readonly Way: PasskeyWayComponent | null } | null>(null);
  const [isPressed, setPressed] = useState(false);
  const isInteractive = useIsInteractive();
  const [failure, setFailure] = useState<PageError | null>(null);
  const load = async () => {
    const { loadWay } = await loadDeferred();
    setWay({ Way: await loadWay() });
  };
  const loadFirst = useEffectEvent(load);
  // When it fails, a press loads again.
  useEffect(() => loadWhenIdle(() => void loadFirst().catch(() => {})), []);
  const press = () => {
    setPressed(true);
    setFailure(null);
    load().catch(() => {
      setPressed(false);
      setFailure({ ...errorOfCode('UNAVAILABLE'), wording: navigator.onLine ? 'action' : 'offline' });
    });
  };
  if (way?.Way === null) return null;
  return (
    <div className={classes['passkey']}>
      {way ? (
        <way.Way startsAtOnce={isPressed} />
      ) : (
        <div className={classes['form']} data-early>
          {failure && <ErrorNotice error={failure} takeFocus />}
          <PasskeyButton disabled={!isInteractive} loading={isPressed} onClick={press} />
        </div>
      )}
    </div>
  );
}

export const loadDeferred = () => import('./deferred.tsx');
