import type { Filter, UpdateFilter } from 'mongodb';
import { AppError } from '../../app-error.ts';
import type { WebhookEndpointDocument } from '../../database/event-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { requireAuthority } from '../authority/require-authority.ts';
import { makeAuditRow } from '../authority/unwritten-audit.ts';
import { makeAuditEntry, type Authority } from '../rules/authority.ts';
import { tellAndWriteAudit } from './endpoint-notices.ts';
import { auditSubjectOf } from './stored-endpoints.ts';

export type EndpointDependencies = Pick<
  Dependencies,
  'collections' | 'now' | 'rateLimits' | 'settings' | 'vault'
>;

interface EndpointWrite {
  readonly before: WebhookEndpointDocument;
  /** `false`: there is nothing to change. */
  readonly audit: Parameters<typeof makeAuditEntry>[2] | false;
  readonly condition: Filter<WebhookEndpointDocument>;
  readonly update: UpdateFilter<WebhookEndpointDocument>;
}

/**
 * Changes an endpoint by `writeToEndpoint`. A service key changes only what service keys have set, so that no
 * application takes over the endpoint of an administrator.
 * Throws `WEBHOOK_SET_BY_ADMINISTRATOR`, `RATE_LIMITED`, and what `requireAuthority` throws.
 */
export async function changeEndpoint(
  deps: EndpointDependencies,
  authority: Authority,
  requestContext: Pick<RequestContext, 'ip'>,
  decide: () => Promise<EndpointWrite>,
): Promise<WebhookEndpointDocument> {
  const { kind } = authority;
  const mine = kind === 'service-key' ? { setBy: kind } : {};
  await limitChanges(deps, authority);
  return writeToEndpoint(deps, authority, requestContext, async () => {
    const { condition, update, ...write } = await decide();
    if (kind === 'service-key' && write.before.setBy !== kind)
      throw new AppError('WEBHOOK_SET_BY_ADMINISTRATOR');
    return {
      ...write,
      condition: { $and: [condition, mine] },
      update: { ...update, $set: { ...update.$set, setBy: kind } },
    };
  });
}

/** Limits service keys, because each change is mailed to all administrators. Throws `RATE_LIMITED`. */
export async function limitChanges(
  { rateLimits }: Pick<Dependencies, 'rateLimits'>,
  authority: Authority,
): Promise<void> {
  if (authority.kind === 'service-key')
    await rateLimits.consume('webhook', 'serviceKey', authority.key._id.toHexString());
}

/** `decide` is called again when the endpoint was changed meanwhile. Throws what `requireAuthority` does. */
export async function writeToEndpoint(
  deps: EndpointDependencies,
  authority: Authority,
  requestContext: Pick<RequestContext, 'ip'>,
  decide: () => Promise<EndpointWrite>,
): Promise<WebhookEndpointDocument> {
  const { webhookEndpoints } = deps.collections;
  for (;;) {
    const { before, audit, condition, update } = await decide();
    if (audit === false) return before;
    const entry = makeAuditEntry(authority, requestContext, audit);
    const row = makeAuditRow(auditSubjectOf(before), deps.now(), entry);
    await requireAuthority(deps, authority);
    const after = await webhookEndpoints.findOneAndUpdate(
      { $and: [{ _id: before._id, deletedAt: { $exists: false } }, condition] },
      { ...update, $push: { ...update.$push, unwrittenAudit: row } },
      { returnDocument: 'after' },
    );
    if (!after) continue;
    await tellAndWriteAudit(deps, after);
    return after;
  }
}
