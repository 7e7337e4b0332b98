import { z } from 'zod';
import { WEBHOOK_DESCRIPTION_MAX_LENGTH, WEBHOOK_URL_MAX_LENGTH } from '../limits.ts';
import { EVENT_TYPES } from '../event-types.ts';
import { ISSUES } from '../issues.ts';
import { ONE_LINE } from '../one-line.ts';
import { eventTypes } from './events.ts';
import { timestamp } from './fields.ts';

const DELIVERIES_PAGE_SIZE = 25;
const DELIVERIES_PAGE_MAX_SIZE = 100;

const endpointId = z
  .string()
  .regex(/^(?:[0-9a-f]{24}|environment)$/, { error: ISSUES['id-invalid'] })
  .describe('The id of the endpoint. `environment`: the one that `WEBHOOK_URL` sets.');

export const webhookEndpoint = z.strictObject({
  id: z.string().describe('The id of the endpoint. `environment`: the one that `WEBHOOK_URL` sets.'),
  url: z.string().describe('Where events are sent.'),
  description: z.string().nullable().describe('What the endpoint is for.'),
  types: z.array(z.enum(EVENT_TYPES)).nullable().describe('The types that it receives; `null`: all.'),
  createdAt: timestamp.describe('When it was added.'),
  secrets: z
    .array(
      z.strictObject({
        hint: z.string().describe('How the secret begins and ends: `whsec_…b2s=`.'),
        expires: timestamp
          .nullable()
          .describe('When a replaced secret stops signing; `null`: it is the current one.'),
      }),
    )
    .describe('The secrets that sign, newest first: two while they are rotated.'),
  state: z.enum(['enabled', 'disabled']).describe('Whether events are sent.'),
  disabledBy: z
    .enum(['administrator', 'gone', 'failing'])
    .nullable()
    .describe(
      'Why not: by an administrator or service key, by an answer 410, or after five days of failure.',
    ),
  failingSince: timestamp.nullable().describe('Since when no delivery succeeded; `null`: the last one did.'),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export const listWebhooksOutput = z.array(webhookEndpoint);

const webhookUrl = z
  .url({ error: ISSUES['webhook-url-invalid'] })
  .max(WEBHOOK_URL_MAX_LENGTH, { error: ISSUES['webhook-url-invalid'] })
  .describe('Where events are sent: https; in development also http to this machine.');
const description = z
  .string()
  .trim()
  .max(WEBHOOK_DESCRIPTION_MAX_LENGTH)
  .regex(ONE_LINE, { error: ISSUES['name-not-one-line'] })
  .nullable()
  .describe('What the endpoint is for.');
const types = eventTypes.nullable().describe('The types that it receives; `null`: all, also future ones.');

export const createWebhookInput = z.strictObject({
  url: webhookUrl,
  description: description.default(null),
  types: types.default(null),
});
export type CreateWebhookInput = z.infer<typeof createWebhookInput>;

export const webhookWithSecret = z.strictObject({
  endpoint: webhookEndpoint.describe('The endpoint as the list shows it.'),
  secret: z.string().describe('The secret, `whsec_` and base64 (Standard Webhooks). No later answer has it.'),
});
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

export const updateWebhookInput = z.strictObject({
  id: endpointId,
  url: webhookUrl.optional(),
  description: description.optional(),
  types: types.optional(),
});
export type UpdateWebhookInput = z.infer<typeof updateWebhookInput>;

export const webhookIdInput = z.strictObject({ id: endpointId });
export const webhookIdOutput = z.strictObject({ id: z.string().describe('The id of the endpoint.') });

export const deliveryAttempt = z.strictObject({
  at: timestamp.describe('When the request was sent.'),
  trigger: z.enum(['schedule', 'replay', 'test']).describe('Why it was sent.'),
  durationMs: z.int().describe('How long the answer took, in milliseconds.'),
  status: z.int().nullable().describe('The HTTP status; `null` without an answer.'),
  error: z
    .string()
    .nullable()
    .describe(
      'Why there was no answer: `timeout`, `address`, `insecure`, `network`, or `secret` (no secret of the endpoint can be opened); `null` with an answer.',
    ),
  requestHeaders: z
    .record(z.string(), z.string())
    .describe('The headers that were sent. The signature is hidden.'),
  responseHeaders: z
    .record(z.string(), z.string())
    .describe('The headers of the answer. Cookies are hidden.'),
  responseBody: z
    .string()
    .describe(
      'The beginning of the answer. Of older attempts than the last five, the answer is not kept, and this is empty.',
    ),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

export const webhookDelivery = z.strictObject({
  id: z.string().describe('The id of the delivery: `<endpoint>:<event>`.'),
  eventId: z.string().describe('The id of the event, or of the test.'),
  type: z.enum([...EVENT_TYPES, 'webhook.test']).describe('The type of the event.'),
  subject: z.string().nullable().describe('The id of the person; `null` for a test.'),
  state: z.enum(['waiting', 'delivered', 'failed']).describe('`failed`: no attempt follows by itself.'),
  attemptCount: z.int().describe('How many requests were sent.'),
  lastStatus: z.int().nullable().describe('The HTTP status of the last answer; `null` without an answer.'),
  createdAt: timestamp.describe('When the event was handed to the endpoint.'),
  nextAttemptAt: timestamp.nullable().describe('When the next request is due; `null`: none is.'),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const listDeliveriesInput = z.strictObject({
  id: endpointId,
  state: webhookDelivery.shape.state.optional().describe('Only deliveries in this state.'),
  cursor: z.string().max(200).optional().describe('`nextCursor` of the page before.'),
  limit: z
    .int()
    .min(1)
    .max(DELIVERIES_PAGE_MAX_SIZE)
    .default(DELIVERIES_PAGE_SIZE)
    .describe('How many deliveries the page has at most.'),
});
export type ListDeliveriesInput = z.infer<typeof listDeliveriesInput>;

export const listDeliveriesOutput = z.strictObject({
  deliveries: z.array(webhookDelivery).describe('The deliveries, newest first.'),
  nextCursor: z.string().nullable().describe('The `cursor` of the next page; `null` on the last one.'),
});
export type DeliveryPage = z.infer<typeof listDeliveriesOutput>;

export const deliveryInput = z.strictObject({
  id: z
    .string()
    .regex(/^(?:[0-9a-f]{24}|environment):[0-9a-f]{24}$/, { error: ISSUES['id-invalid'] })
    .describe('The id of the delivery.'),
});

export const deliveryDetails = z.strictObject({
  delivery: webhookDelivery.describe('The delivery as the list shows it.'),
  body: z.string().describe('The body of each request: the event as JSON.'),
  attempts: z.array(deliveryAttempt).describe('The last requests, oldest first.'),
});
export type DeliveryDetails = z.infer<typeof deliveryDetails>;

export const replayWebhookInput = z.strictObject({
  id: endpointId,
  from: timestamp.describe('The first moment of the range.'),
  to: timestamp.describe('The moment after the range.'),
});
export type ReplayWebhookInput = z.infer<typeof replayWebhookInput>;

export const failedDeliveries = z.strictObject({
  endpointId: z.string().describe('The id of the endpoint.'),
  count: z.int().describe('How many of its deliveries were given up, without tests; counted up to 1,000.'),
});
export type FailedDeliveries = z.infer<typeof failedDeliveries>;
export const failedDeliveriesOutput = z.array(failedDeliveries);

export const replayWebhookOutput = z.strictObject({
  count: z.int().describe('How many events are sent again.'),
});
