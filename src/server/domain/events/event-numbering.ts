import { DAY_MS, EVENTS_KEPT_MS, SECOND_MS } from '../../../shared/limits.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { EventDocument, EventPartitionDocument } from '../../database/event-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { handOverEvents } from '../webhooks/hand-over.ts';

/** How long one process numbers a partition alone. */
export const EVENT_LEASE_MS = 10 * SECOND_MS;
export const EVENTS_NUMBERED_AT_ONCE = 500;
type NumberingDependencies = Pick<Dependencies, 'collections' | 'now' | 'log' | 'settings'>;
type LeaseBefore = Pick<EventPartitionDocument, 'until' | 'last'>;
const NO_LEASE = new Date(0);

/**
 * An election can take back an event that is not on a majority of members, and its position would stay a gap.
 * Followers take a gap for an expired event, so events are read with read concern majority.
 */
const MAJORITY = { readConcern: 'majority' } as const;

/**
 * Gives a position to each event that has none, in the partitions whose lease `holder` gets. Before that,
 * each event is handed to the webhook endpoints. Answers the number of events. A lease only saves work. Two
 * holders of one partition do no harm (`docs/decisions/037-events.md`).
 */
export async function numberEvents(deps: NumberingDependencies, holder: string): Promise<number> {
  let count = 0;
  for (const partition of await partitionsWithWork(deps)) {
    try {
      count += await numberPartition(deps, partition, holder);
    } catch (error) {
      // Another process, such as one of a newer version, may be able to number the events. So this process
      // gives its lease back.
      deps.log.warn({ err: error, partition }, 'events could not be numbered');
      await deps.collections.eventPartitions.updateOne(
        { _id: partition, holder },
        { $set: { until: NO_LEASE } },
      );
    }
  }
  return count;
}

/** Partitions with events without a position, or with positions that a killed process did not confirm. */
async function partitionsWithWork({ collections }: NumberingDependencies): Promise<Set<number>> {
  const { events, eventPartitions } = collections;
  const [unnumbered, partitions] = await Promise.all([
    events.distinct('partition', { unnumbered: true }),
    eventPartitions.find().toArray(),
  ]);
  if (partitions.length === 0) return new Set(unnumbered);
  const unconfirmed = await events
    .find({ $or: partitions.map(({ _id, last }) => ({ partition: _id, position: { $gt: last } })) })
    .sort({ position: 1 })
    .limit(partitions.length)
    .project<Pick<EventDocument, 'partition'>>({ partition: 1 })
    .toArray();
  return new Set([...unnumbered, ...unconfirmed.map(({ partition }) => partition)]);
}

async function numberPartition(
  deps: NumberingDependencies,
  partition: number,
  holder: string,
): Promise<number> {
  const before = await takeLease(deps, partition, holder);
  if (!before) return 0;
  const { eventPartitions } = deps.collections;
  // Read before the events. An event that another holder numbers from now on gets a position above this one.
  const newest = await newestOf(deps, partition, before);
  const { position } = newest;
  if (position > before.last) {
    // A killed process gave these positions. When this write is acknowledged, they are journaled, too.
    await eventPartitions.updateOne({ _id: partition, holder }, { $set: { until: leaseEnd(deps) } });
  }
  // Only one batch, so that no other partition waits long, and the process can end soon.
  const batch = await nextBatch(deps, partition);
  await handOverEvents(deps, batch);
  const numberedAt = Math.max(newest.numberedAt, deps.now().getTime());
  const isGiven = await givePositions(deps, batch, position, numberedAt);
  const last = isGiven ? position + batch.length : before.last;
  await confirm(deps, { partition, holder, last, until: NO_LEASE });
  return isGiven ? batch.length : 0;
}

/** Answers `null` while another process has the lease. */
async function takeLease(
  deps: NumberingDependencies,
  partition: number,
  holder: string,
): Promise<LeaseBefore | null> {
  const now = deps.now();
  try {
    const before = await deps.collections.eventPartitions.findOneAndUpdate(
      {
        _id: partition,
        // No lease is longer. A later end comes from a clock that is ahead, and its process may be gone.
        $or: [{ until: { $lte: now } }, { until: { $gt: leaseEnd(deps) } }],
      },
      { $set: { holder, until: leaseEnd(deps) }, $setOnInsert: { last: 0 } },
      { upsert: true, returnDocument: 'before' },
    );
    return before ?? { until: NO_LEASE, last: 0 };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return null;
  }
}

