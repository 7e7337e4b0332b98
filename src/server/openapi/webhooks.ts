import { z } from 'zod';
import { EVENT_SUMMARIES } from '../../shared/event-summaries.ts';
import { timestamp } from '../../shared/schemas/fields.ts';
import { foyerEvent } from '../../shared/schemas/events.ts';
import { schemaOf, type Json } from './json-schema.ts';

const TEST_SUMMARY = 'A test that somebody has sent from the console or by `webhooks.sendTest`.';
const testEvent = z.strictObject({
  id: z.string().describe('The id of the test, also in `webhook-id`.'),
  type: z.literal('webhook.test').describe('What happened.'),
  timestamp: timestamp.describe('When it was sent.'),
  data: z.strictObject({}),
});

/** By the type of the event (OpenAPI 3.1, "webhooks"). */
export function toWebhooks(): Json {
  const events = foyerEvent.options.map((schema) => {
    const type = schema.shape.type.value;
    return [type, toWebhook(type, EVENT_SUMMARIES[type], schema)];
  });
  return {
    ...Object.fromEntries(events),
    'webhook.test': toWebhook('webhook.test', TEST_SUMMARY, testEvent),
  };
}

function toWebhook(type: string, description: string, schema: z.ZodType): Json {
  return {
    post: {
      operationId: type,
      tags: ['webhooks'],
      summary: description.replace(/\..*$/, ''),
      description,
      // Each request has a signature instead.
      security: [],
      parameters: HEADERS.map((header) => ({ in: 'header', required: true, ...header })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(schema, 'output') } },
      },
      responses: {
        '2XX': { description: 'The event was received.' },
        410: { description: 'The endpoint is gone. Foyer disables it.' },
        default: {
          description:
            'The event was not received, also with a redirect. Foyer sends it again, not before the time of `retry-after`.',
        },
      },
    },
  };
}

const HEADERS = [
  {
    name: 'webhook-id',
    description: 'The id of the event. A repeated delivery has the same.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    description: 'When this request was sent, in seconds since 1970.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  {
    name: 'webhook-signature',
    description:
      'One or more signatures with a space between them: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks). There are two while the secret is rotated.',
    schema: { type: 'string' },
  },
] as const;
