import type { ObjectId } from 'mongodb';
import { MINUTE_MS } from '../../../shared/limits.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { SweepDocument } from '../../database/service-documents.ts';
import type { Dependencies } from '../../dependencies.ts';

export const SWEEP_EVERY_MS = 10 * MINUTE_MS;
type SweepDependencies = Pick<Dependencies, 'collections' | 'now'>;
const LEASE_MS = MINUTE_MS;

/** `sweep` takes the last checked row, and answers the last row of its batch, or `null` at the end. */
export async function sweepBatch<Used extends SweepDependencies>(
  deps: Used,
  id: SweepDocument['_id'],
  sweep: (deps: Used, after: ObjectId | null) => Promise<ObjectId | null>,
): Promise<void> {
  const { sweeps } = deps.collections;
  const now = deps.now();
  const taken = await sweeps
    .findOneAndUpdate(
      { _id: id, runAt: { $lte: now } },
      { $set: { runAt: new Date(now.getTime() + LEASE_MS) }, $setOnInsert: { after: null } },
      { upsert: true, returnDocument: 'after' },
    )
    .catch((error: unknown) => {
      // The sweep exists and is not due, so the upsert tried to insert it again.
      if (isDuplicateKey(error)) return null;
      throw error;
    });
  if (!taken) return;
  const after = await sweep(deps, taken.after);
  const runAt = new Date(deps.now().getTime() + (after === null ? SWEEP_EVERY_MS : 0));
  await sweeps.updateOne({ _id: id, runAt: taken.runAt }, { $set: { after, runAt } });
}
