import { EVENT_PARTITIONS } from '../../../shared/limits.ts';
import { makeIssue } from '../../../shared/issues.ts';
import { AppError } from '../../app-error.ts';

/** By partition, the position up to which a follower has all events. */
export type EventCursor = readonly number[];

/** `restoredAt`: the last restore of the database before the cursor was made, or `null`. */
export interface ReadCursor {
  readonly cursor: EventCursor;
  readonly restoredAt: Date | null;
}

/** One version for each form of the text: without and with the time of a restore. */
const VERSION = 1;
const VERSION_AFTER_RESTORE = 2;
const NUMBER_BYTES = 6;
const POSITIONS_BYTES = EVENT_PARTITIONS * NUMBER_BYTES;

/** Followers keep the text, so a change of the format needs another version. */
export function writeCursor(cursor: EventCursor, restoredAt: Date | null): string {
  const numbers = restoredAt ? [...cursor, restoredAt.getTime()] : cursor;
  const bytes = Buffer.alloc(1 + numbers.length * NUMBER_BYTES);
  bytes.writeUInt8(restoredAt ? VERSION_AFTER_RESTORE : VERSION);
  for (const [index, number] of numbers.entries())
    bytes.writeUIntBE(number, 1 + index * NUMBER_BYTES, NUMBER_BYTES);
  return bytes.toString('base64url');
}

/** Throws `INVALID_INPUT` for a text that `writeCursor` did not make. */
export function readCursor(text: string): ReadCursor {
  const bytes = Buffer.from(text, 'base64url');
  const isAfterRestore = bytes[0] === VERSION_AFTER_RESTORE;
  const isOurs =
    bytes.length === 1 + POSITIONS_BYTES + (isAfterRestore ? NUMBER_BYTES : 0) &&
    (isAfterRestore || bytes[0] === VERSION) &&
    // Node ignores characters that are not of base64url.
    bytes.toString('base64url') === text;
  if (!isOurs) throw new AppError('INVALID_INPUT', { issues: [makeIssue('after', 'cursor-invalid')] });
  return {
    cursor: Array.from({ length: EVENT_PARTITIONS }, (_, partition) =>
      bytes.readUIntBE(1 + partition * NUMBER_BYTES, NUMBER_BYTES),
    ),
    restoredAt: isAfterRestore ? new Date(bytes.readUIntBE(1 + POSITIONS_BYTES, NUMBER_BYTES)) : null,
  };
}
