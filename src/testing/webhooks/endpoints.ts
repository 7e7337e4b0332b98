import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
import type { EventDocument, WebhookEndpointDocument } from '../../server/database/event-documents.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import { handOverEvents } from '../../server/domain/webhooks/hand-over.ts';
import { sealWebhookSecret } from '../../server/domain/webhooks/webhook-secrets.ts';

let secrets = 0;

export function aWebhookSecret(): string {
  const key = createHash('sha256').update(`webhook secret ${secrets++}`).digest('base64');
  return `whsec_${key}`;
}

export type TestEndpoint = Awaited<ReturnType<typeof storeEndpoint>>;
type EndpointDependencies = Pick<Dependencies, 'collections' | 'now' | 'vault'>;

/** Stores an endpoint directly, with its own secret. */
export async function storeEndpoint(
  deps: EndpointDependencies,
  changes: Pick<WebhookEndpointDocument, 'url'> & Partial<WebhookEndpointDocument>,
) {
  const { webhookEndpoints, deliveries } = deps.collections;
  const _id = new ObjectId().toHexString();
  const secret = aWebhookSecret();
  const sealed = sealWebhookSecret(deps, _id, secret);
  await webhookEndpoints.insertOne({
    _id,
    description: null,
    types: null,
    secrets: [{ sealed, lastFour: secret.slice(-4), createdAt: deps.now(), expires: null }],
    createdAt: deps.now(),
    disabled: null,
    failingSince: null,
    ...changes,
  });
  return {
    id: _id,
    secret,
    /** Reads its document. */
    async read() {
      const endpoint = await webhookEndpoints.findOne({ _id });
      if (!endpoint) throw new Error('the endpoint is not stored');
      return endpoint;
    },
    /** The oldest event first. */
    deliveries: () => deliveries.find({ endpointId: _id }).sort({ eventId: 1 }).toArray(),
  };
}

/** An event of a person who was just created. */
export function anEvent(
  deps: Pick<Dependencies, 'now'>,
  changes: Partial<EventDocument> = {},
): EventDocument {
  return {
    _id: new ObjectId(),
    type: 'user.created',
    data: { by: 'sign-up' },
    subject: new ObjectId(),
    sequence: 1,
    at: deps.now(),
    partition: 0,
    unnumbered: true,
    ...changes,
  } as EventDocument;
}

export async function handOverNewEvents(
  deps: Pick<Dependencies, 'collections' | 'log' | 'now'>,
  count: number,
): Promise<EventDocument[]> {
  const events = Array.from({ length: count }, () => anEvent(deps));
  await handOverEvents(deps, events);
  return events;
}

/** With their deliveries and the audit log. */
export async function removeEndpoints({ deps }: { readonly deps: Pick<Dependencies, 'collections'> }) {
  const { webhookEndpoints, deliveries, audit } = deps.collections;
  await Promise.all([webhookEndpoints, deliveries, audit].map((each) => each.deleteMany({})));
}
