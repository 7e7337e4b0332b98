import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends a request that no browser would send: with any `Host`, any method or a header twice. */
export function rawRequest(
  origin: string,
  options: {
    method?: string;
    path?: string;
    headers?: Record<string, string | string[]>;
    body?: string | Buffer;
  },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        method: options.method ?? 'GET',
        path: options.path ?? '/',
        headers: { host: `${hostname}:${port}`, ...options.headers },
        agent: false,
      },
      (answer) => resolve(readAnswer(answer)),
    );
    sent.on('error', reject);
    sent.end(options.body);
  });
}

export async function readAnswer(answer: IncomingMessage): Promise<RawAnswer> {
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
}
