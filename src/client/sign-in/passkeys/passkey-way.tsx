import { useEffect, useEffectEvent, useState } from 'react';
import { loadWhenIdle } from '../fetch-when-idle.ts';
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
  const load = () =>
    void loadDeferred()
      .then((deferred) => deferred.loadWay())
      // The other ways are there.
      .catch(() => null)
      .then((Way) => setWay({ Way }));
  const loadFirst = useEffectEvent(load);
  useEffect(() => loadWhenIdle(() => loadFirst()), []);
  const press = () => {
    setPressed(true);
    load();
  };
  if (way?.Way === null) return null;
  return (
    <div className={classes['passkey']}>
      {way ? (
        <way.Way startsAtOnce={isPressed} />
      ) : (
        <PasskeyButton disabled={!isInteractive} loading={isPressed} onClick={press} />
      )}
    </div>
  );
}

export const loadDeferred = () => import('./deferred.tsx');
