import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { signWebhook } from '../../../src/server/domain/webhooks/signature.ts';
import { foyerEvent } from '../../../src/shared/schemas/events.ts';
import { serve } from '../in-test/serve.ts';
import { verifyWebhook, WebhookError, type VerifyWebhookOptions, type WebhookRequest } from '../webhooks.ts';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const SECONDS = NOW / 1000;
const EVENT = {
  id: '6921a0c0f0f0f0f0f0f0f0f0',
  type: 'user.created',
  timestamp: '2026-11-22T11:59:59.000Z',
  subject: '6921a0c0f0f0f0f0f0f0f0f1',
  sequence: 1,
  data: { by: 'sign-up' },
};

interface Changes {
  readonly secrets?: readonly string[];
  readonly timestamp?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function delivery({
  secrets = [SECRET],
  timestamp = SECONDS,
  body = JSON.stringify(EVENT),
  headers,
}: Changes = {}) {
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': EVENT.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(secrets, { id: EVENT.id, timestamp, body }),
      ...headers,
    },
  };
}

const verify = (request: WebhookRequest, options: Partial<VerifyWebhookOptions> = {}) =>
  verifyWebhook(request, { secret: SECRET, now: () => NOW, ...options });

const refusalOf = (request: WebhookRequest, options: Partial<VerifyWebhookOptions> = {}) =>
  verify(request, options).then(
    () => null,
    (error: unknown) => {
      expect(error).toBeInstanceOf(WebhookError);
      return (error as WebhookError).code;
    },
  );

const toRequest = ({ body, headers }: { body: BodyInit | null; headers: Record<string, string> }) =>
  new Request('https://app.example.test/webhooks', { method: 'POST', body, headers });

/** Sends a delivery to an endpoint that answers the event's type or the code of the refusal. */
async function send(url: string, sent: { body: BodyInit; headers: Record<string, string> } = delivery()) {
  const answer = await fetch(url, {
    method: 'POST',
    ...sent,
    headers: { connection: 'close', ...sent.headers },
  });
  return [answer.status, await answer.text()];
}
async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { type } = await verify(request);
    response.writeHead(200).end(type);
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    response.writeHead(error.status).end(error.code);
  }
}
const listener: RequestListener = (request, response) => void answerTo(request, response);

describe('the request', () => {
  it('may be a Fetch Request', async () => {
    expect(await verify(toRequest(delivery()))).toEqual(foyerEvent.parse(EVENT));
  });

  it('may be an IncomingMessage of Node', async () => {
    expect(await send(await serve(listener))).toEqual([200, 'user.created']);
  });

  it('may be a request of Express after express.raw or express.text', async () => {
    for (const parse of [express.raw, express.text]) {
      const app = express().use(parse({ type: 'application/json' }), listener);
      expect(await send(await serve(app))).toEqual([200, 'user.created']);
    }
  });

  it('may have the unchanged body in rawBody, beside a parsed body', async () => {
    const { headers, body } = delivery();
    const event = await verify({ headers, body: JSON.parse(body), rawBody: Buffer.from(body) });
    expect(event.type).toBe('user.created');
  });

  it('is refused with BODY_UNREADABLE after express.json', async () => {
    const app = express().use(express.json(), listener);
    expect(await send(await serve(app))).toEqual([500, 'BODY_UNREADABLE']);
  });

  it('is refused with BODY_UNREADABLE when its body was read before', async () => {
    const request = toRequest(delivery());
    await request.text();
    expect(await refusalOf(request)).toBe('BODY_UNREADABLE');
    const readFirst: RequestListener = (incoming, response) =>
      void incoming.resume().once('end', () => listener(incoming, response));
    expect(await send(await serve(readFirst))).toEqual([500, 'BODY_UNREADABLE']);
    expect(await refusalOf({ headers: delivery().headers })).toBe('BODY_UNREADABLE');
  });

  it('is refused with BODY_TOO_LARGE above 64 kB, and the server can still answer', async () => {
    const large = delivery({ body: JSON.stringify({ ...EVENT, padding: 'x'.repeat(1_000_000) }) });
    expect(await send(await serve(listener), large)).toEqual([413, 'BODY_TOO_LARGE']);
    expect(await refusalOf(toRequest(large))).toBe('BODY_TOO_LARGE');
    expect(await refusalOf(large)).toBe('BODY_TOO_LARGE');
  });

  it('is verified by its bytes, also where a character has several', async () => {
    const body = JSON.stringify({ ...EVENT, padding: 'é€😀'.repeat(5000) });
    expect(await send(await serve(listener), delivery({ body }))).toEqual([200, 'user.created']);
  });
});

it('headers may have names in any case, as some gateways pass them on', async () => {
  const { body, headers } = delivery();
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace(/^w/, 'W'), value]),
  );
  expect((await verify({ headers: named, body })).type).toBe('user.created');
});

