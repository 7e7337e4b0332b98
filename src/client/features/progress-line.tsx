import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useTexts } from '../language/texts.ts';
import classes from './progress-line.module.css';

/** A line at the top of the window while a page, or what it shows, is loading. Its styles show it after 0.1 s, so that it does not flash. */
export function ProgressLine() {
  const { loading } = useTexts().common;
  const isPageLoading = useRouterState({ select: ({ status }) => status === 'pending' });
  // Not for what the page shows already and reads again, nor for what failed: the page or `ConnectionLine` says so.
  const reads = useIsFetching({
    predicate: ({ state }) => state.data === undefined && state.fetchFailureCount === 0,
  });
  return (
    // It belongs to no landmark, so it must be in a live region to be found. Without text, nothing is announced at each click.
    <div role="status">
      {(isPageLoading || reads > 0) && (
        <div role="progressbar" aria-label={loading} className={classes['line']}>
          <div className={classes['bar']} />
        </div>
      )}
    </div>
  );
}
