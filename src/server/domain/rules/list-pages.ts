import { makeIssue } from '../../../shared/issues.ts';
import { AppError } from '../../app-error.ts';

/** For rows that were read with one more than `limit`. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { shown, nextCursor: last ? cursorOf(last) : null };
}

export function invalidCursor(): AppError {
  return new AppError('INVALID_INPUT', { issues: [makeIssue('cursor', 'cursor-invalid')] });
}
