import { EVENT_PARTITIONS } from '../../../shared/limits.ts';
import { makeIssue } from '../../../shared/issues.ts';
import { AppError } from '../../app-error.ts';

/** The position of a follower in each partition: it has all events up to there. */
export type EventCursor = readonly number[];

const VERSION = 1;
const POSITION_BYTES = 6;

/** Followers keep the text, so a change of the format needs another version. */
export function writeCursor(cursor: EventCursor): string {
  const bytes = Buffer.alloc(1 + EVENT_PARTITIONS * POSITION_BYTES);
  bytes.writeUInt8(VERSION);
  for (const [partition, position] of cursor.entries()) {
    bytes.writeUIntBE(position, 1 + partition * POSITION_BYTES, POSITION_BYTES);
  }
  return bytes.toString('base64url');
}

/** Throws `INVALID_INPUT` for a text that `writeCursor` did not make. */
export function readCursor(text: string): EventCursor {
  const bytes = Buffer.from(text, 'base64url');
  const isOurs =
    bytes.length === 1 + EVENT_PARTITIONS * POSITION_BYTES &&
    bytes.readUInt8() === VERSION &&
    // Node ignores characters that are not of base64url.
    bytes.toString('base64url') === text;
  if (!isOurs) throw new AppError('INVALID_INPUT', { issues: [makeIssue('after', 'cursor-invalid')] });
  return Array.from({ length: EVENT_PARTITIONS }, (_, partition) =>
    bytes.readUIntBE(1 + partition * POSITION_BYTES, POSITION_BYTES),
  );
}
