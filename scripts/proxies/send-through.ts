import { request } from 'node:https';
import { expect } from 'vitest';
import { readAnswer, type RawAnswer } from '../../src/testing/app/raw-request.ts';
import { GUIDE_HOST, type Proxy } from './start-proxy.ts';

export const ORIGIN = `https://${GUIDE_HOST}`;
/** The browser's address. The proxy itself connects from 127.0.0.1. */
export const BROWSER = '127.0.0.9';

export interface Sent {
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly cookie?: string;
  readonly body?: string | Buffer;
}

export function send(proxy: Proxy, { path: target, headers = {}, cookie, body }: Sent): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: proxy.httpsPort,
        localAddress: BROWSER,
        servername: GUIDE_HOST,
        ca: proxy.authority,
        agent: false,
        path: target,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          host: GUIDE_HOST,
          ...(cookie === undefined ? {} : { cookie }),
          ...(body === undefined ? {} : { origin: ORIGIN, 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (answer) => resolve(readAnswer(answer)),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Calls a procedure, which must answer. */
export async function call(
  proxy: Proxy,
  procedure: string,
  input: object,
  more: Pick<Sent, 'headers' | 'cookie'> = {},
): Promise<RawAnswer> {
  const answer = await send(proxy, { path: `/trpc/${procedure}`, body: JSON.stringify(input), ...more });
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"result"')]);
  return answer;
}

/** The cookies that an answer sets, as a browser sends them back. */
export const cookieOf = ({ headers }: RawAnswer) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
