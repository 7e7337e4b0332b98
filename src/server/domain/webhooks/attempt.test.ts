import { ObjectId } from 'mongodb';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aWebhookSecret } from '../../../testing/webhooks/endpoints.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../testing/webhooks/receiver.ts';
import { DAY_MS, SECOND_MS } from '../../../shared/limits.ts';
import { createVault } from '../../crypto/encryption.ts';
import type { WebhookEndpointDocument } from '../../database/event-documents.ts';
import { createWebhookTransport } from '../../net/webhook-transport.ts';
import type { Settings } from '../../settings/settings.ts';
import { attemptDelivery, readRetryAfter } from './attempt.ts';
import { signWebhook } from './signature.ts';
import { sealWebhookSecret } from './webhook-secrets.ts';

const NOW = new Date();
const vault = createVault(['a secret for tests alone, long enough to be one']);
const BODY = '{"id":"1","type":"user.created","name":"Ädä 👋"}';
let receiver: WebhookReceiver;
beforeAll(async () => void (receiver = await startWebhookReceiver()));
beforeEach(() => {
  receiver.received.splice(0);
  receiver.answerWith((response) => response.writeHead(204).end());
});
afterAll(() => receiver.close());

const depsWith = (webhook: Settings['webhook'] = null) => ({
  log: pino({ level: 'silent' }),
  now: () => NOW,
  settings: { webhook } as Settings,
  vault,
  webhookTransport: createWebhookTransport({ mode: 'test', webhookPrivateHosts: [] }),
});

function endpointWith(
  secrets: readonly { secret: string; expires?: Date; owner?: string }[],
  changes: Partial<WebhookEndpointDocument> = {},
): WebhookEndpointDocument {
  const _id = new ObjectId().toHexString();
  return {
    _id,
    url: `${receiver.origin}/hooks?key=1`,
    description: null,
    types: null,
    secrets: secrets.map(({ secret, expires = null, owner = _id }) => ({
      sealed: sealWebhookSecret({ vault }, owner, secret),
      lastFour: secret.slice(-4),
      createdAt: NOW,
      expires,
    })),
    createdAt: NOW,
    disabled: null,
    failingSince: null,
    ...changes,
  };
}

const delivery = () => ({ eventId: new ObjectId(), body: BODY, trigger: 'schedule' }) as const;
const headersOf = (index = 0) => receiver.received[index]?.headers as Record<string, string>;
const verifies = (secret: string) => {
  try {
    new Webhook(secret).verify(receiver.received[0]?.body ?? '', headersOf());
    return true;
  } catch {
    return false;
  }
};

describe('the signature (security.md 48)', () => {
  it('is that of the published example', () => {
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    const message = { id, timestamp: 1_614_265_330, body: '{"test": 2432232314}' };
    const signature = signWebhook(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], message);
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is made with both secrets while they are rotated, and not with an expired one', async () => {
    const [current, former, expired] = [aWebhookSecret(), aWebhookSecret(), aWebhookSecret()];
    const endpoint = endpointWith([
      { secret: current },
      { secret: former, expires: new Date(NOW.getTime() + SECOND_MS) },
      { secret: expired, expires: NOW },
    ]);
    await attemptDelivery(depsWith(), endpoint, delivery());
    expect([current, former, expired].map(verifies)).toEqual([true, true, false]);
    expect(headersOf()['webhook-signature']?.split(' ')).toHaveLength(2);
  });

  it('of the endpoint of the environment is made with its secrets, and goes to its address', async () => {
    const secrets = [aWebhookSecret(), aWebhookSecret()];
    const webhook = { url: `${receiver.origin}/from-environment`, secrets, types: null };
    const endpoint = endpointWith([], { _id: 'environment', url: webhook.url });
    await attemptDelivery(depsWith(webhook), endpoint, delivery());
    expect(receiver.received[0]?.path).toBe('/from-environment');
    expect(secrets.map(verifies)).toEqual([true, true]);
  });

  it('is never missing: nothing is sent when no secret can be opened', async () => {
    const secret = aWebhookSecret();
    const sealedElsewhere = endpointWith([{ secret, owner: new ObjectId().toHexString() }]);
    for (const endpoint of [sealedElsewhere, endpointWith([]), endpointWith([], { _id: 'environment' })]) {
      const { stored } = await attemptDelivery(depsWith(), endpoint, delivery());
      expect(stored).toMatchObject({ status: null, error: 'secret', responseBody: '' });
    }
    expect(receiver.received).toEqual([]);
  });
});

