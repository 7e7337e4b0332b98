import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Fetch } from '../http.ts';

const BODY_MAX_BYTES = 1_000_000;
/** `Response` throws for a body with these statuses (RFC 9110, section 6.4.1). */
const BODILESS = new Set([204, 205, 304]);

/**
 * Sends the `Host` of `origin`, which the platform's `fetch` cannot. It verifies the certificate for the
 * address, and follows no redirects.
 */
export function fetchAsHost(origin: string): Fetch {
  const { host } = new URL(origin);
  return async (url, { method = 'GET', headers, body, signal }) => {
    const content =
      body === undefined || body === null ? null : Buffer.from(await new Response(body).arrayBuffer());
    const target = new URL(url);
    return new Promise((resolve, reject) => {
      const send = target.protocol === 'https:' ? requestHttps : requestHttp;
      const request = send(target, {
        method,
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          host,
          ...(content && { 'content-length': content.length }),
        },
        ...(isIP(target.hostname) === 0 && { servername: target.hostname }),
        ...(signal && { signal }),
      });
      request.on('error', reject);
      request.on('response', (answer) => void toResponse(answer).then(resolve, reject));
      request.end(content);
    });
  };
}

async function toResponse(answer: IncomingMessage): Promise<Response> {
  const { statusCode = 500, headersDistinct } = answer;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > BODY_MAX_BYTES) throw new Error('The answer is too large for one of Foyer’s.');
    parts.push(part);
  }
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  const body = BODILESS.has(statusCode) ? null : Buffer.concat(parts);
  return new Response(body, { status: statusCode, headers });
}
