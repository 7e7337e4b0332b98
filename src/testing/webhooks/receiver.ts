import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { startLocalServer } from '../app/local-server.ts';

interface ReceivedWebhook {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type WebhookAnswerer = (response: ServerResponse, webhook: ReceivedWebhook) => unknown;

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

const accept: WebhookAnswerer = (response) => response.writeHead(204).end();

/** A local application that receives webhooks. It answers 204 by default. */
export async function startWebhookReceiver(answerer = accept) {
  const received: ReceivedWebhook[] = [];
  let answer = answerer;
  const { port, close } = await startLocalServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const webhook = { method, path, id: String(headers['webhook-id']), headers, body };
      received.push(webhook);
      answer(response, webhook);
    });
  });
  return {
    /** `http://localhost:<port>` */
    origin: `http://localhost:${port}`,
    port,
    received,
    answerWith: (next: WebhookAnswerer): void => void (answer = next),
    close,
    [Symbol.asyncDispose]: close,
  };
}
