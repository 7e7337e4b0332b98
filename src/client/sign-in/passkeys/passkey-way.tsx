import { useEffect, useState, type ComponentType } from 'react';
import { useLocale } from '../../language/texts.ts';
import { savesData, whenIdle } from '../fetch-when-idle.ts';
import classes from '../form/sign-in.module.css';

/**
 * The way by passkey of the sign-in page and of the sign-up page. Its code and words come when the browser is idle, or with the first input
 * where it saves data. Its place is free until then, so that nothing moves.
 */
export function PasskeyWay() {
  const locale = useLocale();
  const [Way, setWay] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      void import('./late-way.ts').then(
        async ({ loadWay }) => {
          const loaded = await loadWay(locale);
          setWay(() => loaded);
        },
        // The other ways are there.
        () => {},
      );
    if (!savesData()) return whenIdle(load);
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, load, { once: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a later language is loaded with all other words
  }, []);
  return <div className={classes['passkey']}>{Way && <Way />}</div>;
}