describe('an attempt', () => {
  it('keeps what was sent and answered, without the signature and without cookies', async () => {
    receiver.answerWith((response) =>
      response
        .writeHead(503, [
          ['content-type', 'text/plain'],
          ['set-cookie', 'session=secret'],
          ['x-dollar$name', '1'],
          ['retry-after', '7'],
        ])
        .end('Come back later'),
    );
    const sentDelivery = delivery();
    const endpoint = endpointWith([{ secret: aWebhookSecret() }]);
    const attempt = await attemptDelivery(depsWith(), endpoint, sentDelivery);
    const sent = headersOf();
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Foyer-Webhooks',
      'webhook-id': sentDelivery.eventId.toHexString(),
      'webhook-timestamp': String(Math.floor(NOW.getTime() / 1000)),
    };
    expect(sent).toMatchObject(headers);
    expect(attempt.retryAfterMs).toBe(7000);
    expect(attempt.stored).toMatchObject({
      at: NOW,
      trigger: 'schedule',
      status: 503,
      error: null,
      responseBody: 'Come back later',
      responseHeaders: { 'content-type': 'text/plain', 'retry-after': '7' },
    });
    expect(attempt.stored.requestHeaders).toEqual({ ...headers, 'webhook-signature': 'v1,…' });
    expect(Object.keys(attempt.stored.responseHeaders)).not.toContain('set-cookie');
    expect(Object.keys(attempt.stored.responseHeaders)).not.toContain('x-dollar$name');
    expect(JSON.stringify(attempt)).not.toContain(sent['webhook-signature']?.slice(3));
  });

  it('keeps only the first headers of an answer with very many', async () => {
    receiver.answerWith((response) => {
      for (let i = 0; i < 12; i++) response.setHeader(`x-long-${i}`, 'a'.repeat(1000));
      response.writeHead(200).end();
    });
    const endpoint = endpointWith([{ secret: aWebhookSecret() }]);
    const { stored } = await attemptDelivery(depsWith(), endpoint, delivery());
    expect(JSON.stringify(stored.responseHeaders).length).toBeLessThan(5000);
  });

  it.each([
    ['http://example.test/', 'insecure'],
    ['https://10.0.0.1/', 'address'],
    ['http://localhost:1/', 'network'],
    ['no address', 'network'],
  ])('has no status but an error when there is no answer: %s', async (url, error) => {
    const endpoint = endpointWith([{ secret: aWebhookSecret() }], { url });
    const { stored, retryAfterMs } = await attemptDelivery(depsWith(), endpoint, delivery());
    expect(stored).toMatchObject({ status: null, error, responseHeaders: {}, responseBody: '' });
    expect(retryAfterMs).toBeNull();
  });
});

describe('retry-after', () => {
  const at = new Date('2026-11-22T10:00:00.000Z');
  it.each([
    [null, null],
    ['', null],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['0', 0],
    [' 120 ', 120_000],
    ['86400', DAY_MS],
    ['86401', DAY_MS],
    ['9'.repeat(400), DAY_MS],
    ['Sun, 22 Nov 2026 10:02:00 GMT', 120_000],
    ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
    ['Tue, 22 Nov 2050 10:00:00 GMT', DAY_MS],
  ])('%j asks for %j milliseconds', (value, expected) => {
    expect(readRetryAfter(value, at)).toBe(expected);
  });
});
