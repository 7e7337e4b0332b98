import { randomInt } from 'node:crypto';
import { ObjectId } from 'mongodb';
import type { EventType } from '../../../shared/event-types.ts';
import { EVENT_PARTITIONS } from '../../../shared/limits.ts';
import type { EventPage, ListEventsInput } from '../../../shared/schemas/events.ts';
import { AppError } from '../../app-error.ts';
import type { EventDocument, EventPartitionDocument } from '../../database/event-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readCursor, writeCursor, type EventCursor, type ReadCursor } from './event-cursor.ts';
import { toEvent } from '../rules/event.ts';
import { partitionOf } from './event-log.ts';

type ListDependencies = Pick<Dependencies, 'collections' | 'now'>;
type NumberedEvent = EventDocument & { readonly position: number };

interface Range {
  readonly partition: number;
  readonly after: number;
  readonly upTo: number;
}

const PARTITIONS = Array.from({ length: EVENT_PARTITIONS }, (_, partition) => partition);

/**
 * Events about one user are in the order of their `sequence`. Throws `INVALID_INPUT` for an unknown cursor,
 * and `EVENT_CURSOR_EXPIRED`.
 */
export async function listEvents(deps: ListDependencies, input: ListEventsInput): Promise<EventPage> {
  const { after, from, types, limit } = input;
  const given = after === undefined ? null : readCursor(after);
  const { cursor: newest, restoredAt } = await newestCursor(deps);
  if (given && given.restoredAt?.getTime() !== restoredAt?.getTime())
    throw new AppError('EVENT_CURSOR_EXPIRED');
  const subject = input.subject === undefined ? null : new ObjectId(input.subject);
  const start = given?.cursor ?? (from === 'now' ? newest : await oldestCursor(deps, newest));
  const partitions = subject ? [partitionOf(subject)] : PARTITIONS;
  if (given) await requireKnown(deps, partitions, start, newest);
  const ranges = partitions
    .map((partition) => ({ partition, after: start[partition] ?? 0, upTo: newest[partition] ?? 0 }))
    .filter(({ after: position, upTo }) => position < upTo);
  const { events, cursor, isWhole } = subject
    ? await scanSubject(deps, subject, ranges, start, limit)
    : await scanRanges(deps, ranges, start, limit);
  if (given && !isWhole) throw new AppError('EVENT_CURSOR_EXPIRED');
  return {
    events: events.filter(({ type }) => isWanted(type, types)).map(toEvent),
    cursor: writeCursor(cursor, restoredAt),
    hasMore: ranges.some(({ partition, upTo }) => (cursor[partition] ?? 0) < upTo),
  };
}

function isWanted(type: EventType, types: readonly EventType[] | undefined): boolean {
  return types?.includes(type) ?? true;
}

/** The cursor after the newest event that followers see. */
async function newestCursor({ collections }: ListDependencies): Promise<ReadCursor> {
  const documents = await collections.eventPartitions
    .find()
    .project<Pick<EventPartitionDocument, '_id' | 'last' | 'restoredAt'>>({ last: 1, restoredAt: 1 })
    .toArray();
  const positions = new Map(documents.map(({ _id, last }) => [_id, last]));
  const restores = documents.flatMap(({ restoredAt }) => restoredAt?.getTime() ?? []);
  return {
    cursor: PARTITIONS.map((partition) => positions.get(partition) ?? 0),
    restoredAt: restores.length > 0 ? new Date(Math.max(...restores)) : null,
  };
}

/**
 * The cursor before the oldest stored event. One command reads one key of each partition, also across shards.
 */
async function oldestCursor({ collections }: ListDependencies, newest: EventCursor): Promise<EventCursor> {
  const found = await collections.eventPartitions
    .aggregate<{ readonly _id: number; readonly oldest: readonly { readonly position: number }[] }>([
      {
        $lookup: {
          from: collections.events.collectionName,
          localField: '_id',
          foreignField: 'partition',
          pipeline: [
            { $match: { position: { $gt: 0 } } },
            { $sort: { position: 1 } },
            { $limit: 1 },
            { $project: { _id: 0, position: 1 } },
          ],
          as: 'oldest',
        },
      },
      { $project: { 'oldest.position': 1 } },
    ])
    .toArray();
  const oldest = new Map(found.map(({ _id, oldest: [event] }) => [_id, event?.position ?? Infinity]));
  // An event after the newest that followers see is not listed yet.
  return newest.map((upTo, partition) => Math.min(upTo, (oldest.get(partition) ?? Infinity) - 1));
}

/**
 * Refuses a cursor with a position that was never given, as after a restore without `foyer-server data`.
 * Otherwise its follower would miss the events that get the positions below it. A database crash may lose
 * `last`, but never a position.
 */
async function requireKnown(
  { collections }: ListDependencies,
  partitions: readonly number[],
  cursor: EventCursor,
  newest: EventCursor,
): Promise<void> {
  const ahead = partitions.filter((partition) => (cursor[partition] ?? 0) > (newest[partition] ?? 0));
  if (ahead.length === 0) return;
  const known = await collections.events
    .find({ $or: ahead.map((partition) => ({ partition, position: cursor[partition] ?? 0 })) })
    .toArray();
  if (known.length < ahead.length) throw new AppError('EVENT_CURSOR_EXPIRED');
}

interface Scan {
  readonly events: readonly NumberedEvent[];
  readonly cursor: EventCursor;
  /** Whether no event after the start has expired. Positions have no gaps, so a gap shows it. */
  readonly isWhole: boolean;
}

async function scanRanges(
  { collections }: ListDependencies,
  ranges: readonly Range[],
  start: EventCursor,
  limit: number,
): Promise<Scan> {
  const cursor = [...start];
  if (ranges.length === 0) return { events: [], cursor, isWhole: true };
  // Each partition gets a share of the page, so that no partition waits until its events expire. The first
  // partition is chosen at random.
  const first = randomInt(ranges.length);
  const turns = [...ranges.slice(first), ...ranges.slice(0, first)].slice(0, limit);
  const share = Math.floor(limit / turns.length);
  // Positions have no gaps, so the end of each share is known, and one query reads all of them.
  const parts = turns.map(({ partition, after, upTo }) => ({
    partition,
    after,
    end: Math.min(upTo, after + share),
  }));
  const events = await collections.events
    .find<NumberedEvent>({
      $or: parts.map(({ partition, after, end }) => ({ partition, position: { $gt: after, $lte: end } })),
    })
    .toArray();
  for (const { partition, end } of parts) cursor[partition] = end;
  const most = parts.reduce((sum, { after, end }) => sum + end - after, 0);
  return {
    events: events.toSorted((a, b) => a.position - b.position),
    cursor,
    isWhole: events.length === most,
  };
}

async function scanSubject(
  { collections }: ListDependencies,
  subject: ObjectId,
  [range]: readonly Range[],
  start: EventCursor,
  limit: number,
): Promise<Scan> {
  if (!range) return { events: [], cursor: start, isWhole: true };
  const { partition, after, upTo } = range;
  const events = await collections.events
    .find<NumberedEvent>({ subject, position: { $gt: after, $lte: upTo } })
    .sort({ position: 1 })
    .limit(limit)
    .toArray();
  const end = events.length === limit ? (events.at(-1)?.position ?? upTo) : upTo;
  // Events expire in the order of their positions. If the first one is still there, all of them were there.
  const first = await collections.events.findOne({ partition, position: after + 1 });
  return { events, cursor: start.with(partition, end), isWhole: first !== null };
}
