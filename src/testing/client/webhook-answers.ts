import type {
  DeliveryAttempt,
  DeliveryDetails,
  WebhookDelivery,
  WebhookEndpoint,
} from '../../shared/schemas/webhooks.ts';
import { factory } from './answers.ts';
import { GRACE, openConsole } from './console-answers.ts';
import type { Answers } from './render-app.tsx';

/** Answers of the procedures about webhooks, for tests of the browser application. */

export const ENDPOINT = 'c'.repeat(24);
export const EVENT = 'd'.repeat(24);

export const anEndpoint = factory<WebhookEndpoint>({
  id: ENDPOINT,
  url: 'https://app.example.com/webhooks',
  description: 'Billing',
  types: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  secrets: [{ hint: 'whsec_…b2s=', expires: null }],
  state: 'enabled',
  disabledBy: null,
  failingSince: null,
});

export const aDelivery = factory<WebhookDelivery>({
  id: `${ENDPOINT}:${EVENT}`,
  eventId: EVENT,
  type: 'user.created',
  subject: GRACE,
  state: 'delivered',
  attemptCount: 1,
  lastStatus: 204,
  createdAt: '2026-11-20T09:00:00.000Z',
  nextAttemptAt: null,
});

export const anAttempt = factory<DeliveryAttempt>({
  at: '2026-11-20T09:00:01.000Z',
  trigger: 'schedule',
  durationMs: 42,
  status: 204,
  error: null,
  requestHeaders: { 'content-type': 'application/json', 'webhook-id': EVENT },
  responseHeaders: { server: 'app' },
  responseBody: '',
});

export const deliveryDetails = factory<DeliveryDetails>({
  delivery: aDelivery(),
  body: `{"id":"${EVENT}","type":"user.created"}`,
  attempts: [anAttempt()],
});

/** Opens the page of one endpoint, which its actions change. */
export function openEndpoint(
  webhooks: Answers['webhooks'] = {},
  first: Partial<WebhookEndpoint> = {},
  query = '',
) {
  let endpoint = anEndpoint(first);
  const change = (changes: Partial<WebhookEndpoint>) => (endpoint = { ...endpoint, ...changes });
  return openConsole(`/admin/webhooks/${endpoint.id}${query}`, {
    webhooks: {
      list: () => [endpoint],
      update: ({ url = endpoint.url, description = endpoint.description, types = endpoint.types }) =>
        change({ url, description, types }),
      disable: () => change({ state: 'disabled', disabledBy: 'administrator' }),
      enable: () => change({ state: 'enabled', disabledBy: null, failingSince: null }),
      listDeliveries: () => ({ deliveries: [], nextCursor: null }),
      ...webhooks,
    },
  });
}
