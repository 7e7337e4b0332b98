import { useEffect, useState, type ComponentType } from 'react';
import { loadWhenIdle } from '../fetch-when-idle.ts';
import classes from '../form/sign-in.module.css';

/** Loaded after the page, so its place is kept free. */
export function PasskeyWay() {
  const [Way, setWay] = useState<ComponentType | null>(null);
  useEffect(() => {
    loadWhenIdle(
      () =>
        void loadDeferred()
          .then((deferred) => deferred.loadWay())
          // Not `setWay(way)`, which would call the component.
          .then((way) => setWay(() => way))
          // The other ways are there.
          .catch(() => {}),
    );
  }, []);
  return <div className={classes['passkey']}>{Way && <Way />}</div>;
}

export const loadDeferred = () => import('./deferred.tsx');
