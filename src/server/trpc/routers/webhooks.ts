import {
  createWebhookInput,
  deliveryDetails,
  deliveryInput,
  failedDeliveriesOutput,
  listDeliveriesInput,
  listDeliveriesOutput,
  listWebhooksOutput,
  replayWebhookInput,
  replayWebhookOutput,
  updateWebhookInput,
  webhookDelivery,
  webhookEndpoint,
  webhookIdInput,
  webhookIdOutput,
  webhookWithSecret,
} from '../../../shared/schemas/webhooks.ts';
import { getDelivery, listDeliveries, replayDelivery, sendTest } from '../../domain/webhooks/deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  setWebhookEnabled,
  updateWebhook,
} from '../../domain/webhooks/endpoints.ts';
import { countFailedDeliveries, replayFailed, replayRange } from '../../domain/webhooks/replays.ts';
import { router, serviceProcedure } from '../procedures.ts';

const declared = { serviceScope: 'webhooks:write' } as const;

export const webhooksRouter = router({
  list: serviceProcedure
    .meta({ ...declared, summary: 'Lists the webhook endpoints, oldest first.', errors: [] })
    .output(listWebhooksOutput)
    .query(({ ctx }) => listWebhooks(ctx.deps)),

  create: serviceProcedure
    .meta({
      ...declared,
      summary: 'Adds a webhook endpoint. This answer is the only one that has its secret.',
      errors: ['RATE_LIMITED', 'TOO_MANY_WEBHOOKS'],
    })
    .input(createWebhookInput)
    .output(webhookWithSecret)
    .mutation(({ ctx, input }) => createWebhook(ctx.deps, ctx.authority, input, ctx.requestContext)),

  update: serviceProcedure
    .meta({
      ...declared,
      summary: 'Changes the address, the description or the types of a webhook endpoint.',
      errors: ['RATE_LIMITED', 'NOT_FOUND', 'WEBHOOK_SET_BY_ADMINISTRATOR', 'WEBHOOK_SET_BY_ENVIRONMENT'],
    })
    .input(updateWebhookInput)
    .output(webhookEndpoint)
    .mutation(({ ctx, input }) => updateWebhook(ctx.deps, ctx.authority, input, ctx.requestContext)),

  enable: serviceProcedure
    .meta({
      ...declared,
      summary: 'Enables a webhook endpoint. Deliveries that wait are sent at once, the first 1,000 of them.',
      errors: ['RATE_LIMITED', 'NOT_FOUND', 'WEBHOOK_SET_BY_ADMINISTRATOR'],
    })
    .input(webhookIdInput)
    .output(webhookEndpoint)
    .mutation(({ ctx, input }) =>
      setWebhookEnabled(ctx.deps, ctx.authority, { ...input, isEnabled: true }, ctx.requestContext),
    ),

  disable: serviceProcedure
    .meta({
      ...declared,
      summary:
        'Disables a webhook endpoint. Events of the time until it is enabled are not handed to it; `webhooks.replay` sends them.',
      errors: ['RATE_LIMITED', 'NOT_FOUND', 'WEBHOOK_SET_BY_ADMINISTRATOR'],
    })
    .input(webhookIdInput)
    .output(webhookEndpoint)
    .mutation(({ ctx, input }) =>
      setWebhookEnabled(ctx.deps, ctx.authority, { ...input, isEnabled: false }, ctx.requestContext),
    ),

  rotateSecret: serviceProcedure
    .meta({
      ...declared,
      summary:
        'Makes a new secret. The secret before it signs, too, for 24 hours. An older one ends at once.',
      errors: ['RATE_LIMITED', 'NOT_FOUND', 'WEBHOOK_SET_BY_ADMINISTRATOR', 'WEBHOOK_SET_BY_ENVIRONMENT'],
    })
    .input(webhookIdInput)
    .output(webhookWithSecret)
    .mutation(({ ctx, input }) => rotateWebhookSecret(ctx.deps, ctx.authority, input.id, ctx.requestContext)),

  delete: serviceProcedure
    .meta({
      ...declared,
      summary: 'Deletes a webhook endpoint and its deliveries.',
      errors: ['RATE_LIMITED', 'NOT_FOUND', 'WEBHOOK_SET_BY_ADMINISTRATOR', 'WEBHOOK_SET_BY_ENVIRONMENT'],
    })
    .input(webhookIdInput)
    .output(webhookIdOutput)
    .mutation(({ ctx, input }) => deleteWebhook(ctx.deps, ctx.authority, input.id, ctx.requestContext)),

  sendTest: serviceProcedure
    .meta({
      ...declared,
      summary: 'Sends an event of the type `webhook.test` now, and answers what the endpoint answered.',
      errors: ['RATE_LIMITED', 'NOT_FOUND', 'WEBHOOK_DISABLED'],
    })
    .input(webhookIdInput)
    .output(deliveryDetails)
    .mutation(({ ctx, input }) => sendTest(ctx.deps, ctx.authority, input.id, ctx.requestContext)),

  listDeliveries: serviceProcedure
    .meta({
      ...declared,
      heavy: true,
      summary: 'Lists the deliveries of a webhook endpoint, newest first.',
      errors: ['NOT_FOUND'],
    })
    .input(listDeliveriesInput)
    .output(listDeliveriesOutput)
    .query(({ ctx, input }) => listDeliveries(ctx.deps, input)),

  getDelivery: serviceProcedure
    .meta({ ...declared, summary: 'A delivery with its last requests and answers.', errors: ['NOT_FOUND'] })
    .input(deliveryInput)
    .output(deliveryDetails)
    .query(({ ctx, input }) => getDelivery(ctx.deps, input.id)),

  replayDelivery: serviceProcedure
    .meta({
      ...declared,
      summary: 'Sends a delivery again, whatever its state.',
      errors: ['RATE_LIMITED', 'NOT_FOUND', 'WEBHOOK_DISABLED'],
    })
    .input(deliveryInput)
    .output(webhookDelivery)
    .mutation(({ ctx, input }) => replayDelivery(ctx.deps, ctx.authority, input.id, ctx.requestContext)),

  failedDeliveries: serviceProcedure
    .meta({
      ...declared,
      heavy: true,
      summary: 'Counts the deliveries that were given up, by endpoint. Endpoints without one are left out.',
      errors: [],
    })
    .output(failedDeliveriesOutput)
    .query(({ ctx }) => countFailedDeliveries(ctx.deps)),

  replayFailed: serviceProcedure
    .meta({
      ...declared,
      heavy: true,
      summary:
        'Sends the deliveries of a webhook endpoint again that were given up, the newest 1,000, without tests.',
      errors: ['RATE_LIMITED', 'NOT_FOUND', 'WEBHOOK_DISABLED'],
    })
    .input(webhookIdInput)
    .output(replayWebhookOutput)
    .mutation(({ ctx, input }) => replayFailed(ctx.deps, ctx.authority, input.id, ctx.requestContext)),

  replay: serviceProcedure
    .meta({
      ...declared,
      heavy: true,
      summary: 'Sends the events of a time range again to a webhook endpoint, those of its types.',
      errors: ['RATE_LIMITED', 'NOT_FOUND', 'WEBHOOK_DISABLED', 'TOO_MANY_EVENTS'],
    })
    .input(replayWebhookInput)
    .output(replayWebhookOutput)
    .mutation(({ ctx, input }) => replayRange(ctx.deps, ctx.authority, input, ctx.requestContext)),
});
