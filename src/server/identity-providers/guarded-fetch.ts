import { PROVIDER_MAX_ANSWER_BYTES, PROVIDER_TIMEOUT_MS } from '../../shared/limits.ts';

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` for calls to identity providers: https only (http to loopback where `allowLoopbackHttp`), no redirects, 3,500 ms over
 * headers and body together, 256 kB at most. Rejects with a `TypeError` that says which of these was broken.
 */
export function createGuardedFetch(options: { allowLoopbackHttp: boolean; fetch?: Fetch }): Fetch {
  const send = options.fetch ?? globalThis.fetch;
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const plainLoopback = url.protocol === 'http:' && options.allowLoopbackHttp && isLoopback(url.hostname);
    if (url.protocol !== 'https:' && !plainLoopback) {
      throw new TypeError(`identity provider calls need https: ${url.origin}`);
    }
    const deadline = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    const response = await send(input, { ...init, redirect: 'manual', signal });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new TypeError(`identity provider answered with a redirect: ${url.origin}`);
    }
    const body = await readBounded(response, url);
    // The body is whole and decoded now; passing these on would describe what came over the wire.
    const headers = new Headers(response.headers);
    headers.delete('content-encoding');
    headers.delete('content-length');
    const empty = response.status === 204 || response.status === 205;
    return new Response(empty ? null : body, { status: response.status, headers });
  };
}

async function readBounded(response: Response, url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > PROVIDER_MAX_ANSWER_BYTES) {
      throw new TypeError(
        `identity provider answered with more than ${PROVIDER_MAX_ANSWER_BYTES} bytes: ${url.origin}`,
      );
    }
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