function leaseEnd({ now }: NumberingDependencies): Date {
  return new Date(now().getTime() + EVENT_LEASE_MS);
}

/** The highest position that was given. `numberedAt`: milliseconds since 1970. */
async function newestOf(
  { collections, now }: NumberingDependencies,
  partition: number,
  { last, until }: LeaseBefore,
): Promise<{ position: number; numberedAt: number }> {
  const [newest] = await collections.events
    .find({ partition, position: { $gt: 0 } }, MAJORITY)
    .sort({ position: -1 })
    .limit(1)
    .toArray();
  if (newest) {
    return { position: Math.max(last, newest.position ?? 0), numberedAt: newest.numberedAt?.getTime() ?? 0 };
  }
  // The events that a killed process numbered may have expired unconfirmed. It had numbered one batch at
  // most.
  const isUnsure = until > NO_LEASE && until.getTime() + EVENTS_KEPT_MS - DAY_MS < now().getTime();
  return { position: last + (isUnsure ? EVENTS_NUMBERED_AT_ONCE : 0), numberedAt: 0 };
}

/** Events without a position, by user and `sequence`. */
async function nextBatch(
  { collections: { events } }: NumberingDependencies,
  partition: number,
): Promise<EventDocument[]> {
  const oldest = await events
    .find({ unnumbered: true, partition })
    .sort({ _id: 1 })
    .limit(EVENTS_NUMBERED_AT_ONCE)
    .project<Pick<EventDocument, 'subject'>>({ subject: 1 })
    .toArray();
  if (oldest.length === 0) return [];
  // The first read can miss earlier events of a subject. They were stored before, so these reads find them.
  const filter = { subject: { $in: oldest.map(({ subject }) => subject) }, position: { $exists: false } };
  const unnumbered = await events.find(filter).project<Pick<EventDocument, '_id'>>({ _id: 1 }).toArray();
  const kept = await events.find(filter, MAJORITY).sort({ subject: 1, sequence: 1 }).toArray();
  const ids = new Set(unnumbered.map(({ _id }) => _id.toHexString()));
  return withoutGaps(kept, ids).slice(0, EVENTS_NUMBERED_AT_ONCE);
}

/**
 * The events of `kept`, which no election takes back, up to the first gap in the `sequence` of each subject.
 * A read can miss an event before another one, or find one that lost `unnumbered` to a position that an
 * election may take back.
 */
function withoutGaps(kept: readonly EventDocument[], unnumbered: ReadonlySet<string>): EventDocument[] {
  const expected = new Map<string, number>();
  return kept.filter(({ _id, subject, sequence }) => {
    const key = subject.toHexString();
    if ((expected.get(key) ?? sequence) !== sequence) return false;
    const isUnnumbered = unnumbered.has(_id.toHexString());
    expected.set(key, isUnnumbered ? sequence + 1 : Infinity);
    return isUnnumbered;
  });
}

/** Answers `false` when another process has given one of these positions. */
async function givePositions(
  { collections: { events } }: NumberingDependencies,
  batch: readonly EventDocument[],
  position: number,
  numberedAt: number,
): Promise<boolean> {
  const updates = batch.map(({ _id, partition }, index) => ({
    updateOne: {
      filter: { _id, partition, unnumbered: true as const },
      update: {
        $set: { position: position + index + 1, numberedAt: new Date(numberedAt + index + 1) },
        $unset: { unnumbered: '' as const },
      },
    },
  }));
  if (updates.length === 0) return true;
  try {
    // The positions become visible in order, because an ordered bulk write stops at the first failure.
    await events.bulkWrite(updates, { ordered: true });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/**
 * Shows positions up to `last` to followers, and renews or ends a lease that the holder still has. The
 * positions must be acknowledged before, so that no crash takes back one that a follower has seen.
 */
async function confirm(
  { collections }: NumberingDependencies,
  state: Pick<EventPartitionDocument, 'holder' | 'until' | 'last'> & { readonly partition: number },
): Promise<void> {
  const { partition, holder, until, last } = state;
  await collections.eventPartitions.updateOne({ _id: partition }, [
    {
      $set: {
        last: { $max: ['$last', last] },
        until: { $cond: [{ $eq: ['$holder', { $literal: holder }] }, until, '$until'] },
      },
    },
  ]);
}
