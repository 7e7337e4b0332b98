import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { APPLICATION_TEXTS } from '../language/deferred-texts.ts';
import { useTexts } from '../language/texts.ts';
import { lazyPart } from '../load-page.ts';
import classes from './connection-line.module.css';
import { useIsOnline } from '../ui/online.ts';

/** When the browser is online again, what could not be loaded is loaded at once. */
export function ConnectionLine() {
  const isOnline = useIsOnline();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isOnline) return;
    // A failed read waits some seconds before it is repeated. This repeats it now.
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.fetchFailureCount > 0,
    });
  }, [isOnline, queryClient]);
  return (
    // It exists before its text, so that a screen reader announces the text.
    <div role="status" className={classes['place']}>
      {!isOnline && (
        <Suspense>
          <OfflineLine />
        </Suspense>
      )}
    </div>
  );
}

/** The browser may be offline before the first page has its words. */
const OfflineLine = lazyPart(() => Promise.resolve(OfflineText), APPLICATION_TEXTS);

function OfflineText() {
  const texts = useTexts().account;
  return <p className={classes['line']}>{texts.offline}</p>;
}
