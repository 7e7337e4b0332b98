import type { Filter } from 'mongodb';
import type { WebhookEndpointDocument, WebhookEndpointId } from '../../database/event-documents.ts';

/** The id of the endpoint that `WEBHOOK_URL` sets. */
export const ENVIRONMENT_ENDPOINT: WebhookEndpointId = 'environment';

/** The filter for endpoints to which events are sent. */
export const ENABLED: Filter<WebhookEndpointDocument> = { disabled: null, deletedAt: { $exists: false } };
