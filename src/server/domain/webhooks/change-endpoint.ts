import type { Filter, UpdateFilter } from 'mongodb';
import type { WebhookEndpointDocument } from '../../database/event-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { requireAuthority } from '../authority/require-authority.ts';
import { makeAuditRow, writeAuditOf } from '../authority/unwritten-audit.ts';
import { makeAuditEntry, type Authority } from '../rules/authority.ts';
import { auditSubjectOf } from './stored-endpoints.ts';

export type EndpointDependencies = Pick<Dependencies, 'collections' | 'now' | 'settings' | 'vault'>;

interface EndpointChange {
  readonly before: WebhookEndpointDocument;
  /** `false`: there is nothing to change. */
  readonly audit: Parameters<typeof makeAuditEntry>[2] | false;
  /** What must still be as it was read. */
  readonly condition: Filter<WebhookEndpointDocument>;
  readonly update: UpdateFilter<WebhookEndpointDocument>;
}

/**
 * Changes an endpoint by one conditional write with its row of the audit log. `decide` is called again when the endpoint was changed meanwhile. Throws
 * what `requireAuthority` throws.
 */
export async function changeEndpoint(
  deps: EndpointDependencies,
  authority: Authority,
  client: Pick<RequestClient, 'ip'>,
  decide: () => Promise<EndpointChange>,
): Promise<WebhookEndpointDocument> {
  const { webhookEndpoints } = deps.collections;
  for (;;) {
    const { before, audit, condition, update } = await decide();
    if (audit === false) return before;
    const entry = makeAuditEntry(authority, client, audit);
    const row = makeAuditRow(auditSubjectOf(before), deps.now(), entry);
    await requireAuthority(deps, authority);
    const after = await webhookEndpoints.findOneAndUpdate(
      { $and: [{ _id: before._id, deletedAt: { $exists: false } }, condition] },
      { ...update, $push: { ...update.$push, unwrittenAudit: row } },
      { returnDocument: 'after' },
    );
    if (!after) continue;
    await writeAuditOf(deps, webhookEndpoints, after);
    return after;
  }
}
