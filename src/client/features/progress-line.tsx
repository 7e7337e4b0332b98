import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useTexts } from '../language/texts.ts';
import classes from './progress-line.module.css';

/** For a page or its data that loads. Its styles show it after 0.1 s, so that it does not flash. */
export function ProgressLine() {
  const { loading } = useTexts().common;
  const isPageLoading = useRouterState({ select: ({ status }) => status === 'pending' });
  // Not for what is shown and read again, nor for failures: the page or `ConnectionLine` shows these.
  const reads = useIsFetching({
    predicate: ({ state }) => state.data === undefined && state.fetchFailureCount === 0,
  });
  return (
    // It belongs to no landmark, so it needs a live region. Without text, nothing is announced.
    <div role="status">
      {(isPageLoading || reads > 0) && (
        <div role="progressbar" aria-label={loading} className={classes['line']}>
          <div className={classes['bar']} />
        </div>
      )}
    </div>
  );
}
