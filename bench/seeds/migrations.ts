import type { Collections } from '../../src/server/database/collections.ts';
import { MIGRATIONS } from '../../src/server/database/migrations/list.ts';
import { DAY_MS } from '../../src/shared/limits.ts';

/** Marks every migration as done yesterday. Otherwise a started server would read all rows for them while it is measured. */
export async function endMigrations(migrations: Collections['migrations']): Promise<void> {
  const yesterday = new Date(Date.now() - DAY_MS);
  await migrations.deleteMany({});
  await migrations.insertMany(
    MIGRATIONS.map(({ id, name }) => ({
      _id: id,
      name,
      owner: null,
      leaseUntil: new Date(0),
      progress: null,
      batches: 0,
      startedAt: yesterday,
      doneAt: yesterday,
      repeatedAt: yesterday,
    })),
  );
}
