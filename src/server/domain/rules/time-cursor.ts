import { ObjectId, type Filter } from 'mongodb';
import { makeIssue } from '../../../shared/issues.ts';
import { AppError } from '../../app-error.ts';

/** Lists are read newest first. The id orders rows of one millisecond. */
interface TimedRow {
  readonly _id: ObjectId;
  readonly at: Date;
}

export function timeCursorOf({ at, _id }: TimedRow): string {
  return Buffer.from(`${at.getTime()}.${_id.toHexString()}`).toString('base64url');
}

/** For rows that were read with one more than `limit`. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { shown, nextCursor: last ? cursorOf(last) : null };
}

/** Throws `INVALID_INPUT` for a text that `timeCursorOf` did not make. */
export function readTimeCursor(cursor: string): TimedRow {
  const [, time, id] = /^(\d{1,15})\.([0-9a-f]{24})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time === undefined || id === undefined) throw invalidCursor();
  return { at: new Date(Number(time)), _id: new ObjectId(id) };
}

/** Throws `INVALID_INPUT` for a text that `timeCursorOf` did not make. */
export function afterTimeCursor(cursor: string): Filter<TimedRow> {
  const { at, _id } = readTimeCursor(cursor);
  return { at: { $lte: at }, $or: [{ at: { $lt: at } }, { _id: { $lt: _id } }] };
}

export function invalidCursor(): AppError {
  return new AppError('INVALID_INPUT', { issues: [makeIssue('cursor', 'cursor-invalid')] });
}
