import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NASTY_ANSWERS } from '../../testing/faults/nasty-answers.ts';
import { faultOf, resolvingTo } from '../../testing/faults/outgoing-calls.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhooks/receiver.ts';
import type { Resolve } from './addresses.ts';
import {
  WEBHOOK_ANSWER_KEPT_BYTES,
  createWebhookTransport,
  type WebhookRequest,
} from './webhook-transport.ts';

/** By path. */
const ANSWERS: Record<string, (response: ServerResponse) => unknown> = {
  good: (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('thanks'),
  redirect: (response) => response.writeHead(307, { location: '/good' }).end('moved'),
  'redirect-private': (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  'not-modified': (response) => response.writeHead(304).end(),
  'two-byte-characters': (response) =>
    response.writeHead(200).end(`a${'ä'.repeat(WEBHOOK_ANSWER_KEPT_BYTES)}`),
  ...NASTY_ANSWERS,
};

let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver((response, { path }) => ANSWERS[path.slice(1)]?.(response));
});
beforeEach(() => void receiver.received.splice(0));
afterAll(() => receiver.close());

/** A special address that leads to this machine: an IPv4 address in an IPv6 one. */
const PRIVATE = resolvingTo('::ffff:127.0.0.1');

interface Options {
  readonly mode?: 'production' | 'development';
  readonly privateHosts?: readonly string[];
  readonly resolve?: Resolve;
  /** By default long, because a busy machine may be late. */
  readonly timeoutMs?: number;
}

const transportOf = ({
  mode = 'development',
  privateHosts = [],
  resolve = resolvingTo('127.0.0.1'),
  timeoutMs = 30_000,
}: Options = {}) =>
  createWebhookTransport({ mode, webhookPrivateHosts: privateHosts }, { resolve, timeoutMs });
const request = (url: string, changes: Partial<WebhookRequest> = {}): WebhookRequest => ({
  url,
  headers: { 'content-type': 'application/json', 'webhook-id': 'evt' },
  body: '{"a":"ä"}',
  chosenByOperator: false,
  ...changes,
});
const urlOf = (path: string, host = 'localhost') => `http://${host}:${receiver.port}/${path}`;

describe('a webhook (security.md 48)', () => {
  it('posts the body and the headers, and answers the status, the headers and the body', async () => {
    const answer = await transportOf().send(request(urlOf('good')));
    expect(receiver.received).toMatchObject([
      { method: 'POST', path: '/good', body: '{"a":"ä"}', headers: { 'webhook-id': 'evt' } },
    ]);
    expect([answer.status, answer.body, answer.headers.get('content-type')]).toEqual([
      200,
      'thanks',
      'text/plain',
    ]);
  });

  it.each([
    ['redirect', 307, 'moved'],
    ['redirect-private', 302, ''],
    ['not-modified', 304, ''],
  ])('answers a redirect and follows none: %s', async (path, status, body) => {
    expect(await transportOf().send(request(urlOf(path)))).toMatchObject({ status, body });
    expect(receiver.received.map((each) => each.path)).toEqual([`/${path}`]);
  });

  it.each(['huge', 'huge-unsaid', 'bomb'])('keeps only the beginning of an answer: %s', async (path) => {
    expect(await transportOf().send(request(urlOf(path)))).toMatchObject({
      status: 200,
      body: ' '.repeat(WEBHOOK_ANSWER_KEPT_BYTES),
    });
  });

  it('leaves out a character that the bound cuts in two', async () => {
    const { body } = await transportOf().send(request(urlOf('two-byte-characters')));
    expect(body).toBe(`a${'ä'.repeat((WEBHOOK_ANSWER_KEPT_BYTES - 2) / 2)}`);
  });

  it.each(['hangs', 'drips'])('ends with a timeout when the endpoint %s', async (path) => {
    expect(await faultOf(transportOf({ timeoutMs: 300 }).send(request(urlOf(path))))).toBe('timeout');
  });

  it('takes line breaks out of an address, so that it adds no header', async () => {
    const url = `http://localhost:${receiver.port}/go\r\nod\r\nx-evil: 1`;
    await faultOf(transportOf({ timeoutMs: 300 }).send(request(url)));
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-evil');
  });

  it('does not wait for endpoints of the same origin that hang', async () => {
    const transport = transportOf();
    let isAnswered = false;
    const hanging = Array.from({ length: 80 }, () =>
      transport.send(request(urlOf('hangs'))).finally(() => (isAnswered = true)),
    );
    await expect.poll(() => receiver.received.length).toBe(80);
    expect((await transport.send(request(urlOf('good')))).status).toBe(200);
    expect(isAnswered).toBe(false);
    await receiver.close();
    await Promise.allSettled(hanging);
    receiver = await startWebhookReceiver((response, { path }) => ANSWERS[path.slice(1)]?.(response));
  });
});

