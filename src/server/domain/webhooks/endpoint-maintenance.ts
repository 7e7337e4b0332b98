import { ObjectId } from 'mongodb';
import type { Dependencies } from '../../dependencies.ts';
import { renewSecrets } from './endpoint-secrets.ts';
import { continueReplays } from './replays.ts';
import type { WebhookEndpointDocument } from '../../database/event-documents.ts';
import { sweepBatch } from '../jobs/sweeps.ts';
import { tellAndWriteAudit } from './endpoint-notices.ts';
import { ENVIRONMENT_ENDPOINT } from './stored-endpoints.ts';

/** Continues large or interrupted deletions and replays, and renews secrets. The job runner calls it. */
export async function maintainEndpoints(
  deps: Pick<Dependencies, 'collections' | 'now' | 'settings' | 'vault'>,
): Promise<void> {
  for (const endpoint of await deps.collections.webhookEndpoints.find().toArray()) {
    if (endpoint.deletedAt) {
      await finishEndpointDeletion(deps, endpoint);
    } else {
      await renewSecrets(deps, endpoint);
      await continueReplays(deps, endpoint);
    }
  }
}

const BATCH = 1000;
/** How often one pass removes `BATCH`, so that the pass is short. */
const PASS_BATCHES = 5;

/** The sweep removes the deliveries that stay. A second call changes nothing. */
export async function finishEndpointDeletion(
  deps: Pick<Dependencies, 'collections' | 'now' | 'settings' | 'vault'>,
  endpoint: WebhookEndpointDocument,
): Promise<void> {
  const { webhookEndpoints } = deps.collections;
  await tellAndWriteAudit(deps, endpoint);
  await removeDeliveries(deps, endpoint._id);
  await webhookEndpoints.deleteOne({ _id: endpoint._id, deletedAt: { $exists: true } });
}

/** Also removes what a process handed over during the deletion. The job runner calls it. */
export async function sweepOrphanedDeliveries(
  deps: Pick<Dependencies, 'collections' | 'now'>,
): Promise<void> {
  await sweepBatch(deps, 'deliveries', async () => {
    const { deliveries, webhookEndpoints } = deps.collections;
    // Read the deliveries first: an endpoint that is missing afterwards is deleted, not just created.
    const ids = await deliveries.distinct('endpointId');
    const existing = await webhookEndpoints.distinct('_id');
    // The environment may set its endpoint again.
    const deleted = ids.filter((id) => id !== ENVIRONMENT_ENDPOINT && !existing.includes(id));
    for (let batch = 0; batch < PASS_BATCHES; batch++) {
      const [id] = deleted;
      if (id === undefined) return null;
      if ((await removeDeliveries(deps, id)) < BATCH) deleted.shift();
    }
    return deleted[0] === undefined ? null : new ObjectId(deleted[0]);
  });
}

/** Answers how many it removed. Many at once would exceed the time limit of a command. */
async function removeDeliveries(
  { collections: { deliveries } }: Pick<Dependencies, 'collections'>,
  endpointId: string,
): Promise<number> {
  const found = await deliveries.find({ endpointId }, { projection: { _id: 1 }, limit: BATCH }).toArray();
  if (found.length === 0) return 0;
  await deliveries.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
  return found.length;
}
