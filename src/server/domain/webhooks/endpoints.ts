import { ObjectId } from 'mongodb';
import { EVENT_TYPES, type EventType } from '../../../shared/event-types.ts';
import { makeIssue } from '../../../shared/issues.ts';
import { DELIVERY_LEASE_MS, DAY_MS } from '../../../shared/limits.ts';
import type {
  CreateWebhookInput,
  UpdateWebhookInput,
  WebhookEndpoint,
  WebhookWithSecret,
} from '../../../shared/schemas/webhooks.ts';
import { AppError } from '../../app-error.ts';
import { createWebhookSecret } from '../../crypto/secrets.ts';
import type { WebhookEndpointDocument } from '../../database/event-documents.ts';
import { insertInFreeSlot } from '../../database/free-slot.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { checkWebhookUrl } from '../../net/webhook-url.ts';
import { requireAuthority } from '../authority/require-authority.ts';
import { makeAuditRow } from '../authority/unwritten-audit.ts';
import { makeAuditEntry, type Authority } from '../rules/authority.ts';
import { changeEndpoint, limitChanges, type EndpointDependencies } from './change-endpoint.ts';
import { finishEndpointDeletion } from './endpoint-maintenance.ts';
import { tellAndWriteAudit } from './endpoint-notices.ts';
import { makeSecretEntry } from './endpoint-secrets.ts';
import {
  auditedUrl,
  auditSubjectOf,
  existingEndpoints,
  readEndpoint,
  readOwnEndpoint,
  toWebhookEndpoint,
} from './stored-endpoints.ts';

export const WEBHOOKS_MAX = 20;
/** How long a replaced secret signs beside the new one. */
export const WEBHOOK_SECRET_OVERLAP_MS = DAY_MS;

/** Deliveries that become due at once when an endpoint is enabled. */
const PAUSES_ENDED_MAX = 1000;

export async function listWebhooks(deps: EndpointDependencies): Promise<WebhookEndpoint[]> {
  const endpoints = await deps.collections.webhookEndpoints.find(existingEndpoints(deps)).toArray();
  return endpoints
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a._id.localeCompare(b._id))
    .map((endpoint) => toWebhookEndpoint(deps, endpoint));
}

/**
 * Adds an endpoint, and answers its secret, which is stored encrypted. An insert cannot depend on the actor.
 * So the authority is checked again after it, and without it the endpoint is deleted.
 * Throws `RATE_LIMITED`, `TOO_MANY_WEBHOOKS`, `INVALID_INPUT`, and what `requireAuthority` throws.
 */
export async function createWebhook(
  deps: EndpointDependencies,
  authority: Authority,
  input: CreateWebhookInput,
  requestContext: Pick<RequestContext, 'ip'>,
): Promise<WebhookWithSecret> {
  const { webhookEndpoints } = deps.collections;
  const now = deps.now();
  const url = requireUrl(deps, input.url);
  const types = inOrder(input.types);
  const { description } = input;
  const secret = createWebhookSecret();
  const _id = new ObjectId().toHexString();
  const entry = makeAuditEntry(authority, requestContext, {
    action: 'webhook-created',
    after: { url: auditedUrl(url), description, types },
  });
  const stored: WebhookEndpointDocument = {
    _id,
    url,
    description,
    types,
    secrets: [makeSecretEntry(deps, _id, secret)],
    createdAt: now,
    setBy: authority.kind,
    // Disabled until the authority was checked again. After a crash before that, it gets no event.
    disabled: { at: now, by: 'administrator' },
    failingSince: null,
    unwrittenAudit: [makeAuditRow(auditSubjectOf({ _id }), now, entry)],
  };
  await limitChanges(deps, authority);
  await requireAuthority(deps, authority);
  if (!(await insertInFreeSlot(webhookEndpoints, stored, WEBHOOKS_MAX)))
    throw new AppError('TOO_MANY_WEBHOOKS');
  try {
    await requireAuthority(deps, authority);
  } catch (error) {
    await webhookEndpoints.deleteOne({ _id });
    throw error;
  }
  const enabled = { ...stored, disabled: null };
  await webhookEndpoints.updateOne({ _id, disabled: stored.disabled }, { $set: { disabled: null } });
  await tellAndWriteAudit(deps, enabled);
  return { endpoint: toWebhookEndpoint(deps, enabled), secret };
}

/** Throws `NOT_FOUND`, `WEBHOOK_SET_BY_ENVIRONMENT`, `INVALID_INPUT`, and what `changeEndpoint` throws. */
export async function updateWebhook(
  deps: EndpointDependencies,
  authority: Authority,
  { id, ...input }: UpdateWebhookInput,
  requestContext: Pick<RequestContext, 'ip'>,
): Promise<WebhookEndpoint> {
  const wanted = {
    ...(input.url === undefined ? {} : { url: requireUrl(deps, input.url) }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.types === undefined ? {} : { types: inOrder(input.types) }),
  };
  const endpoint = await changeEndpoint(deps, authority, requestContext, async () => {
    const before = await readOwnEndpoint(deps, id);
    const { url, description, types } = before;
    const changed = (['url', 'description', 'types'] as const).filter(
      (field) => field in wanted && JSON.stringify(wanted[field]) !== JSON.stringify(before[field]),
    );
    const after = Object.fromEntries(changed.map((field) => [field, wanted[field]]));
    return {
      before,
      audit: changed.length > 0 && {
        action: 'webhook-updated',
        before: auditedFields(Object.fromEntries(changed.map((field) => [field, before[field]]))),
        after: auditedFields(after),
      },
      condition: { url, description, types },
      // The failures were those of the former address.
      update: { $set: { ...after, ...(changed.includes('url') ? { failingSince: null } : {}) } },
    };
  });
  return toWebhookEndpoint(deps, endpoint);
}

