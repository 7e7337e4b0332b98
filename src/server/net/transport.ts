import type { LookupFunction } from 'node:net';
import type { fetch as UndiciFetch } from 'undici';
import { kindOfAddress, type Resolve, type ResolvedAddress } from './addresses.ts';
import { OutgoingCallError } from './outgoing-call-error.ts';

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Bounds the sockets that a provider that hangs can take. */
const CONNECTIONS_PER_ORIGIN = 16;

interface ConnectOptions {
  readonly allowLoopback: boolean;
  /** Allows private networks too. */
  readonly anyAddress: boolean;
  readonly resolve: Resolve;
  /** Of the decoded answer; `null`: the caller stops reading. */
  readonly maxBytes: number | null;
  readonly connectTimeoutMs: number;
  readonly connectionsPerOrigin?: number;
}

/** Connects to the address that it has checked, against DNS rebinding. TLS still verifies the name. */
export function createTransport(options: ConnectOptions): Fetch {
  let agentPromise: ReturnType<typeof openAgent> | null = null;
  return async (input, init) => {
    const { url, ...request } = plainRequest(input, init);
    const { fetch, agent } = await (agentPromise ??= openAgent(options));
    // Node's own `fetch` takes no custom look-up. This is the same code from npm, with its own types.
    const answer = await fetch(url, { ...request, dispatcher: agent } as Parameters<typeof UndiciFetch>[1]);
    return answer as unknown as Response;
  };
}

/** undici is loaded at the first call, so that it does not slow down the start. */
async function openAgent(options: ConnectOptions) {
  const { Agent, fetch } = await import('undici');
  const agent = new Agent({
    connect: { lookup: checkedLookup(options), timeout: options.connectTimeoutMs },
    connections: options.connectionsPerOrigin ?? CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    ...(options.maxBytes === null ? {} : { maxResponseSize: options.maxBytes }),
  });
  return { fetch, agent };
}

/** Node's `Request` and `Headers` are other classes than undici's, so only plain values are passed. */
function plainRequest(input: string | URL | Request, init: RequestInit = {}): RequestInit & { url: string } {
  const request = input instanceof Request ? input : null;
  const headers = new Headers(init.headers ?? request?.headers);
  const body = init.body ?? request?.body ?? null;
  return {
    ...init,
    url: request?.url ?? String(input),
    method: init.method ?? request?.method ?? 'GET',
    headers: Object.fromEntries(headers),
    ...(body === null ? {} : { body }),
    // The `fetch` specification requires `duplex` for a stream as the body.
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  };
}

function checkedLookup(options: ConnectOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    const answer = async () => {
      const addresses = await resolveChecked(hostname, options).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      );
      if (addresses instanceof Error) callback(addresses, []);
      else if (all) callback(null, [...addresses]);
      else callback(null, addresses[0].address, addresses[0].family);
    };
    void answer();
  };
}

async function resolveChecked(
  hostname: string,
  { allowLoopback, anyAddress, resolve }: ConnectOptions,
): Promise<readonly [ResolvedAddress, ...ResolvedAddress[]]> {
  const [first, ...more] = await resolve(hostname);
  if (!first) throw new OutgoingCallError('address', `${hostname} leads to no address`);
  for (const { address } of [first, ...more]) {
    const kind = anyAddress ? 'public' : kindOfAddress(address);
    if (kind === 'special' || (kind === 'loopback' && !allowLoopback)) {
      throw new OutgoingCallError(
        'address',
        `${hostname} leads to ${address}, which is not a public address`,
      );
    }
  }
  return [first, ...more];
}
