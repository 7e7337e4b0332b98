import { ObjectId, type Filter } from 'mongodb';
import { EVENT_TYPES } from '../../../shared/event-types.ts';
import type { WebhookEndpoint } from '../../../shared/schemas/webhooks.ts';
import { AppError } from '../../app-error.ts';
import { webhookSecretHint } from '../../crypto/secrets.ts';
import type { AuditDocument } from '../../database/administration-documents.ts';
import type { WebhookEndpointDocument, WebhookEndpointId } from '../../database/event-documents.ts';
import type { Dependencies } from '../../dependencies.ts';

/** The id of the endpoint that `WEBHOOK_URL` sets. */
export const ENVIRONMENT_ENDPOINT: WebhookEndpointId = 'environment';
export const ENABLED: Filter<WebhookEndpointDocument> = { disabled: null, deletedAt: { $exists: false } };

/** The endpoint of the environment exists while this process has the address of it. */
export function existingEndpoints({
  settings,
}: Pick<Dependencies, 'settings'>): Filter<WebhookEndpointDocument> {
  return {
    deletedAt: { $exists: false },
    $nor: [{ _id: ENVIRONMENT_ENDPOINT, url: { $ne: settings.webhook?.url ?? '' } }],
  };
}

/** Throws `NOT_FOUND`. */
export async function readEndpoint(
  deps: Pick<Dependencies, 'collections' | 'settings'>,
  id: string,
): Promise<WebhookEndpointDocument> {
  const endpoint = await deps.collections.webhookEndpoints.findOne({
    $and: [{ _id: id }, existingEndpoints(deps)],
  });
  if (!endpoint) throw new AppError('NOT_FOUND');
  return endpoint;
}

/** Throws `NOT_FOUND`, `WEBHOOK_SET_BY_ENVIRONMENT`. */
export async function readOwnEndpoint(
  deps: Pick<Dependencies, 'collections' | 'settings'>,
  id: string,
): Promise<WebhookEndpointDocument> {
  const endpoint = await readEndpoint(deps, id);
  if (endpoint._id === ENVIRONMENT_ENDPOINT) throw new AppError('WEBHOOK_SET_BY_ENVIRONMENT');
  return endpoint;
}

/** Throws `NOT_FOUND`, `WEBHOOK_DISABLED`. */
export async function readEnabledEndpoint(
  deps: Pick<Dependencies, 'collections' | 'settings'>,
  id: string,
): Promise<WebhookEndpointDocument> {
  const endpoint = await readEndpoint(deps, id);
  if (endpoint.disabled !== null) throw new AppError('WEBHOOK_DISABLED');
  return endpoint;
}

/** The endpoint of the environment has no `ObjectId` that a row of the audit log could have. */
export function auditSubjectOf({ _id }: Pick<WebhookEndpointDocument, '_id'>): AuditDocument['subject'] {
  return _id === ENVIRONMENT_ENDPOINT ? null : { kind: 'webhook', id: new ObjectId(_id) };
}

/** Hides the values of the query, which may be secrets. A name without a value may be one, too. */
export function auditedUrl(address: string): string {
  const { origin, pathname, search, searchParams } = new URL(address);
  if (search === '') return address;
  const hidden = [...searchParams].map(([name, value]) =>
    value === '' ? '…' : `${encodeURIComponent(name)}=…`,
  );
  return `${origin}${pathname}?${hidden.join('&')}`;
}

export function toWebhookEndpoint(
  { settings, now }: Pick<Dependencies, 'settings' | 'now'>,
  { _id, url, description, types, createdAt, secrets, disabled, failingSince }: WebhookEndpointDocument,
): WebhookEndpoint {
  return {
    id: _id,
    url,
    description,
    // A newer version may know more types.
    types: types && EVENT_TYPES.filter((type) => types.includes(type)),
    createdAt: createdAt.toISOString(),
    secrets: shownSecretsOf({ settings, now }, { _id, secrets }),
    state: disabled === null ? 'enabled' : 'disabled',
    disabledBy: disabled?.by ?? null,
    failingSince: failingSince?.toISOString() ?? null,
  };
}

function shownSecretsOf(
  { settings, now }: Pick<Dependencies, 'settings' | 'now'>,
  { _id, secrets }: Pick<WebhookEndpointDocument, '_id' | 'secrets'>,
): WebhookEndpoint['secrets'] {
  if (_id === ENVIRONMENT_ENDPOINT) {
    return (settings.webhook?.secrets ?? []).map((secret) => ({
      hint: webhookSecretHint(secret.slice(-4)),
      expires: null,
    }));
  }
  return secrets
    .filter(({ expires }) => expires === null || expires > now())
    .map(({ lastFour, expires }) => ({
      hint: webhookSecretHint(lastFour),
      expires: expires?.toISOString() ?? null,
    }));
}
