import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { FoyerError } from '../foyer-error.ts';
import { DEFAULT_TIMEOUT_MS } from '../http.ts';
import { toErrorResponse } from '../server/error-answer.ts';
import { foyerPathTest } from './foyer-path.ts';
import type { FoyerNextOptions } from './options.ts';
import { PATH_HEADER } from './present-path.ts';

/** Of one connection (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Next compresses answers itself and removes `Content-Encoding`, so Foyer must not compress them. */
const OWN_HEADERS = new Set(['accept-encoding', PATH_HEADER]);
/** `Response` throws for a body with these statuses (RFC 9110, section 6.4.1). */
const BODILESS = new Set([204, 205, 304]);

type RouteHandler = (request: Request) => Promise<Response>;

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
export type FoyerRouteHandlers = Readonly<Record<Method, RouteHandler>>;

export function createHandlers(options: FoyerNextOptions): FoyerRouteHandlers {
  const isFoyerPath = foyerPathTest(options);
  const passOn: RouteHandler = async (request) => {
    const { pathname, search } = new URL(request.url);
    return isFoyerPath(pathname)
      ? send(request, pathname + search, options)
      : new Response(null, { status: 404 });
  };
  return {
    GET: passOn,
    HEAD: passOn,
    POST: passOn,
    PUT: passOn,
    PATCH: passOn,
    DELETE: passOn,
    OPTIONS: passOn,
  };
}

/** Sends the request to Foyer with the browser's `Host`, and passes on redirects and cookies. */
async function send(
  request: Request,
  path: string,
  { url, timeoutMs = DEFAULT_TIMEOUT_MS }: FoyerNextOptions,
): Promise<Response> {
  const { protocol, hostname, port } = new URL(url);
  const isOfConnection = connectionHeaderTest(request.headers.get('connection'));
  const headers = Object.fromEntries(
    [...request.headers].filter(([name]) => !isOfConnection(name) && !OWN_HEADERS.has(name)),
  );
  // Node sends no length for the body of DELETE and OPTIONS.
  if (request.body !== null && headers['content-length'] === undefined)
    headers['transfer-encoding'] = 'chunked';
  return new Promise((resolve) => {
    const outgoing = (protocol === 'https:' ? requestHttps : requestHttp)({
      protocol,
      // Node needs an IPv6 address without brackets.
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      path,
      method: request.method,
      headers,
      signal: request.signal,
      // Foyer is unavailable when no byte moves in this time, also during a slow upload.
      timeout: timeoutMs,
      ...(protocol === 'https:' && { servername: hostname }),
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    outgoing.on('response', (answer) => {
      // The browser may read the answer slowly.
      outgoing.setTimeout(0);
      resolve(toResponse(answer, request.method));
    });
    outgoing.on('error', (cause) => resolve(toErrorResponse(new FoyerError('UNAVAILABLE', { cause }))));
    if (request.body === null) outgoing.end();
    // The DOM types the same stream differently. A failed upload ends the request, which reports the error.
    else
      Readable.fromWeb(request.body as NodeReadableStream)
        .on('error', (error) => outgoing.destroy(error))
        .pipe(outgoing);
  });
}

/** Takes lowercase names. `Connection` lists further hop-by-hop headers. */
function connectionHeaderTest(connection: string | null): (name: string) => boolean {
  const listed = new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return (name) => HOP_BY_HOP.has(name) || listed.has(name);
}

function toResponse(answer: IncomingMessage, method: string): Response {
  const { statusCode: status = 502, headersDistinct } = answer;
  const headers = new Headers();
  const isOfConnection = connectionHeaderTest(answer.headers.connection ?? null);
  for (const [name, values = []] of Object.entries(headersDistinct))
    if (!isOfConnection(name)) for (const value of values) headers.append(name, value);
  if (method === 'HEAD' || BODILESS.has(status)) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, headers });
}