describe('the signature', () => {
  const SIGNATURE = delivery().headers['webhook-signature'];
  const signedBy = (signature: string) => delivery({ headers: { 'webhook-signature': signature } });

  it('is that of the specification', async () => {
    // The example of Standard Webhooks. Its body is no event, but the signature is checked first.
    const request = (signature: string) => ({
      body: '{"test": 2432232314}',
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': signature,
      },
    });
    const options = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', now: () => 1_614_265_330_000 };
    const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
    expect(await refusalOf(request(signature), options)).toBe('BODY_INVALID');
    expect(await refusalOf(request(signature.replace('g0', 'g1')), options)).toBe('SIGNATURE_INVALID');
  });

  it('may be made by either of two secrets, on both sides', async () => {
    for (const sent of [delivery(), delivery({ secrets: [OTHER_SECRET, SECRET] })])
      expect((await verify(sent)).type).toBe('user.created');
    const secret = [OTHER_SECRET, SECRET];
    expect((await verify(delivery(), { secret })).type).toBe('user.created');
  });

  it.each<[string, ReturnType<typeof delivery>]>([
    ['by another secret', delivery({ secrets: [OTHER_SECRET] })],
    ['of another body', { ...delivery(), body: JSON.stringify({ ...EVENT, sequence: 2 }) }],
    ['of another id', delivery({ headers: { 'webhook-id': 'other' } })],
    ['of another time', delivery({ headers: { 'webhook-timestamp': String(SECONDS + 1) } })],
    ['of another version', signedBy(SIGNATURE.replace('v1,', 'v1a,'))],
    ['that is cut off', signedBy(SIGNATURE.slice(0, -6))],
    ['that is empty', signedBy('v1,')],
    ['that is no base64', signedBy('v1,%%%')],
    ['behind many others', signedBy(`${'v1,AAAA '.repeat(8)}${SIGNATURE}`)],
  ])('%s is refused with SIGNATURE_INVALID', async (_name, sent) => {
    expect(await refusalOf(sent)).toBe('SIGNATURE_INVALID');
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'without %s is refused with HEADER_INVALID',
    async (name) => {
      const { body, headers } = delivery();
      const others = Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name));
      expect(await refusalOf(toRequest({ body, headers: others }))).toBe('HEADER_INVALID');
      expect(await refusalOf({ body, headers: { ...headers, [name]: ['a', 'b'] } })).toBe('HEADER_INVALID');
    },
  );

  it.each(['', 'whsec_', 'whsec_AAAA', SECRET.slice('whsec_'.length), 'whsec_%%%'])(
    'with the wrong secret %j ends with a TypeError that does not have it',
    async (secret) => {
      await expect(verify(delivery(), { secret })).rejects.toThrow(
        new TypeError('A secret of verifyWebhook is no webhook secret: whsec_ and base64 of 24 to 64 bytes'),
      );
    },
  );

  it('without any secret ends with a TypeError', async () => {
    await expect(verify(delivery(), { secret: [] })).rejects.toThrow(TypeError);
  });
});

describe('the timestamp', () => {
  it.each([
    [-301, 'TIMESTAMP_REFUSED'],
    [-300, null],
    [0, null],
    [300, null],
    [301, 'TIMESTAMP_REFUSED'],
  ])('%i seconds from now is refused with %s', async (seconds, code) => {
    expect(await refusalOf(delivery({ timestamp: SECONDS + seconds }))).toBe(code);
  });

  it.each(['1.8e9', 'NaN', '-1', '1795348800.5', '0x6b0c', '9'.repeat(13), ' '])(
    '%j is refused with HEADER_INVALID',
    async (timestamp) => {
      const headers = { 'webhook-timestamp': timestamp };
      expect(await refusalOf(delivery({ headers }))).toBe('HEADER_INVALID');
    },
  );

  it('is compared with the clock of this machine by default', async () => {
    const timestamp = Math.floor(Date.now() / 1000);
    expect((await verifyWebhook(delivery({ timestamp }), { secret: SECRET })).type).toBe('user.created');
  });
});

describe('the replay guard', () => {
  function makeGuard() {
    const keys = new Map<string, Date>();
    const remember = (key: string, expires: Date) => {
      const isNew = !keys.has(key);
      keys.set(key, expires);
      return Promise.resolve(isNew);
    };
    return { keys, remember };
  }

  it('refuses the same request a second time with REPLAYED, but passes a later delivery, because the first may have failed', async () => {
    const replays = makeGuard();
    expect(await refusalOf(delivery(), { replays })).toBeNull();
    expect(await refusalOf(delivery(), { replays })).toBe('REPLAYED');
    expect(await refusalOf(delivery({ timestamp: SECONDS + 5 }), { replays })).toBeNull();
  });

  it('keeps a key for as long as the timestamp is accepted', async () => {
    const replays = makeGuard();
    const timestamp = SECONDS + 60;
    await verify(delivery({ timestamp }), { replays });
    expect([...replays.keys.values()]).toEqual([new Date(NOW + 6 * 60_000)]);
  });

  it('hears of no request that is refused', async () => {
    const replays = makeGuard();
    await refusalOf(delivery({ secrets: [OTHER_SECRET] }), { replays });
    await refusalOf(delivery({ timestamp: SECONDS - 301 }), { replays });
    await refusalOf(delivery({ body: '[]' }), { replays });
    expect(replays.keys.size).toBe(0);
  });

  it('passes its own failure on', async () => {
    const replays = { remember: () => Promise.reject(new Error('the store is away')) };
    await expect(verify(delivery(), { replays })).rejects.toThrow('the store is away');
  });
});

describe('the body', () => {
  it.each([
    ['of a type that this version does not know', { ...EVENT, type: 'team.created', data: { size: 3 } }],
    ['a test event', { id: EVENT.id, type: 'webhook.test', timestamp: EVENT.timestamp, data: {} }],
  ])('may be %s', async (_what, event) => {
    expect(await verify(delivery({ body: JSON.stringify(event) }))).toEqual(event);
  });

  it.each(['', 'null', '[]', '{"type":1}', '{', '"user.created"'])(
    '%j is refused with BODY_INVALID',
    async (body) => {
      expect(await refusalOf(delivery({ body }))).toBe('BODY_INVALID');
    },
  );
});
