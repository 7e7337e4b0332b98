import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  readonly method: string;
  readonly path: string;
  /** The value of `webhook-id`. */
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one webhook. */
export type WebhookAnswerer = (response: ServerResponse, webhook: ReceivedWebhook) => unknown;

/** An application on this machine that receives webhooks. */
export interface WebhookReceiver extends AsyncDisposable {
  /** `http://localhost:<port>` */
  readonly origin: string;
  readonly port: number;
  readonly received: ReceivedWebhook[];
  /** Replaces the answer, which is 204 at first. */
  answerWith(answerer: WebhookAnswerer): void;
  close(): Promise<void>;
}

const accept: WebhookAnswerer = (response) => response.writeHead(204).end();

export async function startWebhookReceiver(answerer = accept): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let answer = answerer;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const webhook = { method, path, id: String(headers['webhook-id']), headers, body };
      received.push(webhook);
      answer(response, webhook);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    origin: `http://localhost:${port}`,
    port,
    received,
    answerWith: (next) => void (answer = next),
    close,
    [Symbol.asyncDispose]: close,
  };
}
