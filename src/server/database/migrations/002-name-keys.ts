import type { ObjectId } from 'mongodb';
import { MINUTE_MS } from '../../../shared/limits.ts';
import { searchKeyOf } from '../search-key.ts';
import type { Migration } from './migration.ts';

/** Users of one batch. */
const BATCH = 1000;

/**
 * Writes `UserDocument.nameKey`, by which people are found and sorted by name. Until then, such people come last in the order of the names, and a search
 * finds them by their address. The previous version sets names without it, so the migration repeats for the time of a roll-out.
 */
export const keyNames: Migration = {
  id: 2,
  name: 'write users.nameKey',
  mustComeFirst: false,
  repeatForMs: 10 * MINUTE_MS,
  async runBatch({ collections: { users } }, progress) {
    const after = progress?.['after'] as ObjectId | undefined;
    const rows = await users
      .find(
        { ...(after ? { _id: { $gt: after } } : {}), deletedAt: { $exists: false } },
        { projection: { name: 1, nameKey: 1 } },
      )
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    const writes = rows.flatMap(({ _id, nameKey, ...row }) => {
      // Another adapter may leave the name out; `null` in a filter finds that, too.
      const name = row.name ?? null;
      const key = searchKeyOf(name);
      // With the name in the filter, no parallel change of the name is missed.
      return key === nameKey
        ? []
        : [{ updateOne: { filter: { _id, name }, update: { $set: { nameKey: key } } } }];
    });
    if (writes.length > 0) await users.bulkWrite(writes, { ordered: false });
    const last = rows.at(-1);
    return last && rows.length === BATCH ? { after: last._id } : null;
  },
};