describe('the address of a webhook (security.md 48)', () => {
  // `guarded-fetch.test.ts` has all addresses. These show that webhooks use it.
  it.each([
    ['http://example.test/', 'insecure'],
    ['https://user:secret@example.test/', 'insecure'],
    ['https://10.0.0.1/', 'address'],
    ['https://localhost/', 'address'],
  ])('is refused in production: %s', async (url, fault) => {
    expect(await faultOf(transportOf({ mode: 'production' }).send(request(url)))).toBe(fault);
  });

  it('is refused at dialling when its name leads to a private one', async () => {
    for (const address of ['10.0.0.1', '::ffff:127.0.0.1']) {
      const transport = transportOf({ resolve: resolvingTo(address) });
      expect(await faultOf(transport.send(request(urlOf('good'))))).toBe('address');
    }
    expect(receiver.received).toEqual([]);
  });

  it.each(['localhost', 'LOCALHOST', 'localhost.'])(
    'may be private when the operator names its host: %s',
    async (host) => {
      const privateHosts = ['other.internal', host];
      const transport = transportOf({ privateHosts, resolve: PRIVATE });
      expect((await transport.send(request(urlOf('good')))).status).toBe(200);
    },
  );

  it.each(['host', 'a.localhost', '127.0.0.1'])(
    'is not private because the operator names %s',
    async (host) => {
      const transport = transportOf({ privateHosts: [host], resolve: PRIVATE });
      expect(await faultOf(transport.send(request(urlOf('good'))))).toBe('address');
    },
  );

  it('may be a private IPv6 address that the operator names, however it is written', async () => {
    const transport = transportOf({ privateHosts: ['fd00:0:0::1'] });
    expect(await faultOf(transport.send(request('https://[fd00::2]/')))).toBe('address');
    // It passes the check. Then the test refuses the connection, because it leads to another machine.
    expect(await faultOf(transport.send(request('https://[fd00::1]/')))).toBe('network');
  });

  it('may be private when the environment sets it', async () => {
    const transport = transportOf({ resolve: PRIVATE });
    const chosen = request(urlOf('good'), { chosenByOperator: true });
    expect((await transport.send(chosen)).status).toBe(200);
    expect(await faultOf(transport.send({ ...chosen, chosenByOperator: false }))).toBe('address');
  });

  it.each([
    { chosenByOperator: true, privateHosts: [] },
    { chosenByOperator: false, privateHosts: ['localhost'] },
  ])(
    'needs https in production also when it may be private: %j',
    async ({ chosenByOperator, privateHosts }) => {
      const transport = transportOf({ mode: 'production', privateHosts });
      const send = (url: string) => faultOf(transport.send(request(url, { chosenByOperator })));
      expect(await send(urlOf('good'))).toBe('insecure');
      expect(await send(`https://me:secret@localhost:${receiver.port}/good`)).toBe('insecure');
      expect(receiver.received).toEqual([]);
    },
  );
});
