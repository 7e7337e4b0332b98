import { isFoyerError } from '../foyer-error.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** How many errors a query had before its last answer. React Query counts all errors. */
const errorsBefore = new WeakMap<FailingQuery, number>();

/** The used part of React Query's query. */
interface FailingQuery {
  readonly state: {
    readonly status: 'pending' | 'error' | 'success';
    readonly error: Error | null;
    readonly errorUpdateCount: number;
    readonly errorUpdatedAt: number;
  };
}

/**
 * In milliseconds, doubled up to a minute; `false`: no retry. React Query calls this repeatedly for one
 * failure, so the random part comes from the failure's time.
 */
export function healingPause(query: FailingQuery): number | false {
  const { state } = query;
  if (state.status === 'success') errorsBefore.set(query, state.errorUpdateCount);
  const { error } = state;
  if (error === null || !isPassing(error)) return false;
  const failures = state.errorUpdateCount - (errorsBefore.get(query) ?? 0);
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  // Random, so that pages that failed together do not ask together.
  const pause = longest * (0.5 + (state.errorUpdatedAt % 1000) / 2000);
  const retryAfter = isFoyerError(error) ? (error.retryAfter ?? 0) : 0;
  return Math.max(pause, retryAfter * 1000);
}

function isPassing(error: Error): boolean {
  return isFoyerError(error) && (error.status >= 500 || error.code === 'RATE_LIMITED');
}
