import { ObjectId, type Filter } from 'mongodb';
import { invalidCursor } from './list-pages.ts';

/** Lists are read newest first. The id orders rows of one millisecond. */
interface TimedRow {
  readonly _id: ObjectId;
  readonly at: Date;
}

export function timeCursorOf({ at, _id }: TimedRow): string {
  return Buffer.from(`${at.getTime()}.${_id.toHexString()}`).toString('base64url');
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
