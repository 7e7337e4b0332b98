import type { WebhookEndpointDocument } from '../../database/event-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { writeAuditOf } from '../authority/unwritten-audit.ts';
import { sweepBatch, type SweepDependencies } from '../users/orphaned-rows.ts';
import { ENVIRONMENT_ENDPOINT } from './enabled-endpoints.ts';

/** How many deliveries one call removes. */
const BATCH = 1000;

/** Writes the row of the audit log, removes deliveries, then the endpoint. The sweep removes the deliveries that stay. A second call changes nothing. */
export async function finishEndpointDeletion(
  deps: Pick<Dependencies, 'collections'>,
  endpoint: WebhookEndpointDocument,
): Promise<void> {
  const { webhookEndpoints } = deps.collections;
  await writeAuditOf(deps, webhookEndpoints, endpoint);
  await removeDeliveries(deps, endpoint._id);
  await webhookEndpoints.deleteOne({ _id: endpoint._id, deletedAt: { $exists: true } });
}

/**
 * Removes deliveries whose endpoint is deleted: the rest of many, and those that a process wrote that was handing over events meanwhile. The job
 * runner calls it.
 */
export async function sweepOrphanedDeliveries(deps: SweepDependencies): Promise<void> {
  await sweepBatch(deps, 'deliveries', async () => {
    const { deliveries, webhookEndpoints } = deps.collections;
    // The ids of the deliveries are read first: a delivery is written for an endpoint that exists, so one that is missing afterwards is deleted.
    const ids = await deliveries.distinct('endpointId');
    const existing = await webhookEndpoints.distinct('_id');
    for (const id of ids) {
      // The environment may set its endpoint again.
      if (id === ENVIRONMENT_ENDPOINT || existing.includes(id)) continue;
      while ((await removeDeliveries(deps, id)) === BATCH) continue;
    }
    return null;
  });
}

/** Answers how many it removed. Many at once would take longer than a command may. */
async function removeDeliveries(
  { collections: { deliveries } }: Pick<Dependencies, 'collections'>,
  endpointId: string,
): Promise<number> {
  const found = await deliveries.find({ endpointId }, { projection: { _id: 1 }, limit: BATCH }).toArray();
  if (found.length === 0) return 0;
  await deliveries.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
  return found.length;
}