/** Enabling makes waiting deliveries due now. Throws `NOT_FOUND`, and what `changeEndpoint` throws. */
export async function setWebhookEnabled(
  deps: EndpointDependencies,
  authority: Authority,
  { id, isEnabled }: { readonly id: string; readonly isEnabled: boolean },
  requestContext: Pick<RequestContext, 'ip'>,
): Promise<WebhookEndpoint> {
  const now = deps.now();
  let isChanged = false;
  const endpoint = await changeEndpoint(deps, authority, requestContext, async () => {
    const before = await readEndpoint(deps, id);
    const { url } = before;
    isChanged = (before.disabled === null) !== isEnabled;
    return {
      before,
      audit: isChanged && {
        action: isEnabled ? 'webhook-enabled' : 'webhook-disabled',
        after: { url: auditedUrl(url) },
      },
      condition: { disabled: before.disabled },
      update: isEnabled
        ? { $set: { disabled: null, failingSince: null }, $unset: { unsentNotice: '' } }
        : { $set: { disabled: { at: now, by: 'administrator' } } },
    };
  });
  if (isEnabled && isChanged) await endPauses(deps, id);
  return toWebhookEndpoint(deps, endpoint);
}

/**
 * The former secret signs for another day, an older one no longer.
 * Throws `NOT_FOUND`, `WEBHOOK_SET_BY_ENVIRONMENT`, and what `changeEndpoint` throws.
 */
export async function rotateWebhookSecret(
  deps: EndpointDependencies,
  authority: Authority,
  id: string,
  requestContext: Pick<RequestContext, 'ip'>,
): Promise<WebhookWithSecret> {
  const secret = createWebhookSecret();
  const entry = makeSecretEntry(deps, id, secret);
  const expires = new Date(entry.createdAt.getTime() + WEBHOOK_SECRET_OVERLAP_MS);
  const endpoint = await changeEndpoint(deps, authority, requestContext, async () => {
    const before = await readOwnEndpoint(deps, id);
    const [current] = before.secrets;
    return {
      before,
      audit: { action: 'webhook-secret-rotated', after: { url: auditedUrl(before.url) } },
      condition: { secrets: before.secrets },
      update: { $set: { secrets: [entry, ...(current ? [{ ...current, expires }] : [])] } },
    };
  });
  return { endpoint: toWebhookEndpoint(deps, endpoint), secret };
}

/**
 * One write decides, with the row of the audit log. After a crash, the job runner removes the deliveries.
 * Throws `NOT_FOUND`, `WEBHOOK_SET_BY_ENVIRONMENT`, and what `changeEndpoint` throws.
 */
export async function deleteWebhook(
  deps: EndpointDependencies,
  authority: Authority,
  id: string,
  requestContext: Pick<RequestContext, 'ip'>,
): Promise<{ id: string }> {
  const now = deps.now();
  const deleted = await changeEndpoint(deps, authority, requestContext, async () => {
    const before = await readOwnEndpoint(deps, id);
    const { url, description, types } = before;
    return {
      before,
      audit: { action: 'webhook-deleted', before: { url: auditedUrl(url), description, types } },
      condition: { url, description, types },
      update: {
        $set: { deletedAt: now, disabled: { at: now, by: 'administrator' } },
        $unset: { slot: '' },
      },
    };
  });
  await finishEndpointDeletion(deps, deleted);
  return { id };
}

/** Leaves deliveries being sent: their lease ends sooner. Those beyond the limit keep their pause. */
async function endPauses(
  { collections: { deliveries }, now }: EndpointDependencies,
  endpointId: string,
): Promise<void> {
  const dueAt = { $gt: new Date(now().getTime() + DELIVERY_LEASE_MS) };
  const paused = await deliveries
    .find({ endpointId, dueAt }, { projection: { _id: 1 }, limit: PAUSES_ENDED_MAX })
    .sort({ dueAt: 1 })
    .toArray();
  await deliveries.updateMany(
    { _id: { $in: paused.map(({ _id }) => _id) }, dueAt },
    { $set: { dueAt: now() } },
  );
}

function auditedFields({ url, ...others }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...others, ...(typeof url === 'string' ? { url: auditedUrl(url) } : {}) };
}

/** Throws `INVALID_INPUT`. */
function requireUrl(deps: EndpointDependencies, input: string): string {
  const checked = checkWebhookUrl(deps.settings, input);
  if ('issue' in checked) throw new AppError('INVALID_INPUT', { issues: [makeIssue('url', checked.issue)] });
  return checked.url;
}

/** In a fixed order, so that equal choices are stored equally. */
function inOrder(types: readonly EventType[] | null): EventType[] | null {
  return types && EVENT_TYPES.filter((type) => types.includes(type));
}
