import { deliveries, webhooks } from './webhooks.ts';

/** What the pages about webhooks say, in English. */
export const webhookPages = { deliveries, webhooks };
