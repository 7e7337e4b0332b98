import type { WebhookPagesTexts } from '../../texts.ts';
import { deliveries, webhooks } from './webhooks.ts';

/** What the pages about webhooks say, in German. */
export const webhookPages: WebhookPagesTexts = { deliveries, webhooks };
